import { version } from "kernelbayes/models";
import type { App } from "../http/app.ts";
import type { Context } from "../http/context.ts";
import { refusal } from "../problem/problem.ts";
import { inferBody } from "../requests/inferSchema.ts";
import { answerRequest } from "./answerRequest.ts";
import { describeTensors } from "./describeModel.ts";
import { modelAt } from "./modelAt.ts";
import * as schemas from "./schemas.ts";

const tags = ["Open Inference Protocol"];

/** The routes of the Open Inference Protocol, version 2, that KServe, Triton and MLServer speak. */
export function addProtocolRoutes(fastify: App, context: Context): void {
  const { store, state } = context;
  const open = { isOpen: true, rateLimit: false } as const;

  fastify.get(
    "/v2/health/live",
    { config: open, schema: { tags, summary: "Whether the server runs", response: { 200: schemas.live } } },
    async () => ({ live: true }),
  );
  fastify.get(
    "/v2/health/ready",
    {
      config: open,
      schema: {
        tags,
        summary: "Whether the server takes requests: its models are loaded, and it is not about to stop",
        response: { 200: schemas.ready, 503: schemas.ready },
      },
    },
    async (_request, reply) => {
      const isReady = state.isReady && !state.isDraining;
      return reply.code(isReady ? 200 : 503).send({ ready: isReady });
    },
  );
  for (const path of ["/v2", "/v2/"]) {
    fastify.get(
      path,
      {
        schema: {
          tags,
          hide: path === "/v2/",
          summary: "What the server is",
          response: { 200: schemas.serverMetadata, ...schemas.refusals },
        },
      },
      async () => ({ name: "kernelbayes", version, extensions: [] }),
    );
  }

  for (const [path, params] of [
    ["/v2/models/:name", schemas.modelName],
    ["/v2/models/:name/versions/:version", schemas.modelVersion],
  ] as const) {
    fastify.get(
      path,
      {
        schema: {
          tags,
          summary: "The tensors of a model",
          params,
          response: { 200: schemas.modelMetadata, ...schemas.refusals },
        },
      },
      async (request) => {
        const model = await modelAt(context, request);
        return describeTensors(model, store.versions(model.name));
      },
    );
    fastify.get(
      `${path}/ready`,
      {
        schema: {
          tags,
          summary: "Whether a model answers; it is loaded if it is not",
          params,
          response: { 200: schemas.modelReady, ...schemas.refusals },
        },
      },
      async (request) => {
        const { name } = await modelAt(context, request);
        return { name, ready: true };
      },
    );
    fastify.post(
      `${path}/infer`,
      {
        schema: {
          tags,
          summary: "Predictions of the rows in tensors",
          description:
            "One tensor for each column, or one of the shape [rows, columns]. `outputs` selects label, probabilities, outside, lower and upper; " +
            "`parameters` may hold intervals, level and unseen.",
          params,
          body: inferBody,
          response: { 200: schemas.inferAnswer, ...schemas.refusals },
        },
      },
      (request, reply) => {
        if (request.headers["inference-header-content-length"] !== undefined) {
          throw refusal(415, "binary-tensors", "Tensors are read as JSON, not as binary data.");
        }
        return answerRequest(context, "infer", request, reply);
      },
    );
  }
}

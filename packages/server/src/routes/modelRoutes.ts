import { z } from "zod";
import type { App } from "../http/app.ts";
import type { Context } from "../http/context.ts";
import { refusal } from "../problem/problem.ts";
import { predictBody, predictQuery } from "../requests/predictSchema.ts";
import { answerRequest } from "./answerRequest.ts";
import { describeModel, listModels } from "./describeModel.ts";
import { modelAt } from "./modelAt.ts";
import * as schemas from "./schemas.ts";

const tags = ["Models"];

/** A body as it looks most of the time; which columns a model needs, `GET /models/NAME` says. */
const exampleBody = {
  rows: [{ "sepal length": 5.1, "sepal width": 3.5, "petal length": 1.4, "petal width": 0.2 }],
  intervals: true,
};

/** The routes for people and their programs: rows in, rows out. */
export function addModelRoutes(fastify: App, context: Context): void {
  const { store } = context;
  fastify.get(
    "/models",
    { schema: { tags, summary: "The models there are", response: { 200: schemas.modelList, ...schemas.refusals } } },
    async () => listModels(store.list()),
  );
  for (const [path, params] of [
    ["/models/:name", schemas.modelName],
    ["/models/:name/versions/:version", schemas.modelVersion],
  ] as const) {
    fastify.get(
      path,
      {
        schema: {
          tags,
          summary: "What a model is, and which columns it needs",
          params,
          response: { 200: schemas.modelDescription, ...schemas.refusals },
        },
      },
      async (request) => describeModel(await modelAt(context, request)),
    );
    fastify.post(
      `${path}/predict`,
      {
        schema: {
          tags,
          summary: "Predictions of rows",
          description:
            "The body is JSON: an object with `rows` and what is asked for, or a list of rows; or CSV with a header line (Content-Type: text/csv). What is asked for can " +
            "stand in the address as well.",
          params,
          querystring: predictQuery,
          consumes: ["application/json", "text/csv"],
          body: z.union([predictBody, predictBody.shape.rows]).meta({ examples: [exampleBody] }),
          response: { 200: schemas.predictAnswer, ...schemas.refusals },
        },
      },
      (request, reply) => answerRequest(context, "predict", request, reply),
    );
    fastify.get(
      `${path}/drift`,
      {
        schema: {
          tags,
          summary: "How far the rows of the last while have moved from the training rows",
          params,
          response: { 200: schemas.driftAnswer, ...schemas.refusals },
        },
      },
      async (request) => {
        const model = await modelAt(context, request);
        if (model.drift === undefined) {
          throw refusal(
            409,
            "no-profiles",
            "The model was fitted by an earlier version, which did not keep what its training rows hold.",
            {
              remedy: "Fit it again to compare new rows with them.",
            },
          );
        }
        const { seconds, rows, columns } = model.drift.report();
        return { model: model.name, version: model.version, seconds, rows, columns: [...columns] };
      },
    );
  }
}

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
} from "fastify";
import { validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import type { StoredKey } from "../keys/keyFile.ts";
import { problemOf, refusal, Refusal, type Problem } from "../problem/problem.ts";
import type { ServerSettings } from "../settings/serverOptions.ts";
import { answerDamaged } from "./answerDamaged.ts";
import { addAnswerHeaders } from "./answerHeaders.ts";
import type { Context } from "./context.ts";
import { countAnswer } from "./countAnswer.ts";
import { requestIds } from "./requestIds.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** When it came, by the clock of the process. */
    began: number;
    /** The key that a request came with, where keys are asked for. */
    apiKey: StoredKey | null;
  }
  interface FastifyContextConfig {
    /** Whether a route asks for no key: probes, and the description of the interface. */
    isOpen?: boolean;
  }
}

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

/** Milliseconds that a body may take beyond the time for its prediction. */
const bodyTime = 5000;

/** An application without routes: bodies stay bytes, and errors become problems. */
export function app(settings: ServerSettings): App {
  const fastify = Fastify<Server>({
    // The server has a log of its own: one of Fastify's makes a child, with checks, for each request.
    logger: false,
    bodyLimit: settings.bodyLimit,
    genReqId: requestIds(),
    // A body that trickles in holds its connection for a bounded time.
    requestTimeout: Math.ceil(1000 * settings.timeLimit) + bodyTime,
    // What arrives on an open connection is answered to the end.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerDamaged,
    frameworkErrors: (error, request, reply) => sendProblem(request, reply, problemOf(error)),
  }).withTypeProvider<ZodTypeProvider>();
  fastify.setValidatorCompiler(validatorOf);
  fastify.setSerializerCompiler(() => (value) => JSON.stringify(value));
  fastify.removeAllContentTypeParsers();
  for (const type of ["application/json", "text/csv"]) {
    fastify.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  }
  fastify.decorateRequest("began", 0);
  fastify.decorateRequest("apiKey", null);
  return fastify;
}

/** Checks what options in an address there are. Bodies are checked where they are read, which may be in a worker; names in an address are looked up among those that there are. */
const validatorOf: FastifySchemaCompiler<unknown> = (route) => {
  if (route.httpPart !== "querystring") return () => true;
  const check = validatorCompiler(route as Parameters<typeof validatorCompiler>[0]);
  return (value: object) => Object.keys(value).length === 0 || check(value);
};

/** What every request goes through: headers, metrics, errors. */
export function addHooks(fastify: App, context: Context): void {
  const { log, state } = context;
  fastify.addHook("onRequest", (request, _reply, done) => {
    request.began = performance.now();
    if (state.held === undefined) done();
    else void state.held.then(() => done());
  });
  fastify.addHook("onSend", (request, reply, _payload, done) => {
    addAnswerHeaders(request, reply);
    // A client that reads this opens another connection for its next request, elsewhere.
    if (state.isDraining) reply.header("connection", "close");
    countAnswer(context, request, reply.statusCode);
    done();
  });
  fastify.setErrorHandler((error, request, reply) => {
    const answer = problemOf(error);
    if (answer.code === "internal") log("error", "request failed", { id: request.id, error });
    else if (answer.status >= 500 && answer.status !== 501) {
      log("warn", "request refused", { id: request.id, status: answer.status, code: answer.code });
    }
    if (error instanceof Refusal && error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
    return sendProblem(request, reply, answer);
  });
  fastify.setNotFoundHandler((request, reply) => {
    const { problem } = refusal(404, "not-found", "There is nothing at this address.", {
      remedy: "The page /docs lists what there is.",
    });
    return sendProblem(request, reply, problem);
  });
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, { ...problem }: Problem): FastifyReply {
  const body = JSON.stringify({ ...problem, instance: `urn:kernelbayes:request:${request.id}` });
  addAnswerHeaders(request, reply);
  return reply.code(problem.status).type("application/problem+json; charset=utf-8").send(body);
}

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "./context.ts";
import { countAnswer } from "./countAnswer.ts";

/** Answers are data: a browser that shows one runs nothing, frames nothing and keeps nothing. */
const securityHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/** Gives an answer the headers that all answers have. */
export function addAnswerHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders).header("x-request-id", request.id);
}

const headersOfPredictions: readonly string[] = [
  ...Object.entries(securityHeaders).flat(),
  "content-type",
  "application/json; charset=utf-8",
];

/** An answer that waits for the end of the turn. */
interface Finished {
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: string | Buffer;
}

let finished: Finished[] = [];

/**
 * Sends predictions that were made at once, with all others of this turn of the event loop: each time that bytes are handed to the system it may have to wake up who reads them,
 * which takes longer than a cheap prediction.
 */
export function sendAtEndOfTurn(one: Finished): void {
  if (finished.push(one) === 1) setImmediate(sendFinished);
}

function sendFinished(): void {
  const all = finished;
  finished = [];
  for (const { context, request, reply, body } of all) sendPredictions(context, request, reply, body);
}

/**
 * Sends predictions with the same headers. They are handed to Node at once, because Fastify goes through them one by one, which takes longer than a cheap prediction.
 */
export function sendPredictions(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
): void {
  const { keys, state } = context;
  const bytes = Buffer.byteLength(body);
  const headers = [...headersOfPredictions, "content-length", String(bytes), "x-request-id", request.id];
  if (state.isDraining) headers.push("connection", "close");
  // What remains of the requests that a key may send.
  if (keys) for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value));
  reply.hijack();
  reply.raw.writeHead(200, headers);
  // A text of as many bytes as characters is ASCII, which is copied and not encoded.
  reply.raw.end(body, bytes === body.length ? "latin1" : "utf8");
  countAnswer(context, request, 200);
}

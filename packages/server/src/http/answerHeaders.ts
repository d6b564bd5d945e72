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
  const headers = [
    ...headersOfPredictions,
    "content-length",
    String(Buffer.byteLength(body)),
    "x-request-id",
    request.id,
  ];
  if (state.isDraining) headers.push("connection", "close");
  // What remains of the requests that a key may send.
  if (keys) for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value));
  reply.hijack();
  reply.raw.writeHead(200, headers);
  reply.raw.end(body);
  countAnswer(context, request, 200);
}

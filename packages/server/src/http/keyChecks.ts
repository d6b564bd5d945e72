import rateLimit from "@fastify/rate-limit";
import { presentedKey, type ApiKeys } from "../keys/apiKeys.ts";
import { problem, Refusal, refusal } from "../problem/problem.ts";
import type { App } from "./app.ts";

/** Asks each request for a key, and holds each key to its limit. To be called before there are routes. */
export async function addKeyChecks(fastify: App, keys: ApiKeys): Promise<void> {
  fastify.addHook("onRequest", (request, reply, done) => {
    if (request.routeOptions.config?.isOpen) return done();
    const presented = presentedKey(request.headers);
    const key = presented === undefined ? undefined : keys.find(presented);
    if (key === undefined) {
      reply.header("www-authenticate", 'Bearer realm="kernelbayes"');
      const what = presented === undefined ? "This server asks for an API key." : "This API key is not known here.";
      return done(
        refusal(401, "no-key", what, { remedy: "Send it as Authorization: Bearer KEY, or as X-API-Key: KEY." }),
      );
    }
    request.apiKey = key;
    done();
  });
  await fastify.register(rateLimit, {
    timeWindow: 1000,
    keyGenerator: ({ apiKey }) => apiKey?.name ?? "",
    max: ({ apiKey }) => apiKey?.requestsPerSecond ?? Number.MAX_SAFE_INTEGER,
    allowList: ({ apiKey }) => apiKey?.requestsPerSecond === undefined,
    // The plugin throws what this gives, and the error handler makes a problem of it.
    errorResponseBuilder: ({ apiKey }) =>
      new Refusal(
        problem(429, "too-many-requests", `This key may send ${apiKey?.requestsPerSecond} requests in a second.`, {
          remedy: "Send them more slowly, or several rows in one request.",
        }),
        1,
      ),
  });
}

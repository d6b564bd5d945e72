import type { FastifyRequest } from "fastify";
import type { Context } from "./context.ts";

/**
 * Counts a request that is being answered, and logs it where each request is logged. Fastify would do so when the last byte was handed to the system; its listeners take a tenth
 * of the time of a cheap prediction.
 */
export function countAnswer(
  { log, metrics, settings }: Pick<Context, "log" | "metrics" | "settings">,
  request: FastifyRequest,
  status: number,
): void {
  const route = request.routeOptions.url ?? "unknown";
  const milliseconds = performance.now() - request.began;
  metrics.request(route, status, milliseconds / 1000);
  if (settings.logLevel !== "debug") return;
  log("debug", "request", {
    id: request.id,
    method: request.method,
    route,
    status,
    milliseconds: Math.round(100 * milliseconds) / 100,
    ...(request.apiKey && { key: request.apiKey.name }),
  });
}

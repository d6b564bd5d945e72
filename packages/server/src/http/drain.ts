import { setTimeout as wait } from "node:timers/promises";
import type { App } from "./app.ts";
import type { Context } from "./context.ts";

/**
 * Milliseconds in which connections that are in use end by themselves: every answer asks for it. Those that are closed afterwards had no request for as long.
 */
const grace = 250;

/**
 * Stops a server without losing a request that it was sent: load balancers see that it is not ready, open connections get their answers with the word that these are the last, and
 * only then nothing is taken any more. What is not answered within the limit is cut off.
 */
export async function drain(fastify: App, { state, settings }: Context): Promise<void> {
  const { drainDelay, drainLimit } = settings;
  state.isReady = false;
  if (drainDelay > 0) await wait(1000 * drainDelay);
  state.isDraining = true;
  await wait(Math.min(grace, 1000 * drainLimit));
  const cut = setTimeout(() => fastify.server.closeAllConnections(), 1000 * drainLimit);
  await fastify.close();
  clearTimeout(cut);
}

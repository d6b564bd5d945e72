import { Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { App } from "./app.ts";
import type { Context } from "./context.ts";

/**
 * Milliseconds in which connections that are in use end by themselves, because every answer asks for it. Those that are closed afterwards had no request for as
 * long.
 */
const grace = 250;

/**
 * Milliseconds in which connections are taken and nothing is answered. Whoever is answered connects again at once, and Node takes one connection in a turn of its loop: some would wait in
 * the system when the server stops listening, which resets them.
 */
const holding = 100;

/** Milliseconds between two looks for connections that have nothing to answer any more. */
const pause = 50;

/**
 * Stops a server without losing a request that it was sent. Load balancers see that it is not ready; answers say that they are the last on their connections; then no new
 * connection is taken, and those that there are get their answers. What is not answered within the limit is cut off.
 */
export async function drain(fastify: App, { state, settings }: Context): Promise<void> {
  const { server } = fastify;
  const { drainDelay, drainLimit } = settings;
  const shortGrace = Math.min(grace, 1000 * drainLimit);
  state.isReady = false;
  if (drainDelay > 0) await wait(1000 * drainDelay);
  state.isDraining = true;
  await wait(shortGrace);
  let release: () => void = () => undefined;
  state.held = new Promise((resolve) => (release = resolve));
  await wait(Math.min(holding, 1000 * drainLimit));
  const ended = new Promise<"ended">((resolve) => {
    // That of HTTP would close connections, too, on which a request may be on its way.
    Server.prototype.close.call(server, () => resolve("ended"));
  });
  state.held = undefined;
  release();
  const limit = performance.now() + 1000 * drainLimit;
  for (let time = shortGrace; (await Promise.race([ended, wait(time)])) !== "ended"; time = pause) {
    if (performance.now() < limit) server.closeIdleConnections();
    else server.closeAllConnections();
  }
  await fastify.close();
}

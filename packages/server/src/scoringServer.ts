import type { AddressInfo } from "node:net";
import type { Worker } from "node:worker_threads";
import { InputError } from "kernelbayes";
import { wording } from "kernelbayes/errors";
import { addHooks, app } from "./http/app.ts";
import type { Context } from "./http/context.ts";
import { drain } from "./http/drain.ts";
import { addKeyChecks } from "./http/keyChecks.ts";
import { logTo } from "./http/log.ts";
import { apiKeys } from "./keys/apiKeys.ts";
import { modelStore } from "./models/modelStore.ts";
import { metrics as serverMetrics, type Metrics } from "./monitor/metrics.ts";
import { addModelRoutes } from "./routes/modelRoutes.ts";
import { addProtocolRoutes } from "./routes/protocolRoutes.ts";
import { addDescription, addServiceRoutes } from "./routes/serviceRoutes.ts";
import { serverSettings, type ServerOptions, type ServerSettings } from "./settings/serverOptions.ts";
import { scheduler as newScheduler } from "./work/scheduler.ts";
import { workerPool, type WorkerPool } from "./work/workerPool.ts";

/** A server that answers. */
export interface ScoringServer {
  /** Where: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** What should be known about how it was started. */
  readonly warnings: readonly string[];
  /** Looks at the files of models and keys now; by itself it does so every second. */
  look(): Promise<void>;
  /**
   * Stops without losing a request: the server is not ready any more, takes requests for as long as load balancers need, answers what it has taken, and ends.
   */
  close(): Promise<void>;
  /** The threads that predict, and behind them the one that explains, once there was something to explain. */
  readonly threads: readonly Worker[];
}

/**
 * Starts a server that answers predictions of model files over HTTP.
 *
 * @example
 * const server = await startServer({ models: [{ name: "iris", path: "model.json" }], port: 0 });
 * const answer = await fetch(`${server.url}/models/iris/predict`, { method: "POST", headers: { "content-type": "application/json" }, body });
 * await server.close();
 */
export async function startServer(options: ServerOptions): Promise<ScoringServer> {
  const settings = serverSettings(options);
  const fastify = app(settings);
  const log = logTo(settings.logStream, settings.logLevel);
  let metrics: Metrics | undefined;
  const threadsOf = (workers: number): WorkerPool =>
    workerPool({
      workers,
      engine: settings.engine,
      onLost(reason) {
        metrics?.workerLost();
        log("warn", "worker replaced", { reason });
      },
    });
  const pool = settings.workers === 0 ? undefined : threadsOf(settings.workers);
  // Explanations take long, and so have a thread of their own from the first one on.
  let explainer: WorkerPool | undefined;
  const pools = (): WorkerPool[] => [pool, explainer].flatMap((one) => one ?? []);
  const threads = (): readonly Worker[] => pools().flatMap((one) => one.threads);
  const endThreads = async (): Promise<void> => void (await Promise.all(pools().map((one) => one.close())));
  const scheduler = newScheduler({
    ...settings,
    pool,
    explainers: pool && (() => (explainer ??= threadsOf(1))),
    onBatch: (rows, requests) => metrics?.batch(rows, requests),
  });
  const store = modelStore({
    ...settings,
    scheduler: pool && scheduler,
    // The file, the model in this thread, in each worker, and in the thread that explains.
    copies: settings.workers === 0 ? 2 : 3 + settings.workers,
    log,
    drop: (model) => pools().forEach((one) => one.drop(model)),
    onReload: (name, isReplaced) => metrics?.reload(name, isReplaced),
  });
  metrics = serverMetrics({
    waiting: () => scheduler.waiting,
    models: () => store.list().filter(({ served }) => served).length,
    modelBytes: () => store.bytes,
    workers: () => threads().length,
    idleWorkers: () => pools().reduce((sum, { idle }) => sum + idle, 0),
  });
  try {
    const keys = settings.keys === undefined ? undefined : await apiKeys(settings.keys, log);
    const context: Context = {
      settings,
      store,
      scheduler,
      metrics,
      keys,
      log,
      state: { isReady: false, isDraining: false, held: undefined },
    };
    await store.open();
    addHooks(fastify, context);
    if (keys) await addKeyChecks(fastify, keys);
    await addDescription(fastify, keys !== undefined);
    addProtocolRoutes(fastify, context);
    addModelRoutes(fastify, context);
    await addServiceRoutes(fastify, context);
    const url = await listen(fastify, settings);
    const warnings = warningsOf(settings);
    log("info", "listening", { url });
    for (const warning of warnings) log("warn", warning);
    context.state.isReady = true;
    const look = looking(context);
    const timer = setInterval(() => void look(), settings.pollInterval);
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      log("info", "stopping");
      clearInterval(timer);
      await drain(fastify, context);
      await endThreads();
      metrics.close();
      log("info", "stopped");
    };
    return {
      url,
      warnings,
      look,
      close: () => (closing ??= close()),
      get threads() {
        return threads();
      },
    };
  } catch (error) {
    await fastify.close();
    await endThreads();
    throw error;
  }
}

async function listen(fastify: ReturnType<typeof app>, { host, port }: ServerSettings): Promise<string> {
  try {
    await fastify.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new InputError(
        "port-in-use",
        `Port ${port} of ${host} is in use.`,
        {},
        wording`Choose another one: ${{ option: "port" }}.`,
      );
    }
    if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new InputError("cannot-listen", `The server cannot listen at ${host}, port ${port}: ${message}.`);
    }
    throw error;
  }
  const { address, family, port: taken } = fastify.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${taken}`;
}

/** Looks at the files of models and keys; one look at a time, and a failed one is logged. */
function looking({ store, keys, log }: Context): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let isLooking = false;
  const once = async (): Promise<void> => {
    isLooking = true;
    try {
      await keys?.look();
      await store.look();
    } catch (error) {
      log("error", "the files of models cannot be looked at", { error });
    } finally {
      isLooking = false;
    }
  };
  return () => {
    if (!isLooking) last = once();
    return last;
  };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

function warningsOf({ host, keys }: ServerSettings): string[] {
  if (loopback.test(host) || keys !== undefined) return [];
  return [
    `Everybody who reaches ${host} may ask for predictions: there are no keys. Give a file of keys, or listen at 127.0.0.1.`,
  ];
}

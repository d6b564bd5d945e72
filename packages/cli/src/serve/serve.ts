import type { ServerOptions } from "@kernelbayes/server";
import { InputError } from "kernelbayes";
import { choice, wholeNumber } from "../options.ts";
import { remark } from "../output/standardOutput.ts";
import { secondsFromZero, sizeInBytes } from "./measures.ts";
import { fromServerPackage } from "./serverPackage.ts";
import { stopSignals } from "./stopSignals.ts";

/** What the options of `serve` were given, as written. */
export interface ServeWords {
  readonly models?: string | undefined;
  readonly host: string;
  readonly port: string;
  readonly keys?: string | undefined;
  readonly workers?: string | undefined;
  readonly batchWait: string;
  readonly batchRows: string;
  readonly engine?: string | undefined;
  readonly timeLimit: string;
  readonly queue: string;
  readonly bodyLimit: string;
  readonly rowLimit: string;
  readonly columnLimit: string;
  readonly explainRows: string;
  readonly modelMemory: string;
  readonly driftWindow: string;
  readonly drainDelay: string;
  readonly drainLimit: string;
  readonly log: string;
  readonly quiet?: true | undefined;
}

/** Serves until it is told to stop; then it answers what it has taken, and ends. A second signal ends it at once. */
export async function serve(models: readonly string[], words: ServeWords): Promise<void> {
  const options = optionsOf(words);
  if (models.length === 0 && words.models === undefined) {
    throw new InputError(
      "no-models",
      "There is nothing to serve. Name a model file, or a folder of them: --models FOLDER.",
    );
  }
  const { namedFile, startServer } = await fromServerPackage(() => import("@kernelbayes/server"));
  const stop = stopSignals();
  try {
    const server = await startServer({ ...options, models: models.map(namedFile) });
    stop.isAwaited = true;
    if (!words.quiet) {
      for (const warning of server.warnings) remark(`Warning: ${warning}`);
      remark(`Serving at ${server.url}; ${server.url}/docs has a page of everything. Ctrl-C stops.`);
    }
    await stop.asked;
    await server.close();
  } finally {
    stop.forget();
  }
}

function optionsOf(words: ServeWords): Omit<ServerOptions, "models"> {
  return {
    folder: words.models,
    host: words.host,
    port: wholeNumber("port", words.port, 0),
    keys: words.keys,
    ...(words.workers !== undefined && { workers: wholeNumber("workers", words.workers, 0) }),
    batchWait: 1000 * secondsFromZero("batch-wait", words.batchWait),
    batchRows: wholeNumber("batch-rows", words.batchRows, 1),
    engine: words.engine,
    timeLimit: secondsFromZero("time-limit", words.timeLimit),
    queue: wholeNumber("queue", words.queue, 1),
    bodyLimit: sizeInBytes("body-limit", words.bodyLimit),
    rowLimit: wholeNumber("row-limit", words.rowLimit, 1),
    columnLimit: wholeNumber("column-limit", words.columnLimit, 1),
    explainRows: wholeNumber("explain-rows", words.explainRows, 0),
    modelMemory: sizeInBytes("model-memory", words.modelMemory),
    driftWindow: secondsFromZero("drift-window", words.driftWindow),
    drainDelay: secondsFromZero("drain-delay", words.drainDelay),
    drainLimit: secondsFromZero("drain-limit", words.drainLimit),
    logLevel: choice("log", words.log, ["debug", "info", "warn", "error", "silent"]),
  };
}

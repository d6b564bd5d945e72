import { availableParallelism } from "node:os";
import { InputError } from "kernelbayes";

/** A model file under the name that its address has. */
export interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** Where log lines go: each is one JSON object with a line end. */
export interface LogStream {
  write(line: string): void;
}

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** What a server is started with. */
export interface ServerOptions {
  /** Model files, loaded at the start. */
  readonly models?: readonly NamedFile[] | undefined;
  /** A folder of model files, loaded when they are first asked for. */
  readonly folder?: string | undefined;
  /** Default "127.0.0.1", which only this machine reaches. */
  readonly host?: string | undefined;
  /** Default 8080; 0 is any free port. */
  readonly port?: number | undefined;
  /** A file of API keys (see `addKey`); without one everybody may ask. */
  readonly keys?: string | undefined;
  /** Threads that predict, beside the one that serves. Default: one fewer than processors, at least 1; 0 predicts in the serving thread. */
  readonly workers?: number | undefined;
  /** Milliseconds that a row may wait for others, to be predicted with them. Default 2; 0 predicts each request alone. */
  readonly batchWait?: number | undefined;
  /** Rows that are predicted together at most. Default 256. */
  readonly batchRows?: number | undefined;
  /** Requests that may wait for a prediction; more are refused with 503. Default 1024. */
  readonly queue?: number | undefined;
  /** Seconds after which a request is given up. Default 10. */
  readonly timeLimit?: number | undefined;
  /** Bytes of a body. Default 16 MB. */
  readonly bodyLimit?: number | undefined;
  /** Rows of a request. Default 100 000. */
  readonly rowLimit?: number | undefined;
  /** Rows that are explained in a request. Default 100. */
  readonly explainRows?: number | undefined;
  /** Cells of a row. Default 20 000. */
  readonly columnLimit?: number | undefined;
  /** Bytes that models may take, as their files with a copy for each thread. Least recently used ones leave the memory. Default 2 GB. */
  readonly modelMemory?: number | undefined;
  /** Milliseconds between two looks at the model files and the file of keys. Default 1000. */
  readonly pollInterval?: number | undefined;
  /** Seconds over which drift is counted. Default 3600. */
  readonly driftWindow?: number | undefined;
  /** Seconds for which a server that is told to stop waits for its requests. Default 20. */
  readonly drainLimit?: number | undefined;
  /** Seconds for which it still takes new ones, while load balancers take it out. Default 0. */
  readonly drainDelay?: number | undefined;
  /** The engine that computes. Default: the fastest present. */
  readonly engine?: string | undefined;
  /** What is logged: "debug" has a line for each request. Default "info". */
  readonly logLevel?: LogLevel | undefined;
  /** Where log lines go. Default: the standard output. */
  readonly logStream?: LogStream | undefined;
}

/** Options that may stay open. */
type OpenNames = "folder" | "keys" | "engine";

/** The options with nothing left open that need not be. */
export type ServerSettings = {
  readonly [Name in Exclude<keyof ServerOptions, OpenNames>]-?: NonNullable<ServerOptions[Name]>;
} & { readonly [Name in OpenNames]: string | undefined };

const megabyte = 2 ** 20;

const numbers = {
  port: { initial: 8080, least: 0, most: 65_535 },
  workers: { initial: Math.max(1, availableParallelism() - 1), least: 0, most: 256 },
  batchRows: { initial: 256, least: 1, most: 100_000 },
  queue: { initial: 1024, least: 1, most: 1_000_000 },
  bodyLimit: { initial: 16 * megabyte, least: 1, most: 2 ** 28 },
  rowLimit: { initial: 100_000, least: 1, most: 2 ** 26 },
  explainRows: { initial: 100, least: 0, most: 2 ** 20 },
  columnLimit: { initial: 20_000, least: 1, most: 2 ** 24 },
  modelMemory: { initial: 2048 * megabyte, least: 1, most: Number.MAX_SAFE_INTEGER },
  pollInterval: { initial: 1000, least: 10, most: 3_600_000 },
} as const;

/** Numbers that need not be whole. */
const times = {
  batchWait: { initial: 2, least: 0, most: 10_000 },
  timeLimit: { initial: 10, least: 0.01, most: 3600 },
  driftWindow: { initial: 3600, least: 1, most: 31_536_000 },
  drainLimit: { initial: 20, least: 0, most: 3600 },
  drainDelay: { initial: 0, least: 0, most: 3600 },
} as const;

const levels: readonly LogLevel[] = ["debug", "info", "warn", "error", "silent"];

/** The settings that options make. What cannot be one is refused. */
export function serverSettings(options: ServerOptions): ServerSettings {
  const {
    models = [],
    folder,
    host = "127.0.0.1",
    keys,
    engine,
    logLevel = "info",
    logStream = process.stdout,
  } = options;
  if (models.length === 0 && folder === undefined) {
    throw new InputError(
      "no-models",
      "There is nothing to serve.",
      {},
      "Name a model file, or a folder of model files.",
    );
  }
  if (!levels.includes(logLevel)) {
    throw new InputError("invalid-option", `logLevel can be ${levels.join(", ")}; got ${JSON.stringify(logLevel)}.`);
  }
  const names = models.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    throw new InputError(
      "invalid-option",
      `Two model files have the name ${twice}.`,
      {},
      "Name one of them otherwise: NAME=FILE.",
    );
  }
  return {
    models,
    folder,
    host,
    keys,
    engine,
    logLevel,
    logStream,
    ...numbersOf(options, numbers, true),
    ...numbersOf(options, times, false),
  };
}

type Bounds = Readonly<Record<string, { readonly initial: number; readonly least: number; readonly most: number }>>;

function numbersOf<Names extends Bounds>(
  options: ServerOptions,
  bounds: Names,
  isWhole: boolean,
): Readonly<Record<keyof Names, number>> {
  const entries = Object.entries(bounds).map(([name, { initial, least, most }]) => {
    const value: unknown = options[name as keyof ServerOptions] ?? initial;
    const fits = typeof value === "number" && value >= least && value <= most && (!isWhole || Number.isInteger(value));
    if (fits) return [name, value] as const;
    const kind = isWhole ? "a whole number" : "a number";
    throw new InputError("invalid-option", `${name} must be ${kind} from ${least} to ${most}; got ${String(value)}.`);
  });
  return Object.fromEntries(entries) as Record<keyof Names, number>;
}

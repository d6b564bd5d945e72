import { fileURLToPath } from "node:url";
import { type Table } from "kernelbayes";
import { type ModelDocument } from "kernelbayes/models";
import { encodeLabels } from "kernelbayes/table";
import { startLineProcess, typescript, type LineProcess } from "./lineProcess.ts";

/** Rows of numbers, one after the other, to learn from and to predict. Classes are 0 and 1. */
export interface ContenderRows {
  readonly columns: number;
  readonly train: readonly number[];
  readonly classes: readonly number[];
  readonly test: readonly number[];
}

/** What a contender is asked, as a line of JSON. */
export type Request =
  | "describe"
  | ({ readonly do: "load" } & ContenderRows)
  | { readonly do: "fit"; readonly seed: number }
  | { readonly do: "predict" };

/** What a fit took and found. */
export interface Fitted {
  /** CPU seconds. */
  readonly seconds: number;
  /** Logarithm of the evidence, of classifiers that have one. */
  readonly evidence?: number;
}

/** A classifier in a process of its own, which reports its CPU time. */
export interface Contender {
  /** What it is, with its version. */
  readonly name: string;
  /** Hands over the rows, which is not timed. */
  load(rows: ContenderRows): Promise<void>;
  /** Chooses, fits and calibrates. */
  fit(seed: number): Promise<Fitted>;
  /** Probabilities of class 1 for the test rows; CPU seconds. */
  predict(): Promise<{ readonly seconds: number; readonly probabilities: readonly number[] }>;
  close(): void;
}

const pythons: readonly string[] = ["python3", "/usr/bin/python3"];
const scriptAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** One of our models on one engine: the tuned least-squares machine, unless another is given. */
export function ownContender(engine: string, model: ModelDocument = { name: "lssvm" }): Promise<Contender> {
  const words = typescript(scriptAt("ownContender.ts"), engine, JSON.stringify(model));
  return started(startLineProcess(process.execPath, words));
}

/** Those of scikit-learn and libsvm-js that are installed, and for the others the reason why not. */
export async function peerContenders(
  candidates: readonly string[] = pythons,
): Promise<{ readonly peers: readonly Contender[]; readonly missing: readonly string[] }> {
  const peers: Contender[] = [];
  const missing: string[] = [];
  for (const peer of [await sklearnContender("svc", candidates), await libsvmContender()]) {
    if (typeof peer === "string") missing.push(peer);
    else peers.push(peer);
  }
  return { peers, missing };
}

/** A classifier of scikit-learn: the tuned machine, or Gaussian processes. A text says why there is none. */
export async function sklearnContender(
  kind: "svc" | "gpc",
  candidates: readonly string[] = pythons,
): Promise<Contender | string> {
  const words = [scriptAt("sklearnContender.py"), kind];
  const peer = await firstStarted(candidates.map((command) => [command, words]));
  return (
    peer ??
    `NO SCIKIT-LEARN: it was not found by ${candidates.join(", ")}. apt-get install python3-sklearn (Debian, Ubuntu) or ` +
      "python3 -m pip install scikit-learn, or name a Python with --python."
  );
}

/** A support vector machine that is not tuned but given; γ is that of exp(−γ |x − z|²). */
export interface GivenMachine {
  readonly cost: number;
  readonly gammaTimesColumns: number;
  readonly probabilities: boolean;
}

/** The machine of libsvm-js, tuned unless it is given. A text says why there is none. */
export async function libsvmContender(given?: GivenMachine): Promise<Contender | string> {
  const words = typescript(scriptAt("libsvmContender.ts"), ...(given ? [JSON.stringify(given)] : []));
  return (
    (await firstStarted([[process.execPath, words]])) ?? "NO LIBSVM-JS: it is not installed; npm install brings it."
  );
}

async function firstStarted(
  commands: readonly (readonly [string, readonly string[]])[],
): Promise<Contender | undefined> {
  for (const [command, words] of commands) {
    const candidate = startLineProcess(command, words);
    try {
      return await started(candidate);
    } catch {
      candidate.kill();
    }
  }
  return undefined;
}

async function started({ ask, close }: LineProcess): Promise<Contender> {
  const answer = async <Reply>(request: Request): Promise<Reply> =>
    JSON.parse(await ask(JSON.stringify(request))) as Reply;
  return {
    name: (await answer<{ readonly name: string }>("describe")).name,
    load: async (rows) => void (await answer({ do: "load", ...rows })),
    fit: (seed) => answer({ do: "fit", seed }),
    predict: () => answer({ do: "predict" }),
    close,
  };
}

/** The number columns of two tables, row by row as they are, and the classes of both. */
export function contenderRows(train: Table, test: Table): ContenderRows & { readonly truth: readonly number[] } {
  const rowsOf = ({ columns, rows }: Table): number[] => {
    const values = columns.flatMap((column) => (column.type === "number" ? [column.values] : []));
    return Array.from(
      { length: rows * values.length },
      (_, at) => values[at % values.length][Math.floor(at / values.length)],
    );
  };
  const classesOf = (table: Table): number[] => Array.from(encodeLabels(table, "class").classes);
  return {
    columns: train.columns.length - 1,
    train: rowsOf(train),
    classes: classesOf(train),
    test: rowsOf(test),
    truth: classesOf(test),
  };
}

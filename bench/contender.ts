import { fileURLToPath } from "node:url";
import { encodeLabels } from "../packages/kernelbayes/src/encoding/encodeLabels.ts";
import type { Table } from "../packages/kernelbayes/src/table/table.ts";
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

/** A classifier in a process of its own that chooses everything by itself, and reports its CPU time. */
export interface Contender {
  /** What it is, with its version. */
  readonly name: string;
  /** Hands over the rows, which is not timed. */
  load(rows: ContenderRows): Promise<void>;
  /** Chooses, fits and calibrates; CPU seconds. */
  fit(seed: number): Promise<number>;
  /** Probabilities of class 1 for the test rows; CPU seconds. */
  predict(): Promise<{ readonly seconds: number; readonly probabilities: readonly number[] }>;
  close(): void;
}

const pythons: readonly string[] = ["python3", "/usr/bin/python3"];
const scriptAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The tuned least-squares machine on one engine. */
export function ownContender(engine: string): Promise<Contender> {
  return started(startLineProcess(process.execPath, typescript(scriptAt("ownContender.ts"), engine)));
}

/** Those of scikit-learn and libsvm-js that are installed, and for the others the reason why not. */
export async function peerContenders(
  candidates: readonly string[] = pythons,
): Promise<{ readonly peers: readonly Contender[]; readonly missing: readonly string[] }> {
  const peers: Contender[] = [];
  const missing: string[] = [];
  const python = await firstStarted(candidates.map((command) => [command, [scriptAt("sklearnContender.py")]]));
  if (python) peers.push(python);
  else {
    missing.push(
      `NO SCIKIT-LEARN: it was not found by ${candidates.join(", ")}. apt-get install python3-sklearn (Debian, Ubuntu) or ` +
        "python3 -m pip install scikit-learn, or name a Python with --python.",
    );
  }
  const libsvm = await firstStarted([[process.execPath, typescript(scriptAt("libsvmContender.ts"))]]);
  if (libsvm) peers.push(libsvm);
  else missing.push("NO LIBSVM-JS: it is not installed; npm install brings it.");
  return { peers, missing };
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
    fit: async (seed) => (await answer<{ readonly seconds: number }>({ do: "fit", seed })).seconds,
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

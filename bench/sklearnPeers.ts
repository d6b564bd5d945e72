import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { InputError, NumericalError, selectRows, type Executor } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { asText, columnNamed } from "kernelbayes/table";
import type { Method } from "@kernelbayes/experiment";
import {
  cachedProblem,
  measure,
  partitionOf,
  refuseChanged,
  target,
  type ExperimentInput,
  type Measured,
} from "@kernelbayes/experiment/node";
import { startLineProcess, type LineProcess } from "./lineProcess.ts";

const script = fileURLToPath(new URL("sklearnPeers.py", import.meta.url));

/** A classifier of scikit-learn, with the settings that sklearnPeers.py gives it. */
export interface Peer extends Method {
  /** More training rows would take minutes for each partition. */
  readonly mostRows: number;
  /** Relative time for so many rows. */
  readonly cost: (rows: number) => number;
}

/** The peers, by the names they have behind `--peers`. Settings that are not told are the defaults of scikit-learn. */
export const peers: Readonly<Record<string, Peer>> = {
  lda: peer("sklearn-lda", {}),
  qda: peer("sklearn-qda", {}),
  logistic: peer("sklearn-logistic", { C: 1, max_iter: 10_000 }),
  "svc-grid": peer(
    "sklearn-svc-grid",
    { C: [0.125, 1, 8, 64, 512], gammaTimesColumns: [0.03125, 0.125, 0.5, 2, 8], folds: 5 },
    { mostRows: 5000, cost: (rows) => rows ** 2 },
  ),
  gpc: peer("sklearn-gpc", { restarts: 0 }, { mostRows: 1500, cost: (rows) => rows ** 3 }),
  "random-forest": peer("sklearn-random-forest", { n_estimators: 500 }),
  "gradient-boosting": peer("sklearn-gradient-boosting", { n_estimators: 100, learning_rate: 0.1, max_depth: 3 }),
};

function peer(name: string, options: Peer["options"], limits: Partial<Pick<Peer, "mostRows" | "cost">> = {}): Peer {
  return { name, options, mostRows: Infinity, cost: (rows) => rows, ...limits };
}

/** A Python that has scikit-learn. */
export interface Sklearn {
  readonly python: string;
  /** "scikit-learn 1.2.1". */
  readonly library: string;
  /** "numpy 1.24.2". */
  readonly engine: string;
}

/** The candidates that are asked for scikit-learn, in this order. */
export const pythons: readonly string[] = ["python3", "/usr/bin/python3", "python"];

export function findSklearn(candidates: readonly string[] = pythons): Sklearn | undefined {
  for (const python of candidates) {
    const { status, stdout } = spawnSync(python, [script], { input: '"describe"\n', encoding: "utf8" });
    if (status === 0) return { python, ...(JSON.parse(stdout) as Omit<Sklearn, "python">) };
  }
  return undefined;
}

/** An executor of the task `peer`: so many Python processes, each started when it is first needed and kept for the next job. */
export function sklearnExecutor({ python }: Sklearn, workers: number): Executor {
  const idle: LineProcess[] = [];
  const all = new Set<LineProcess>();
  const runOne = async (
    { experiment, directory }: ExperimentInput,
    signal: AbortSignal | undefined,
  ): Promise<Measured> => {
    const process = idle.pop() ?? startLineProcess(python, [script]);
    all.add(process);
    // Python cannot be asked to stop in the middle of a fit.
    signal?.addEventListener("abort", process.kill);
    let reply: Reply;
    try {
      reply = JSON.parse(await process.ask(JSON.stringify({ experiment, directory }))) as Reply;
    } catch (error) {
      process.kill();
      all.delete(process);
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", process.kill);
    }
    idle.push(process);
    return measured(reply, { experiment, directory });
  };
  return {
    workers,
    async map(task, inputs, { signal } = {}) {
      if (task !== "peer") throw new RangeError(`There is no task "${task}".`);
      signal?.throwIfAborted();
      const outputs: Measured[] = Array.from({ length: inputs.length });
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < inputs.length) {
          const index = next++;
          outputs[index] = await runOne(inputs[index] as ExperimentInput, signal);
        }
      };
      await Promise.all(Array.from({ length: Math.min(workers, inputs.length) }, work));
      return outputs;
    },
    async close() {
      for (const process of all) process.kill();
    },
  };
}

type Reply =
  | { readonly error: string }
  | {
      readonly classes: readonly string[];
      /** Row by row; null is not a number. */
      readonly probabilities: readonly (number | null)[];
      readonly warnings: number;
      readonly seconds: number;
    };

/** The figures of the probabilities that Python gave, by the functions that measure our own. */
function measured(reply: Reply, { experiment, directory }: ExperimentInput): Measured {
  if ("error" in reply) throw new NumericalError("peer-failed", reply.error);
  const problem = cachedProblem(directory, experiment.dataset);
  refuseChanged(problem, experiment.fingerprint);
  const { train, test } = partitionOf(problem, experiment.partition);
  const { classes, warnings, seconds } = reply;
  const probabilities = Float64Array.from(reply.probabilities, (value) => value ?? Number.NaN);
  const labels = asText(columnNamed(selectRows(problem.table, test), target));
  return {
    ...measure({ classes, probabilities: matrix(test.length, classes.length, probabilities) }, labels),
    trainRows: train.length,
    columns: problem.table.columns.length - 1,
    warnings,
    seconds,
  };
}

/** The peers that `--peers` names: on, off, or some of them. */
export function chosenPeers(text: string): Peer[] {
  if (text === "off") return [];
  if (text === "on") return Object.values(peers);
  return text.split(",").map((name) => {
    const short = name.replace(/^sklearn-/, "");
    if (Object.hasOwn(peers, short)) return peers[short];
    throw new InputError(
      "unknown-peer",
      `There is no peer "${name}". There are on, off, ${Object.keys(peers).join(", ")}.`,
    );
  });
}

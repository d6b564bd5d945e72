import { createHash } from "node:crypto";
import { crossValidate, tableFromColumns, type Executor, type Table } from "kernelbayes";
import { trainingData, type TrainingData } from "kernelbayes/evaluate";
import { modelFromDocument } from "kernelbayes/models";
import { stream } from "kernelbayes/numeric";

/** Fits of a comparison: models on common splits of a table. */
export interface Fits {
  readonly table: Table;
  /** Bytes of its numbers. */
  readonly bytes: number;
  readonly data: TrainingData;
  readonly models: readonly string[];
  readonly splits: readonly { readonly train: Int32Array; readonly test: Int32Array }[];
}

/** Models that fit a few hundred rows in a second or so. */
const allModels = [
  "lda",
  "rda",
  "logistic",
  "krr",
  "lssvm",
  "orkfd",
  "kfd",
  "bayesian-lssvm",
  "bfd-linear",
  "bayesian-kfda",
] as const;

interface FitsOptions {
  readonly rows: number;
  /** Default: 100. */
  readonly columns?: number;
  readonly models: number;
  readonly splits: number;
  /** Rows of a split to learn from, and as many to test: few, so that fits are short beside the table that they are taken from. Default: 200. */
  readonly part?: number;
}

/** Two classes that differ in the first columns, up to five. */
export function comparisonFits({ rows, columns = 100, models, splits, part = 200 }: FitsOptions): Fits {
  const random = stream(1, 26);
  const isFirst = Array.from({ length: rows }, () => random.uniform() < 0.5);
  const features = Array.from({ length: columns }, (_, column) => {
    const shift = column < 5 ? 0.2 : 0;
    return [`x${column}`, Float64Array.from(isFirst, (first) => random.uniform() + (first ? shift : 0))] as const;
  });
  const table = tableFromColumns({ ...Object.fromEntries(features), y: isFirst.map((first) => (first ? "a" : "b")) });
  return {
    table,
    bytes: rows * columns * 8,
    data: trainingData(table, { target: "y", seed: 1 }),
    models: allModels.slice(0, models),
    splits: Array.from({ length: splits }, (_, split) => {
      const order = stream(1, 27, split);
      const chosen = new Set<number>();
      while (chosen.size < 2 * part) chosen.add(Math.floor(order.uniform() * rows));
      const all = Int32Array.from(chosen);
      return { train: all.slice(0, part).toSorted(), test: all.slice(part).toSorted() };
    }),
  };
}

/** What fits gave, and what they took of this process. */
export interface FitsOutcome {
  /** Of the bits of all predictions. */
  readonly digest: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

/** Fits every model to every split and predicts the tested rows, as many at a time as the executor has workers. */
export async function runFits(
  { table, data, models, splits }: Fits,
  executor: Executor,
  engine: string,
): Promise<FitsOutcome> {
  const began = performance.now();
  const before = process.cpuUsage();
  const jobs = splits.flatMap((split) => models.map((name) => ({ split, name })));
  const found: Float64Array[] = [];
  const shared = await executor.share?.(table);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < jobs.length) {
      const at = next++;
      const { split, name } = jobs[at];
      const options = { splits: [split], executor, engine };
      found[at] = (await crossValidate(modelFromDocument({ name }), data, options)).logProbabilities.data;
    }
  };
  await Promise.all(Array.from({ length: executor.workers }, work));
  shared?.release();
  const { user, system } = process.cpuUsage(before);
  const hash = createHash("sha256");
  for (const numbers of found) hash.update(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  return {
    digest: hash.digest("hex").slice(0, 16),
    wallSeconds: (performance.now() - began) / 1000,
    cpuSeconds: (user + system) / 1e6,
  };
}

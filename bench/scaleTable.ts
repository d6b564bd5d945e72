import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { tableFromColumns, type Table } from "kernelbayes";
import { stream } from "kernelbayes/numeric";
import { writeTable } from "kernelbayes/node";

/** Columns of numbers of the table, beside the class. */
export const scaleColumns = 20;
/** Rows of a row group. */
const groupRows = 50_000;

/** The files of a table: Parquet for this library, the numbers alone for programs of others. */
export interface ScaleFiles {
  readonly parquet: string;
  /** The columns of a row and its class, 0 or 1, as doubles, row by row. */
  readonly binary: string;
}

/**
 * Rows of two classes that no straight line parts: log odds that are a sum of a wave, a product, a bump and a little of each of ten columns, on 20 columns of correlated
 * normal numbers, six of which say nothing. The same rows for the same seed, made once and kept. The least possible log loss is that of the true log odds.
 */
export async function scaleFiles(folder: string, rows: number, seed: number): Promise<ScaleFiles> {
  await mkdir(folder, { recursive: true });
  const [parquet, binary] = ["parquet", "f64"].map((kind) => join(folder, `scale-${rows}-${seed}.${kind}`));
  if (!existsSync(parquet) || !existsSync(binary)) {
    const out = createWriteStream(`${binary}.part`);
    await writeTable(parquet, written(rows, seed, out));
    out.end();
    await once(out, "finish");
    await rename(`${binary}.part`, binary);
  }
  return { parquet, binary };
}

async function* written(rows: number, seed: number, out: NodeJS.WritableStream): AsyncGenerator<Table> {
  for (let start = 0, group = 0; start < rows; start += groupRows, group++) {
    const { X, labels } = scaleRows(Math.min(groupRows, rows - start), seed, group);
    const n = labels.length;
    const width = scaleColumns + 1;
    const numbers = new Float64Array(n * width);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < scaleColumns; j++) numbers[i * width + j] = X[j][i];
      numbers[i * width + scaleColumns] = labels[i];
    }
    if (!out.write(new Uint8Array(numbers.buffer))) await once(out, "drain");
    const columns = Object.fromEntries(X.map((values, j) => [`x${j}`, values]));
    yield tableFromColumns({ ...columns, y: Array.from(labels, (label) => (label === 1 ? "yes" : "no")) });
  }
}

/** Some rows, column by column, with their classes and the log odds that these were drawn by. */
export function scaleRows(
  rows: number,
  seed: number,
  group: number,
): { readonly X: readonly Float64Array[]; readonly labels: Uint8Array; readonly logOdds: Float64Array } {
  const random = stream(seed, 31, group);
  const X = Array.from({ length: scaleColumns }, () => new Float64Array(rows));
  const labels = new Uint8Array(rows);
  const logOdds = new Float64Array(rows);
  const x = new Float64Array(scaleColumns);
  for (let i = 0; i < rows; i++) {
    let before = 0;
    for (let j = 0; j < scaleColumns; j++) {
      before = x[j] = 0.4 * before + Math.sqrt(0.84) * normalNumber(random);
      X[j][i] = before;
    }
    let odds =
      1.6 * Math.sin(1.5 * x[0]) +
      1.2 * x[1] * x[2] +
      2 * Math.exp(-(x[3] ** 2 + x[4] ** 2)) -
      1 +
      0.8 * Math.abs(x[5]);
    for (let j = 4; j < 14; j++) odds += 0.15 * x[j];
    logOdds[i] = odds - 0.6;
    labels[i] = random.uniform() < 1 / (1 + Math.exp(-logOdds[i])) ? 1 : 0;
  }
  return { X, labels, logOdds };
}

/** By Box and Muller, one of the two. */
function normalNumber(random: ReturnType<typeof stream>): number {
  return Math.sqrt(-2 * Math.log(random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

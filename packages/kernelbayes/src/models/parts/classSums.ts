import { selectEngine } from "../../engine/selectEngine.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { room, type Room } from "../../matrix/room.ts";
import { concatenate, rowChunks, stackRows } from "../../matrix/row.ts";
import type { CountedRows, LabelledRows, Problem } from "../../rows/labelledRows.ts";
import { standIns } from "../../rows/standIns.ts";
import { pause, sumOver, type Sums, type Work } from "../../run/work.ts";

/** What the task needs to know beside the rows of a chunk. */
export interface ClassSumState {
  readonly engine: string;
  /** A row for each class, near the mean of its features. */
  readonly centers: Matrix;
}

/** The rows of one chunk and what is to be summed over them. */
export interface ClassSumInput<State extends ClassSumState = ClassSumState> extends Pick<
  LabelledRows,
  "X" | "classes" | "weights"
> {
  readonly state: State;
}

/** What rows are described by, in room that is given or in memory of its own. */
export type FeaturesOf = (X: Matrix, into?: Room) => Matrix;

/** Rows whose features are made at a time. */
const blockRows = 4096;

/** For each class of the rows of a chunk Σw, Σw(z − c) and Σw(z − c)(z − c)ᵀ, about the center c of the class. */
export function classSums(input: ClassSumInput): Work<Sums> {
  return sumsOfFeatures(selectEngine(input.state.engine), input, (X) => X);
}

/** The same sums of features z of the rows. */
export function* sumsOfFeatures(
  engine: Engine,
  { X, classes, weights, state: { centers } }: ClassSumInput,
  featuresOf: FeaturesOf,
): Work<Sums> {
  const { rows: C, columns: r } = centers;
  const sums = {
    weights: new Float64Array(C),
    first: new Float64Array(C * r),
    second: new Float64Array(C * r * r),
  };
  // Blocks are made in the same places, one after the other.
  const [features, moved] = [room(), room()];
  for (const [start, part] of rowChunks(X, blockRows)) {
    const Z = featuresOf(part, features);
    for (let q = 0; q < C; q++) {
      const of = rowsOfClass(classes.subarray(start, start + part.rows), q);
      if (of.length === 0) continue;
      const own = sumsOfClass(sums, q, r);
      const center = centers.data.subarray(q * r, (q + 1) * r);
      const rows = moved(of.length, r);
      own.weights[0] += moveRows(Z, { of, weights: weights.subarray(start), center }, own.first, rows);
      const product = engine.symmetricProduct(rows, { transpose: true }).data;
      for (let at = 0; at < product.length; at++) own.second[at] += product[at];
    }
    yield pause;
  }
  return sums;
}

/** The sums of one class, as views. */
function sumsOfClass({ weights, first, second }: Sums, q: number, r: number): Sums {
  return {
    weights: weights.subarray(q, q + 1),
    first: first.subarray(q * r, (q + 1) * r),
    second: second.subarray(q * r * r, (q + 1) * r * r),
  };
}

function rowsOfClass(classes: Int32Array, q: number): Int32Array {
  const rows = new Int32Array(classes.length);
  let count = 0;
  for (let i = 0; i < classes.length; i++) if (classes[i] === q) rows[count++] = i;
  return rows.subarray(0, count);
}

interface ClassRows {
  /** The numbers of the rows of the class. */
  readonly of: Int32Array;
  readonly weights: Float64Array;
  readonly center: Float64Array;
}

/**
 * √w(z − c) of the rows of a class, Σw(z − c) added to `sum`; returns Σw. (A function of its own, without a call or a look into an object for each number: this
 * runs for each feature of each row.)
 */
function moveRows(
  { data: Z, columns: r }: Matrix,
  { of, weights, center }: ClassRows,
  sum: Float64Array,
  { data: moved }: Matrix,
): number {
  let total = 0;
  for (let i = 0; i < of.length; i++) {
    const from = of[i] * r;
    const to = i * r;
    const weight = weights[of[i]];
    const root = Math.sqrt(weight);
    total += weight;
    for (let j = 0; j < r; j++) {
      const step = Z[from + j] - center[j];
      sum[j] += weight * step;
      moved[to + j] = root * step;
    }
  }
  return total;
}

/** A problem with rows at its end that have the moments of those that are not in memory; the problem itself where all are. */
export function* withOtherRows(engine: Engine, problem: Problem): Work<Problem> {
  if (!problem.others) return problem;
  const centers = centersOf(problem, (X) => X);
  const sums = yield* sumOver("classSums", { engine: engine.name, centers }, classSums, otherRowsStage);
  const { rows, classes, weights } = standIns(engine, sums, centers);
  return {
    ...problem,
    X: stackRows([problem.X, rows]),
    classes: Int32Array.from([...problem.classes, ...classes]),
    weights: concatenate([problem.weights, weights]),
    others: undefined,
  };
}

/** What progress calls a pass over the rows that are not in memory. */
export const otherRowsStage = "rows beyond the sample";

/** The class means of the features of the first rows. */
export function centersOf({ X, classes, weights, classCount }: CountedRows, featuresOf: FeaturesOf): Matrix {
  const [[, first]] = rowChunks(X, blockRows);
  return classCenters(featuresOf(first), classes, weights, classCount);
}

/** The mean features of each class; of all rows for a class that has none among them. */
function classCenters(Z: Matrix, classes: Int32Array, weights: Float64Array, classCount: number): Matrix {
  const r = Z.columns;
  const sums = matrix(classCount, r);
  const sizes = new Float64Array(classCount);
  const all = new Float64Array(r);
  let total = 0;
  for (let i = 0; i < Z.rows; i++) {
    const q = classes[i];
    sizes[q] += weights[i];
    total += weights[i];
    for (let j = 0; j < r; j++) {
      const value = weights[i] * Z.data[i * r + j];
      sums.data[q * r + j] += value;
      all[j] += value;
    }
  }
  sums.data.forEach((sum, at) => {
    const q = Math.floor(at / r);
    sums.data[at] = sizes[q] > 0 ? sum / sizes[q] : all[at % r] / total;
  });
  return sums;
}

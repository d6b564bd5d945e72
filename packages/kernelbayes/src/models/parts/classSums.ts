import { selectEngine } from "../../engine/selectEngine.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
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

/** What rows are described by. */
export type FeaturesOf = (X: Matrix) => Matrix;

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
  for (const [start, part] of rowChunks(X, blockRows)) {
    const Z = featuresOf(part);
    for (let q = 0; q < C; q++) {
      const of: number[] = [];
      for (let i = 0; i < part.rows; i++) if (classes[start + i] === q) of.push(i);
      if (of.length > 0) addClass(engine, sums, q, { Z, of, weights: weights.subarray(start), centers });
    }
    yield pause;
  }
  return sums;
}

interface ClassRows {
  readonly Z: Matrix;
  /** The numbers of the rows of the class. */
  readonly of: readonly number[];
  readonly weights: Float64Array;
  readonly centers: Matrix;
}

function addClass(engine: Engine, sums: Sums, q: number, { Z, of, weights, centers }: ClassRows): void {
  const r = Z.columns;
  const scaled = matrix(of.length, r);
  of.forEach((row, i) => {
    const weight = weights[row];
    const root = Math.sqrt(weight);
    sums.weights[q] += weight;
    for (let j = 0; j < r; j++) {
      const step = Z.data[row * r + j] - centers.data[q * r + j];
      sums.first[q * r + j] += weight * step;
      scaled.data[i * r + j] = root * step;
    }
  });
  const product = engine.symmetricProduct(scaled, { transpose: true }).data;
  for (let at = 0; at < product.length; at++) sums.second[q * r * r + at] += product[at];
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

import { selectEngine } from "../../engine/selectEngine.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { concatenate, rowChunks, stackRows } from "../../matrix/row.ts";
import type { CountedRows, LabelledRows, Problem } from "../../rows/labelledRows.ts";
import { standIns, type StandIns } from "../../rows/standIns.ts";
import { pause, sumOver, type Sums, type Work } from "../../run/work.ts";

/** Features of rows in the span of a few rows: kernel columns k, or L⁻¹k. The rows themselves where there is no kernel. */
export interface BasisFeatures {
  readonly kernel: Kernel;
  readonly basis: Matrix;
  /** L, lower triangular. */
  readonly factor: Matrix | undefined;
}

/** What the task needs to know beside the rows of a chunk. */
interface ClassSumState {
  readonly engine: string;
  readonly features:
    | { readonly kernel: unknown; readonly basis: Matrix; readonly factor: Matrix | undefined }
    | undefined;
  /** A row for each class, near the mean of its features. */
  readonly centers: Matrix;
}

/** The rows of one chunk and what is to be summed over them. */
export interface ClassSumInput extends Pick<LabelledRows, "X" | "classes" | "weights"> {
  readonly state: ClassSumState;
}

/** Rows whose features are made at a time. */
const blockRows = 4096;

/** The features of rows. */
export function basisFeatures(engine: Engine, X: Matrix, features: BasisFeatures | undefined): Matrix {
  if (!features) return X;
  const { kernel, basis, factor } = features;
  const columns = kernel.cross(engine, X, basis);
  return factor ? engine.solveTriangular(factor, columns, { side: "right", transpose: true, into: columns }) : columns;
}

/** For each class of the rows of a chunk Σw, Σw(z − c) and Σw(z − c)(z − c)ᵀ of their features z, about the center c of the class. */
export function* classSums({ X, classes, weights, state }: ClassSumInput): Work<Sums> {
  const { rows: C, columns: r } = state.centers;
  const engine = selectEngine(state.engine);
  const features = state.features && { ...state.features, kernel: kernelFromDocument(state.features.kernel) };
  const sums = {
    weights: new Float64Array(C),
    first: new Float64Array(C * r),
    second: new Float64Array(C * r * r),
  };
  for (const [start, part] of rowChunks(X, blockRows)) {
    const Z = basisFeatures(engine, part, features);
    for (let q = 0; q < C; q++) {
      const of: number[] = [];
      for (let i = 0; i < part.rows; i++) if (classes[start + i] === q) of.push(i);
      if (of.length > 0) addClass(engine, sums, q, { Z, of, weights: weights.subarray(start), centers: state.centers });
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

/** Rows that stand for those of a problem that are not in memory, in terms of features. Their centers are the class means of rows that are. */
export function* otherRowsAsFew(
  engine: Engine,
  { X, classes, weights, classCount }: CountedRows,
  features: BasisFeatures | undefined,
): Work<StandIns> {
  const [[, first]] = rowChunks(X, blockRows);
  const centers = classCenters(basisFeatures(engine, first, features), classes, weights, classCount);
  const state: ClassSumState = {
    engine: engine.name,
    features: features && { ...features, kernel: features.kernel.toDocument() },
    centers,
  };
  return standIns(engine, yield* sumOver("classSums", state, classSums, "rows beyond the sample"), centers);
}

/** A problem with rows at its end that have the moments of those that are not in memory; the problem itself where all are. */
export function* withOtherRows(engine: Engine, problem: Problem): Work<Problem> {
  if (!problem.others) return problem;
  const { rows, classes, weights } = yield* otherRowsAsFew(engine, problem, undefined);
  return {
    ...problem,
    X: stackRows([problem.X, rows]),
    classes: Int32Array.from([...problem.classes, ...classes]),
    weights: concatenate([problem.weights, weights]),
    others: undefined,
  };
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

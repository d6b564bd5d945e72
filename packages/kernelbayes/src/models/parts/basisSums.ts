import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { selectEngine } from "../../engine/selectEngine.ts";
import type { Room } from "../../matrix/room.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { CountedRows } from "../../rows/labelledRows.ts";
import { standIns, type StandIns } from "../../rows/standIns.ts";
import { sumOver, type Sums, type Work } from "../../run/work.ts";
import { centersOf, otherRowsStage, sumsOfFeatures, type ClassSumInput, type ClassSumState } from "./classSums.ts";

/** Features of rows in the span of a few rows: kernel columns k, or L⁻¹k. */
export interface BasisFeatures {
  readonly kernel: Kernel;
  readonly basis: Matrix;
  /** L, lower triangular. */
  readonly factor: Matrix | undefined;
}

/** What the task needs to know beside the rows of a chunk. */
interface BasisSumState extends ClassSumState {
  readonly features: { readonly kernel: unknown; readonly basis: Matrix; readonly factor: Matrix | undefined };
}

/** The rows of one chunk and what is to be summed over them. */
export type BasisSumInput = ClassSumInput<BasisSumState>;

/** The features of rows, in room that may be given. */
export function basisFeatures(
  engine: Engine,
  X: Matrix,
  { kernel, basis, factor }: BasisFeatures,
  room?: Room,
): Matrix {
  const columns = kernel.cross(engine, X, basis, { into: room?.(X.rows, basis.rows) });
  return factor ? engine.solveTriangular(factor, columns, { side: "right", transpose: true, into: columns }) : columns;
}

/** The sums of each class over the features of the rows of a chunk. */
export function basisSums(input: BasisSumInput): Work<Sums> {
  const { engine: name, features } = input.state;
  const engine = selectEngine(name);
  const described = { ...features, kernel: kernelFromDocument(features.kernel) };
  return sumsOfFeatures(engine, input, (X, room) => basisFeatures(engine, X, described, room));
}

/** Rows that stand for those of a problem that are not in memory, in terms of features. Their centers are the class means of rows that are. */
export function* otherRowsAsFew(engine: Engine, problem: CountedRows, features: BasisFeatures): Work<StandIns> {
  const centers = centersOf(problem, (X) => basisFeatures(engine, X, features));
  const state: BasisSumState = {
    engine: engine.name,
    features: { ...features, kernel: features.kernel.toDocument() },
    centers,
  };
  return standIns(engine, yield* sumOver("basisSums", state, basisSums, otherRowsStage), centers);
}

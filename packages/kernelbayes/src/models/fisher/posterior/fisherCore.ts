import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";

/** The figures of the posterior in root coordinates (see `RootProblem`), by whichever route. */
export interface FisherCore {
  readonly u: Float64Array;
  /** s = δᵀΣδ = uᵀKu + β‖LKu‖², a sum of two terms that are never negative. */
  readonly s: number;
  /** log |I + βKL|. */
  readonly logDeterminant: number;
  /** ‖LKu‖². */
  readonly projectedScatter: number;
  /** By how much the lowest eigenvalue of K was below 0 and had to be raised; 0 normally. */
  readonly clipped: number;
  readonly route: "factor" | "spectrum";
  /** a M + b uuᵀ for the rows themselves, D^½(…)D^½, exactly symmetric. */
  combination(a: number, b: number): Matrix;
  diagonalOfM(): Float64Array;
  /** tr(LΣ). */
  withinTrace(): number;
  /** qᵀMq for each column of Q; the columns are orthogonal to r. */
  forms(engine: Engine, Q: Matrix): Float64Array;
}

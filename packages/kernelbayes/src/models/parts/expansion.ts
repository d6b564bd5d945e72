import type { Matrix } from "../../engine/matrix.ts";

/** A machine of an expansion: f(x) = Σⱼ αⱼ k(xⱼ, x) + b. */
interface ExpansionMachine {
  readonly coefficients: Float64Array;
  readonly bias: number;
  /** Variance of the noise around the targets, per unit of weight. */
  readonly noise: number;
}

/** Machines on the same kernel columns, with what their outputs' uncertainty needs. */
export interface Expansion {
  readonly machines: readonly ExpansionMachine[];
  /** A column for each of the kernel columns: the variance of an output is noise · (1/n + ‖spread · k − shift‖²). */
  readonly spread: Matrix;
  readonly shift: Float64Array;
  /** n, the sum of the weights; undefined where the bias is not free, and 1/n above is 0. */
  readonly total: number | undefined;
}

/** What the tuning of a kernel chose, in terms that mean the same for somewhat fewer rows. */
export interface KnownTuning {
  /** The number of rows of the basis; all rows where absent. */
  readonly basisSize?: number | undefined;
  readonly logWidth: number;
  readonly cutoff: number;
}

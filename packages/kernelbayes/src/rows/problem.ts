import type { Matrix } from "../engine/matrix.ts";

/** Encoded rows with their classes: what a model learns from. */
export interface Problem {
  readonly X: Matrix;
  /** Class number of each row, from 0; every class occurs. */
  readonly classes: Int32Array;
  readonly classCount: number;
  /** The labels of the classes, for messages. */
  readonly classNames?: readonly string[] | undefined;
  /** Positive; a row of weight w counts as w rows. */
  readonly weights: Float64Array;
  /** The source column, by number, that each column of X came from: the indicators of a category share one. */
  readonly columnGroups: readonly number[];
  /** Rows with equal numbers belong together and are left out together. */
  readonly rowGroups: Int32Array | undefined;
  /** Class probabilities before a row is seen; the class frequencies when absent. */
  readonly priors: Float64Array | undefined;
}

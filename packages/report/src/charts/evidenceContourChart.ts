/** The logarithm of the evidence over two hyperparameters. */
export interface EvidenceSurface {
  /** What the hyperparameters are called, the one across first. */
  readonly parameters: readonly [string, string];
  /** Their values along each axis, ascending, and positive: the axes are logarithmic. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The log evidence at each pair of values, along x first; NaN where it could not be computed. */
  readonly values: ArrayLike<number>;
  /** Where the search ended. */
  readonly optimum: readonly [x: number, y: number];
}

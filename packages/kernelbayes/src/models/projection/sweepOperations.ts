/** Operations of one sweep of a chain on so many rows. */
export interface SweepSize {
  readonly rows: number;
  /** Without the intercept; undefined: the kernel with every row. */
  readonly components: number | undefined;
  readonly classes: number;
}

/** What it costs, for each row, to stretch eight coefficients, each some seven exponentials, and, for each class, to follow a path and to stretch six contrasts. */
const [operationsOfStretch, operationsOfPath] = [8 * 700, 5500];

/**
 * On components paths of several steps. On all rows a factorization for each class, a path in twelve directions, contrasts, and some rays.
 */
export function sweepOperations({ rows, components, classes }: SweepSize): number {
  const q = classes - 1;
  if (components !== undefined) return rows * q * (50 * components + 2500);
  return q * (rows ** 3 / 3 + 28 * rows ** 2 + operationsOfPath * rows) + 16 * rows ** 2 + operationsOfStretch * rows;
}

import type { FitWish } from "../fitJob.ts";
import type { ChainLength } from "./chainLength.ts";

/** Chains that leave rows out, two on each of ten parts of the rows, and the sweeps of each. */
const [leftOutChains, leftOutSweeps] = [20, 500];

/** What the sweeps of a fit are: four chains, and those that leave rows out. */
export function fitOperations(size: FitWish["size"], length: ChainLength, isOnRows = false): number {
  const own = length.burnIn + length.sweeps;
  return (4 * own + leftOutChains * Math.min(own, leftOutSweeps)) * sweepOperations(size, isOnRows);
}

/**
 * A sweep with all its moves on few components, or on the kernel with every row, in operations of a matrix factorization, which run some ten times
 * faster: measured, to within a factor of two, from 43 to 250 rows and 2 to 5 classes.
 */
export function sweepOperations({ rows, classes = 2 }: FitWish["size"], isOnRows = false): number {
  return 1.2e6 + rows * (classes - 1) * (4500 + (isOnRows ? rows ** 2 : 0));
}

import { featuresOf, sketchFeatures, type RowSketch } from "../../encoding/rowSketch.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { incompleteGammaUpper } from "../../numeric/incompleteGammaLower.ts";

/** Whether new rows are distributed like the training rows, all columns together. */
export interface KernelTest {
  /** The squared maximum mean discrepancy less what chance gives; about 0, and as often below as above, where nothing has changed. */
  readonly discrepancy: number;
  /** How often chance alone gives a larger one. */
  readonly pValue: number;
}

/** Fewer rows on either side are not tested: the mean of their features is not yet normal. */
const leastRows = 10;

/** Adds up the features of new rows, and compares their mean with that of the training rows. */
export interface KernelTestCounter {
  add(X: Matrix): void;
  /** The sums of the features so far. */
  sums(): Float64Array;
  /** Adds the sums of another counter, which are of so many rows. */
  addSums(sums: Float64Array, rows: number): void;
  /** Undefined with fewer than 10 rows on either side. */
  test(): KernelTest | undefined;
}

/**
 * The kernel two-sample test of Gretton et al. (2012) with the features of a sketch. The squared distance of two means of n and of m rows is distributed like
 * Σ λᵢ χ²₁ (1/n + 1/m), with λ the eigenvalues of Σ. A χ² of the same three cumulants stands for it (Hall, Buckley and Eagleson).
 */
export function kernelTest({ rows: n, width, mean, moments }: RowSketch): KernelTestCounter {
  const sums = new Float64Array(sketchFeatures);
  let m = 0;
  return {
    add(X) {
      const features = featuresOf(X, width);
      for (let row = 0; row < X.rows; row++) features(row).forEach((value, at) => (sums[at] += value));
      m += X.rows;
    },
    sums: () => sums.slice(),
    addSums(others, rows) {
      others.forEach((sum, at) => (sums[at] += sum));
      m += rows;
    },
    test() {
      if (Math.min(n, m) < leastRows) return undefined;
      const noise = 1 / n + 1 / m;
      const [first, second, third] = moments.map((trace, at) => trace * noise ** (at + 1));
      const square = mean.reduce((sum, value, at) => sum + (sums[at] / m - value) ** 2, 0);
      const degrees = second ** 3 / third ** 2;
      const x = degrees + (square - first) * Math.sqrt(degrees / second);
      return {
        discrepancy: square - first,
        pValue: x <= 0 ? 1 : incompleteGammaUpper(degrees / 2, x / 2),
      };
    },
  };
}

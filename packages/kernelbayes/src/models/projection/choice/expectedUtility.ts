import { matrix, type Matrix } from "../../../engine/matrix.ts";

/** How classifiers with 1, 2, … components did on the same random splits. */
export interface SplitErrors {
  /** A row for each split, a column for each number of components: the weight of the test rows that were misclassified. */
  readonly misclassified: Matrix;
  /** n*, the weight of all test rows of each split. */
  readonly tested: ArrayLike<number>;
  /** The weight of the training rows of each split. */
  readonly trained: ArrayLike<number>;
}

/** What so many components are worth. */
interface UtilityOfCount {
  /** n′. */
  readonly count: number;
  /** Mean over the splits. */
  readonly mean: number;
  /** Of the mean, from the spread over the splits; NaN for a single split. */
  readonly standardError: number;
  /** The mean of the best number minus this mean, and the standard error of that difference, split by split. */
  readonly loss: number;
  readonly lossError: number;
}

export interface ExpectedUtility {
  /** A row for each split, a column for each number of components. */
  readonly utilities: Matrix;
  readonly counts: readonly UtilityOfCount[];
  /** The number of components with the largest mean, the smallest of equal ones. */
  readonly best: number;
  /** The smallest number that is within one standard error of the best, split by split. */
  readonly withinOneError: number;
}

/** Differences of means below this are rounding: utilities are sums of small fractions. */
const tie = 1e-12;

/**
 * The expected utility of n′ components: accuracy on test rows, less a cost for each component,
 *
 *     u(n′) = (n* − misclassified)/n* − c n′/n,
 *
 * n the training rows, averaged over splits that are the same for all n′. (Domijan & Wilson, eqs. 23 and 24, with the
 * indicator that marks errors.)
 */
export function expectedUtility({ misclassified, tested, trained }: SplitErrors, cost = 1): ExpectedUtility {
  const { rows: N, columns: L } = misclassified;
  if (N < 1 || L < 1 || tested.length !== N || trained.length !== N) {
    throw new RangeError(
      `There must be a split and a number of components, and as many sizes as splits; got ${N} splits, ${L} numbers, ` +
        `${tested.length} and ${trained.length} sizes.`,
    );
  }
  const utilities = matrix(N, L);
  for (let split = 0; split < N; split++) {
    for (let at = 0; at < L; at++) {
      const errors = misclassified.data[split * L + at];
      utilities.data[split * L + at] = (tested[split] - errors) / tested[split] - (cost * (at + 1)) / trained[split];
    }
  }
  const columns = Array.from({ length: L }, (_, at) =>
    Float64Array.from({ length: N }, (_, split) => utilities.data[split * L + at]),
  );
  const moments = columns.map(meanWithError);
  const most = Math.max(...moments.map(({ mean }) => mean));
  const best = moments.findIndex(({ mean }) => mean >= most - tie);
  const counts = moments.map(({ mean, standardError }, at) => {
    const difference = meanWithError(columns[best].map((value, split) => value - columns[at][split]));
    return { count: at + 1, mean, standardError, loss: difference.mean, lossError: difference.standardError };
  });
  const near = counts.findIndex(({ loss, lossError }, at) => at === best || loss <= lossError + tie);
  return { utilities, counts, best: best + 1, withinOneError: near + 1 };
}

/** The mean, and its standard error: the deviation (divisor N − 1) over √N. */
function meanWithError(values: Float64Array): { readonly mean: number; readonly standardError: number } {
  const N = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / N;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: N > 1 ? Math.sqrt(squares / (N - 1) / N) : Number.NaN };
}

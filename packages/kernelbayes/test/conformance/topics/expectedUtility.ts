import { expectedUtility } from "../../../src/models/projection/choice/expectedUtility.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";

interface Input {
  readonly n_test: number;
  readonly n_train: number;
  readonly c: number;
  readonly misclassified: readonly (readonly number[])[];
}

/** The projection family, section 6: expected utility of numbers of components. */
export function utility({ n_test, n_train, c, misclassified }: Input): unknown {
  const errors = {
    misclassified: fromRows(misclassified),
    tested: misclassified.map(() => n_test),
    trained: misclassified.map(() => n_train),
  };
  const { utilities, counts, best } = expectedUtility(errors, c);
  return {
    utility: toRows(utilities),
    mean: counts.map(({ mean }) => mean),
    mc_standard_error: counts.map(({ standardError }) => standardError),
    best,
    mean_c_half: expectedUtility(errors, c / 2).counts.map(({ mean }) => mean),
  };
}

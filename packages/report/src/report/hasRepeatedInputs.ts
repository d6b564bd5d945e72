import type { Matrix } from "kernelbayes";

/**
 * Whether most rows have the same cells as some other, as in a table of few categories. Left out one by one, rows of the same cells are
 * predicted a little differently, and always against their label, so that measures which go by the order of probabilities come out
 * too bad: the area under the curve and the calibration error.
 */
export function hasRepeatedInputs({ data, rows, columns }: Matrix): boolean {
  const different = new Set<string>();
  for (let row = 0; row < rows; row++) different.add(data.subarray(row * columns, (row + 1) * columns).join());
  return different.size < rows / 2;
}

/** The same for readers. */
export const repeatedWords: string =
  "Most rows have the same cells as others. Left out one by one, such rows are predicted a little differently, and always against their label, so that the area under the curve and the calibration come out worse than they are. Measure by folds to see them right.";

import type { LabelledRows } from "./labelledRows.ts";

/**
 * The classes in an order that depends on their rows and not on their names: by the weighted mean place of a class among the
 * rows, equal inputs having one place. Entry k is the number of the class that stands in place k. What is computed in this
 * order is the same whatever the classes are called.
 */
export function classOrder({ X, classes, weights }: LabelledRows, classCount: number): Int32Array {
  const sums = new Float64Array(classCount);
  const totals = new Float64Array(classCount);
  const p = X.columns;
  let place = 0;
  classes.forEach((c, i) => {
    const isNew = i === 0 || X.data.subarray(i * p, (i + 1) * p).some((x, j) => x !== X.data[(i - 1) * p + j]);
    if (isNew) place++;
    sums[c] += weights[i] * place;
    totals[c] += weights[i];
  });
  const means = sums.map((sum, c) => sum / totals[c]);
  return Int32Array.from(means.keys()).toSorted((a, b) => means[a] - means[b] || totals[a] - totals[b] || a - b);
}

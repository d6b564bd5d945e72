/** Values in ascending order with the weight of each, equal ones together. */
export interface Distribution {
  readonly values: readonly number[];
  /** The weight of all values up to and including each. */
  readonly cumulative: readonly number[];
}

/** The distribution of the values that are not NaN; a value of weight w counts as w values. */
export function distributionOf(values: Float64Array, weights: Float64Array): Distribution {
  const order = Array.from(values.keys())
    .filter((i) => !Number.isNaN(values[i]))
    .toSorted((a, b) => values[a] - values[b]);
  const distinct: number[] = [];
  const cumulative: number[] = [];
  let total = 0;
  for (const i of order) {
    total += weights[i];
    if (distinct.at(-1) === values[i]) cumulative[cumulative.length - 1] = total;
    else {
      distinct.push(values[i] + 0); // −0 becomes 0, as it does in JSON
      cumulative.push(total);
    }
  }
  return { values: distinct, cumulative };
}

/**
 * The quantile of a distribution: the least value with at least the fraction q of the weight at or below it; where that
 * is exactly q, the mean of it and the next. With whole weights this is the quantile of the repeated values.
 */
export function weightedQuantile({ values, cumulative }: Distribution, q: number): number {
  const wanted = q * cumulative[cumulative.length - 1];
  const index = cumulative.findIndex((weight) => weight >= wanted);
  return cumulative[index] === wanted && index + 1 < values.length
    ? values[index] / 2 + values[index + 1] / 2
    : values[index];
}

import { InputError } from "../errors.ts";

/** Ranks of a list of values. */
export interface Ranking {
  /** The rank of each value, 1 for the smallest; equal values share the mean of the ranks they take up. */
  readonly ranks: Float64Array;
  /** Σ (c³ − c) over the groups of c equal values, by which ties lessen the variance of rank statistics; 0 without ties. */
  readonly ties: number;
}

/** Ranks the values from the smallest to the largest. Infinite values have a rank; what is not a number has none. */
export function averageRanks(values: ArrayLike<number>): Ranking {
  for (let index = 0; index < values.length; index++) {
    if (Number.isNaN(values[index])) {
      throw new InputError("not-a-number", `Value ${index + 1} of ${values.length} is not a number and has no rank.`);
    }
  }
  const order = ascendingOrder(values);
  const ranks = new Float64Array(values.length);
  let ties = 0;
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    for (let place = start; place < end; place++) ranks[order[place]] = (start + 1 + end) / 2;
    ties += (end - start) ** 3 - (end - start);
    start = end;
  }
  return { ranks, ties };
}

/** The positions of the values from the smallest to the largest; equal values keep their order. */
export function ascendingOrder(values: ArrayLike<number>): Int32Array {
  return Int32Array.from({ length: values.length }, (_, index) => index).toSorted((a, b) => {
    if (values[a] < values[b]) return -1;
    return values[a] > values[b] ? 1 : a - b;
  });
}

/** The positions of the values from the smallest to the largest; equal values keep their order. */
export function ascendingOrder(values: ArrayLike<number>): Int32Array {
  return Int32Array.from({ length: values.length }, (_, index) => index).toSorted((a, b) => {
    if (values[a] < values[b]) return -1;
    return values[a] > values[b] ? 1 : a - b;
  });
}

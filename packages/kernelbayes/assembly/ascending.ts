// Ascending orders of numbers, as lists of 32-bit indices.

/** Entry i of a list of indices. */
@inline
export function indexAt(list: usize, i: i32): i32 {
  return load<i32>(list + ((<usize>i) << 2));
}

/** Sets entry i of a list of indices. */
@inline
export function setIndex(list: usize, i: i32, index: i32): void {
  store<i32>(list + ((<usize>i) << 2), index);
}

/** Entry i of an array of doubles. */
@inline
export function numberAt(values: usize, i: i32): f64 {
  return load<f64>(values + ((<usize>i) << 3));
}

/** Sets entry i of an array of doubles. */
@inline
export function setNumber(values: usize, i: i32, value: f64): void {
  store<f64>(values + ((<usize>i) << 3), value);
}

/** Brings a list of `count` indices into the ascending order of their values; fast when they are nearly so already. */
export function sortAscending(list: usize, count: i32, values: usize): void {
  for (let i: i32 = 1; i < count; i++) {
    const index: i32 = indexAt(list, i);
    const value: f64 = numberAt(values, index);
    let j: i32 = i;
    for (; j > 0 && numberAt(values, indexAt(list, j - 1)) > value; j--) setIndex(list, j, indexAt(list, j - 1));
    setIndex(list, j, index);
  }
}

/**
 * Merges two ascending lists, of `count` and `otherCount` indices, into `target`. The indices of the second one count
 * from `shift` on.
 */
export function mergeAscending(
  values: usize,
  list: usize,
  count: i32,
  other: usize,
  otherCount: i32,
  shift: i32,
  target: usize,
): void {
  let i: i32 = 0;
  let j: i32 = 0;
  for (let to: i32 = 0; to < count + otherCount; to++) {
    const isFirst: bool =
      j == otherCount ||
      (i < count && numberAt(values, indexAt(list, i)) <= numberAt(values, indexAt(other, j) + shift));
    setIndex(target, to, isFirst ? indexAt(list, i++) : indexAt(other, j++) + shift);
  }
}

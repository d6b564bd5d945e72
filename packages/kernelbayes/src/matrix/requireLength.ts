/** Throws a `RangeError` that names both numbers unless they are equal. */
export function requireLength(actual: number, expected: number, what: string): void {
  if (actual !== expected) throw new RangeError(`${what} must be ${expected}; got ${actual}.`);
}

/** Throws a `RangeError` unless the index is a whole number from 0 to length − 1. */
export function requireIndex(index: number, length: number, what: string): void {
  if (!(Number.isInteger(index) && index >= 0 && index < length)) {
    throw new RangeError(`${what} ${index} does not exist; there are ${length}, counted from 0.`);
  }
}

/** Throws a `RangeError` that names both numbers unless they are equal. */
export function requireLength(actual: number, expected: number, what: string): void {
  if (actual !== expected) throw new RangeError(`${what} must be ${expected}; got ${actual}.`);
}

/** Three digits of a number, small ones as powers of ten. */
export function threeDigits(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
}

/** Mean and standard deviation (divisor n − 1; NaN for one value). */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** Mean and standard deviation of values. */
export function spreadOf(values: readonly number[]): Spread {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (n - 1)) };
}

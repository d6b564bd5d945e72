/** The exponent of a power law through points: the slope of a least-squares line on logarithmic axes. */
export function logSlope(sizes: readonly number[], values: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = values.map(Math.log);
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const [mx, my] = [mean(x), mean(y)];
  const numerator = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  return numerator / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

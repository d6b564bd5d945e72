/**
 * How much wider the deviation of an output is taken than it is with kernel and regularization known. Found by simulation (see
 * `docs/benchmarks/honesty.md`): with it intervals of draws of a Gaussian process hold the true probability about as often as
 * they say, at 50, 200 and 800 rows.
 */
export const widening = 1.25;

/**
 * By how much the log odds move with the error of an output that least squares fitted to two targets, `range` apart. The output
 * stands for a probability p = (f − t₋)/range, whose log odds move by 1/(range · p(1 − p)) ≥ 4/range with it. A calibration
 * curve that is flatter says that outputs are too extreme, and not that they are known any better; a steeper one makes more of
 * their errors too.
 */
export function spreadSlope(curveSlope: number, range: number): number {
  return widening * Math.max(curveSlope, 4 / range);
}

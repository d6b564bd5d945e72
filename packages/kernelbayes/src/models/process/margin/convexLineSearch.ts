/** Slope and curvature of a convex function along a line. */
export interface LineSlope {
  readonly slope: number;
  readonly curvature: number;
}

/** A step is long enough when the slope has fallen to this share, or to that for the whole step, from the near side. */
const enough = 0.01;
const enoughForWhole = 0.1;
const mostTrials = 60;

/**
 * A step close to the minimum of a convex function on [0, longest), whose slope falls below 0 at 0 and grows without bound
 * towards `longest` where that is finite: Newton's method with a bracket, from the whole step 1.
 */
export function convexLineSearch(at: (step: number) => LineSlope, longest: number): number {
  const first = at(0).slope;
  if (!(first < 0)) return 0;
  let low = 0;
  let high = longest;
  let step = longest > 1 ? 1 : 0.99 * longest;
  for (let trial = 0; trial < mostTrials; trial++) {
    const { slope, curvature } = at(step);
    if (step === 1 && slope <= 0 && -slope <= -enoughForWhole * first) return step;
    if (Math.abs(slope) <= -enough * first) return step;
    if (slope > 0 || Number.isNaN(slope)) high = step;
    else low = step;
    const newton = step - slope / curvature;
    if (newton > low && newton < high) step = newton;
    else step = high === Infinity ? 2 * step : 0.5 * (low + high);
  }
  return low;
}

import { InputError } from "../errors.ts";
import type { Work } from "../run/work.ts";
import { boxOf, clip } from "./box.ts";
import { demandPositive, demandStart, evaluateValue, openLedger, type Sample } from "./ledger.ts";
import type { LimitOptions, Optimum } from "./optimizer.ts";

export interface BrentOptions extends LimitOptions {
  readonly lower: number;
  readonly upper: number;
  /** Where to look first; by default the golden section of the interval. */
  readonly start?: number;
  /** Converged when the minimum is known to about twice this, plus 1.5e-8 of its size. */
  readonly pointTolerance?: number;
}

const golden = (3 - Math.sqrt(5)) / 2;
const relativeTolerance = Math.sqrt(Number.EPSILON);

/**
 * Brent's minimization of a function of one variable on an interval, without derivatives: parabolas through the three best
 * points while they shrink the bracket fast enough, golden sections otherwise. A value that is not finite counts as +∞.
 * A minimum found within tolerance of an end of the interval is compared with that end itself, so that a function which
 * falls to the very bound ends on it.
 *
 * R. P. Brent, Algorithms for Minimization without Derivatives, 1973, chapter 5.
 */
export function* brent(
  objective: (x: number) => number,
  { lower, upper, start, pointTolerance = 1e-8, ...limits }: BrentOptions,
): Work<Optimum> {
  const ledger = openLedger(limits);
  demandPositive("pointTolerance", pointTolerance);
  const box = boxOf(1, lower, upper);
  if (!Number.isFinite(upper - lower)) {
    throw new InputError("bounds", `The interval must be finite; got ${lower} to ${upper}.`);
  }
  const evaluate = (at: number): Sample => evaluateValue(ledger, ([x]) => objective(x), clip([at], box));
  const first = evaluate(demandStart([start ?? lower + golden * (upper - lower)])[0]);
  let bracket: Bracket = { a: lower, b: upper, best: first, second: first, third: first };
  let step = 0;
  let stepBefore = 0; // the step before the last one
  let converged = false;
  let status = ledger.limit;

  while (status === undefined) {
    const { a, b, best } = bracket;
    const x = best.point[0];
    const middle = a + (b - a) / 2;
    const tolerance = relativeTolerance * Math.abs(x) + pointTolerance;
    if (Math.abs(x - middle) <= 2 * tolerance - (b - a) / 2) {
      const end = x - lower < upper - x ? lower : upper;
      if (Math.abs(end - x) <= 2 * tolerance && end !== x) evaluate(end);
      converged = true;
      status = "the minimum is enclosed within its tolerance";
      break;
    }

    const parabola = Math.abs(stepBefore) > tolerance ? parabolaStep(bracket) : NaN;
    const isInside = x + parabola > a && x + parabola < b;
    if (isInside && Math.abs(parabola) < Math.abs(stepBefore / 2)) {
      stepBefore = step;
      step = parabola;
      // Not closer to the ends of the bracket than can be told apart.
      if (x + step - a < 2 * tolerance || b - (x + step) < 2 * tolerance) step = x < middle ? tolerance : -tolerance;
    } else {
      stepBefore = x < middle ? b - x : a - x;
      step = golden * stepBefore;
    }
    const move = Math.abs(step) >= tolerance ? step : Math.sign(step) * tolerance;
    bracket = narrowed(bracket, evaluate(x + move));
    yield ledger.iterate();
    status = ledger.limit;
  }
  yield ledger.finish();
  return ledger.close(converged, status, box);
}

/** An interval that holds a minimum, and the three lowest points met in it. */
interface Bracket {
  readonly a: number;
  readonly b: number;
  readonly best: Sample;
  readonly second: Sample;
  readonly third: Sample;
}

/** The bracket after one more point: it shrinks to the side of the lower one of both. */
function narrowed({ a, b, best, second, third }: Bracket, trial: Sample): Bracket {
  const x = best.point[0];
  const u = trial.point[0];
  if (trial.value <= best.value) {
    return { a: u < x ? a : x, b: u < x ? x : b, best: trial, second: best, third: second };
  }
  const ends = { a: u < x ? u : a, b: u < x ? b : u };
  if (trial.value <= second.value || second === best) return { ...ends, best, second: trial, third: second };
  const isThird = trial.value <= third.value || third === best || third === second;
  return { ...ends, best, second, third: isThird ? trial : third };
}

/** From the best of three points to the vertex of the parabola through them; NaN or infinite where there is none. */
function parabolaStep({ best, second, third }: Bracket): number {
  const x = best.point[0];
  const r = (x - second.point[0]) * (best.value - third.value);
  const q = (x - third.point[0]) * (best.value - second.value);
  return ((x - second.point[0]) * r - (x - third.point[0]) * q) / (2 * (q - r));
}

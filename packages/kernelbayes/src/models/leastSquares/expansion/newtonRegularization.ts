import type { ResidualsWithDerivatives } from "../canonical/leaveOneOutAt.ts";
import type { Criterion } from "../canonical/criterionOf.ts";

export interface NewtonOptions {
  /** Limits of log μ. */
  readonly lower: number;
  readonly upper: number;
}

export interface RegularizationOptimum {
  readonly logMu: number;
  readonly value: number;
  readonly iterations: number;
  readonly converged: boolean;
}

const mostIterations = 100;
const mostHalvings = 20;
const longestStep = 2;
/** The share of the criterion that is worth another step. */
const leastGain = 1e-10;

/**
 * Minimizes a criterion of the leave-one-out residuals over log μ by Newton steps, clipped to length 2 and halved until
 * they lead down; where the curvature is not positive, a unit step downhill takes the place of Newton's. The criterion
 * often has several minima: start from the best point of a grid.
 */
export function newtonRegularization(
  residualsAt: (logMu: number) => ResidualsWithDerivatives,
  criterion: Pick<Criterion, "derivatives">,
  start: number,
  { lower, upper }: NewtonOptions,
): RegularizationOptimum {
  const clamp = (logMu: number): number => Math.min(upper, Math.max(lower, logMu));
  let logMu = clamp(start);
  let [E, E1, E2] = criterion.derivatives(residualsAt(logMu));
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    if (Math.abs(E1) <= 1e-10 * Math.max(1, E)) return { logMu, value: E, iterations: iteration, converged: true };
    // What a whole step would still gain, ½ E'²/E'', is below what anybody can tell.
    if (E2 > 0 && E1 * E1 <= 2 * leastGain * E * E2) return { logMu, value: E, iterations: iteration, converged: true };
    const newton = E2 > 0 ? -E1 / E2 : -Math.sign(E1);
    const step = Math.min(longestStep, Math.max(-longestStep, newton));
    let next: readonly [number, number, number] | undefined;
    let at = logMu;
    for (let halving = 0, length = step; halving <= mostHalvings; halving++, length /= 2) {
      // A step that promises less than the last digit of the criterion cannot be seen to lead down.
      if (halving > 0 && Math.abs(E1 * length) <= 2 * Number.EPSILON * Math.abs(E)) break;
      at = clamp(logMu + length);
      // At a limit, and downhill is beyond it.
      if (at === logMu) break;
      const trial = criterion.derivatives(residualsAt(at));
      if (trial[0] < E) {
        next = trial;
        break;
      }
    }
    // No step leads down: as low as the digits of the criterion tell, or at a limit.
    if (next === undefined) return { logMu, value: E, iterations: iteration + 1, converged: true };
    const moved = Math.abs(at - logMu);
    logMu = at;
    [E, E1, E2] = next;
    if (moved <= 1e-9) return { logMu, value: E, iterations: iteration + 1, converged: true };
  }
  return { logMu, value: E, iterations: mostIterations, converged: false };
}

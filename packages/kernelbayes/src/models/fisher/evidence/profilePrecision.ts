import { brent } from "../../../optimize/brent.ts";
import { runSync } from "../../../run/runSync.ts";
import { copyTerms } from "../../../rows/copyTerms.ts";
import { fisherEvidence, type FisherDegrees } from "./fisherEvidence.ts";
import { uniformErrorPrior, logPrecisionPrior, type PrecisionPrior } from "../../../search/precisionPrior.ts";
import { spectralFigures, type FisherSpectrum } from "../posterior/fisherSpectrum.ts";

export interface ProfileOptions {
  readonly distance?: number;
  readonly prior?: PrecisionPrior;
  readonly degrees?: FisherDegrees;
}

export interface PrecisionProfile {
  /** The β that maximizes 𝒥 for this kernel. */
  readonly precision: number;
  /** 𝒥 there. */
  readonly objective: number;
}

/** log β is looked for between −20 and 20, first in steps of 1. */
const widest = 20;

/**
 * The best β for one kernel, 𝒥(β) from the spectrum in O(n) a value: the best of a grid over log β, refined between its
 * neighbours. 𝒥 may have several maxima in β; the grid decides which one it is.
 */
export function profilePrecision(
  spectrum: FisherSpectrum,
  { distance = 2, prior = uniformErrorPrior(distance), degrees = "rows" }: ProfileOptions = {},
): PrecisionProfile {
  const { contrasts, own } = spectrum.problem;
  const objective = (log: number): number => {
    const precision = Math.exp(log);
    const { s, logDeterminant } = spectralFigures(spectrum, precision);
    const ofCopies = copyTerms(contrasts.weights, own, precision).logDeterminant;
    const figures = { contrasts, precision, distance, s, logDeterminant: logDeterminant + ofCopies };
    return fisherEvidence(figures, degrees) + logPrecisionPrior(precision, prior);
  };
  let best = -widest;
  for (let log = -widest; log <= widest; log++) if (objective(log) > objective(best)) best = log;
  const { point, value } = runSync(
    brent((log) => -objective(log), {
      lower: Math.max(-widest, best - 1),
      upper: Math.min(widest, best + 1),
      start: best,
    }),
  );
  return { precision: Math.exp(point[0]), objective: -value };
}

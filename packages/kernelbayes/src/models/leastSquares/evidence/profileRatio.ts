import { brent } from "../../../optimize/brent.ts";
import { runSync } from "../../../run/run.ts";
import { logPrecisionPrior, type PrecisionPrior } from "../../../search/precisionPrior.ts";
import { logEvidence, precisionSlopes } from "./logEvidence.ts";
import type { Precisions } from "./evidenceProblem.ts";
import { figuresAt, type EvidenceSpectrum } from "./evidenceSpectrum.ts";

/** The best precisions for one kernel. */
export interface RatioProfile extends Precisions {
  /** ϱ = ζ/μ. */
  readonly ratio: number;
  readonly logEvidence: number;
  /** γ. */
  readonly effective: number;
  /**
   * Where the evidence still rises at an end of the search, which end that is: "lower" if the targets look like nothing but
   * noise to this kernel, "upper" if it explains them without any.
   */
  readonly bound: "lower" | "upper" | undefined;
}

/** log(ϱ λ), λ the largest eigenvalue, is looked for from nothing but noise to what a factorization can still resolve. */
const lowest = -12;
const highest = 24;

/**
 * The precisions that maximize the evidence for one kernel: for a ratio ϱ = ζ/μ the best μ is known,
 *
 *     μ̂ = (n − 1)/Σ zⱼ²/(λⱼ + 1/ϱ),   log p = −½(n − 1)(log 2π + 1) − ½ Σ log(λⱼ + 1/ϱ) + ½(n − 1) log μ̂,
 *
 * which leaves a search over log ϱ at O(n) a value: the best of a grid in steps of 1, refined between its neighbours. There
 * may be several maxima; the grid decides which one it is.
 *
 * Copies of a row that agree, which is what a weight above 1 says, are evidence against noise. Where a kernel of full rank
 * leaves them no variance of their own (a nugget), the evidence grows like ½(Σw − n) log ζ for large ζ, however few they
 * are, and the search may end at its upper bound. A prior of ζ holds it back; what is maximized is then the evidence times
 * the prior (see `noisePrior`).
 */
export function profileRatio(spectrum: EvidenceSpectrum, prior?: PrecisionPrior): RatioProfile {
  const largest = spectrum.form.eigenvalues.reduce((most, value) => Math.max(most, value), 0);
  const unit = largest > 0 ? Math.log(largest) : 0;
  const ratioAt = (place: number): number => Math.exp(place - unit);
  const evidenceAt = (place: number): number => {
    const figures = figuresAt(spectrum, ratioAt(place), prior);
    return logEvidence(figures) + (prior ? logPrecisionPrior(figures.noisePrecision, prior) : 0);
  };
  let [best, value] = [lowest, evidenceAt(lowest)];
  for (let place = lowest + 1; place <= highest; place++) {
    const candidate = evidenceAt(place);
    if (candidate > value) [best, value] = [place, candidate];
  }
  const bound = boundAt(best, slopeAt(spectrum, ratioAt(best), prior));
  if (!bound) {
    const { point } = runSync(
      brent((place) => -evidenceAt(place), {
        lower: Math.max(lowest, best - 1),
        upper: Math.min(highest, best + 1),
        start: best,
      }),
    );
    best = point[0];
  }
  const ratio = ratioAt(best);
  const figures = figuresAt(spectrum, ratio, prior);
  const { noisePrecision, effective } = figures;
  return {
    ratio,
    functionPrecision: noisePrecision / ratio,
    noisePrecision,
    logEvidence: logEvidence(figures),
    effective,
    bound,
  };
}

/** ∂/∂log ϱ of the evidence at its best scale, which is −∂/∂log μ there. */
function slopeAt(spectrum: EvidenceSpectrum, ratio: number, prior: PrecisionPrior | undefined): number {
  const figures = figuresAt(spectrum, ratio, prior);
  return -precisionSlopes(figures, figures.effective).functionPrecision;
}

function boundAt(best: number, slope: number): "lower" | "upper" | undefined {
  if (best === lowest && slope <= 0) return "lower";
  return best === highest && slope >= 0 ? "upper" : undefined;
}

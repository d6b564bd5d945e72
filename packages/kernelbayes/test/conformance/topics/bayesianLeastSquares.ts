import type { Engine } from "../../../src/engine/engine.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { elpd } from "../../../src/evaluate/elpd.ts";
import {
  effectiveParameters,
  kernelWeights,
  logEvidence,
  precisionSlopes,
} from "../../../src/models/leastSquares/evidence/logEvidence.ts";
import { evidenceLeaveOneOut } from "../../../src/models/leastSquares/evidence/logOddsOf.ts";
import {
  evidencePosterior,
  type EvidencePosterior,
  predictionAt,
} from "../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { evidenceSpectrum, figuresAt } from "../../../src/models/leastSquares/evidence/evidenceSpectrum.ts";
import { classLogOdds } from "../../../src/models/fisher/posterior/fisherPosterior.ts";
import { kernelForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import type { Kernel } from "../../../src/kernels/index.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";
import { radialBasis } from "./kernels.ts";

interface Rows {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly mu: number;
  readonly zeta: number;
}

function posteriorOf(engine: Engine, kernel: Kernel, { X, y, mu, zeta }: Rows): EvidencePosterior {
  const problem = {
    K: kernel.matrix(engine, fromRows(X)),
    targets: Float64Array.from(y, (label) => (label === 1 ? 1 : -1)),
    weights: new Float64Array(y.length).fill(1),
  };
  return evidencePosterior(engine, problem, { functionPrecision: mu, noisePrecision: zeta });
}

/** Fisher family, section 8.4: the Bayesian least-squares support vector machine. */
export function bayesianLeastSquares(
  input: Rows & { readonly theta: readonly number[]; readonly Z: readonly (readonly number[])[] },
): unknown {
  const engine = selectEngine();
  const kernel = radialBasis(input.theta);
  const posterior = posteriorOf(engine, kernel, input);
  const { targets, weights, coefficients } = posterior;
  const x = fromRows(input.X);
  const z = fromRows(input.Z);
  const slopes = precisionSlopes(posterior, effectiveParameters(posterior));
  const [byVariance, byLengthScale] = kernel.gradient(engine, x, kernelWeights(posterior).W);
  const prediction = predictionAt(posterior, kernel.cross(engine, x, z), kernel.diagonal(z));
  const form = kernelForm(engine, kernel.matrix(engine, x), "function", { weights, bias: "free" });
  const ratio = input.zeta / input.mu;
  const profile = figuresAt(evidenceSpectrum(form, responseOf(engine, form, targets)), ratio);
  return {
    logEvidence: logEvidence(posterior),
    // a = μα.
    weights: coefficients.map((value) => input.mu * value),
    b: posterior.bias,
    gradLogZeta: slopes.noisePrecision,
    gradLogMu: slopes.functionPrecision,
    // θ₂ = 1/ℓ², so that ∂/∂log θ₂ = −½ ∂/∂log ℓ.
    gradLogTheta12: [byVariance, -byLengthScale / 2],
    ...prediction,
    probPlusOne: classLogOdds(prediction, { precision: input.zeta, distance: 2, priorLogOdds: 0 }).map(sigmoid),
    ratio,
    profiledMu: profile.noisePrecision / ratio,
    profileLogEvidence: logEvidence(profile),
    effectiveParameters: effectiveParameters(posterior),
  };
}

/** Prediction and comparison, section 1.5: its exact leave-one-out. */
export function looBayesianLeastSquares(
  input: Rows & { readonly kappa0: number; readonly kappa: number; readonly kappa_b: number },
): unknown {
  const kernel = radialBasis([input.kappa0, input.kappa, input.kappa_b]);
  const { mean, totalVariance, logOdds, logDensity } = evidenceLeaveOneOut(posteriorOf(selectEngine(), kernel, input));
  return { looMean: mean, looTotalVariance: totalVariance, looLogOdds: logOdds, elpd: elpd(logDensity).total };
}

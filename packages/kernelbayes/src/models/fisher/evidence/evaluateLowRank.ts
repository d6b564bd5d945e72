import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { constraintFactor, fisherEvidence, precisionSlope } from "./fisherEvidence.ts";
import { featureMoments, featurePosterior, type FeaturePosterior, nuggetSlope } from "../features/featurePosterior.ts";
import { addTwinDerivatives } from "../../../rows/kernel/kernelOnRows.ts";
import { contractCross, type LowRankKernel } from "../../../rows/kernel/lowRankKernel.ts";
import type { FisherEvaluation, FisherObjectiveOptions } from "./evaluateFisher.ts";
import { uniformErrorPrior, logPrecisionPrior, precisionPriorSlope } from "../../../search/precisionPrior.ts";

/** u of the feature form, one entry a row: u = δ − β'LGb. */
export function contrastCoefficients({ moments, contrasts, b, effectivePrecision }: FeaturePosterior): Float64Array {
  const along = multiplyVector(moments.within, b);
  return contrasts.delta.map((value, i) => value - effectivePrecision * contrasts.weights[i] * along[i]);
}

/** M_ii/w_i of the feature form: β'[1 − w_i/n_q − β'w_i z_iᵀB⁻¹z_i], z_i the features less their class mean. */
export function featureDiagonalOfM(engine: Engine, posterior: FeaturePosterior): Float64Array {
  const { moments, contrasts, effectivePrecision: beta } = posterior;
  const { classes, weights, sizes } = contrasts;
  const Z = engine.multiply(moments.within, posterior.inverse());
  const p = Z.columns;
  return weights.map((w, i) => {
    let form = 0;
    for (let j = 0; j < p; j++) form += Z.data[i * p + j] * moments.within.data[i * p + j];
    return beta * (1 - w / sizes[classes[i]] - beta * w * form);
  });
}

/**
 * 𝒥 and its gradient for a low-rank kernel, the pivots held, O(nm²). With K = K_·J K_JJ⁻¹ K_J· + ηI and W of (3.4),
 *
 *     WG = ½[−β'LGB⁻¹ + (d²/s² − 1/s) ubᵀ],   GᵀWG = ½[−(I − B⁻¹) + (d²/s² − 1/s) bbᵀ],
 *     Σ W ∘ ∂K = 2 Σ (WG T⁻¹) ∘ ∂K_·J − Σ (T⁻ᵀGᵀWG T⁻¹) ∘ ∂K_JJ + (derivative in η) ∂η.
 */
export function evaluateLowRank(
  engine: Engine,
  low: LowRankKernel,
  contrasts: FisherContrasts,
  precision: number,
  { distance = 2, degrees = "rows", prior = uniformErrorPrior(distance) }: FisherObjectiveOptions = {},
): FisherEvaluation<FeaturePosterior> {
  const moments = featureMoments(engine, low.features, contrasts);
  const posterior = featurePosterior(engine, moments, { precision, distance, nugget: low.nugget });
  const evidence = fisherEvidence(posterior, degrees);
  return {
    objective: evidence + logPrecisionPrior(precision, prior),
    evidence,
    kernelSlopes: kernelSlopes(engine, low, posterior),
    precisionSlope: precisionSlope(posterior, degrees) + precisionPriorSlope(precision, prior),
    posterior,
  };
}

function kernelSlopes(engine: Engine, low: LowRankKernel, posterior: FeaturePosterior): Float64Array {
  const { kernel, X, basis, triangle, nugget } = low;
  const { contrasts, moments, b, effectivePrecision: beta } = posterior;
  const { rows: n, columns: m } = moments.within;
  const factor = constraintFactor(posterior);
  const inverse = posterior.inverse();
  const u = contrastCoefficients(posterior);
  const within = engine.multiply(moments.within, inverse);
  const WG = matrix(n, m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const ofM = beta * contrasts.weights[i] * within.data[i * m + j];
      WG.data[i * m + j] = 0.5 * (factor * u[i] * b[j] - ofM);
    }
  }
  const GWG = matrix(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      const ofM = (i === j ? 1 : 0) - inverse.data[i * m + j];
      GWG.data[i * m + j] = 0.5 * (factor * b[i] * b[j] - ofM);
    }
  }
  const byTriangle = (A: Matrix): Matrix => engine.solveTriangular(triangle, A, { side: "right" });
  const inner = engine.solveTriangular(triangle, byTriangle(GWG), { transpose: true });
  const ofCross = contractCross(engine, kernel, X, basis, byTriangle(WG));
  const ofBasis = contractCross(engine, kernel, basis, basis, inner);
  const result = ofCross.map((value, j) => 2 * value - ofBasis[j]);
  if (nugget > 0) addNuggetDerivatives(engine, low, nuggetSlope(posterior) / nugget, result);
  return result;
}

/** Adds slope · ∂η/∂log θ: the derivative of k(x, x) of a row with itself less that of two rows with equal inputs. */
function addNuggetDerivatives(engine: Engine, { kernel, X }: LowRankKernel, slope: number, into: Float64Array): void {
  const one = matrix(1, X.columns, X.data.slice(0, X.columns));
  kernel.gradient(engine, one, matrix(1, 1, Float64Array.of(slope))).forEach((value, j) => (into[j] += value));
  addTwinDerivatives(engine, kernel, one, Float64Array.of(-slope), into);
}

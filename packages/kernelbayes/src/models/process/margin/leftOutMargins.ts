import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { borderedSystem } from "../penalized/borderedSystem.ts";
import { scaledBlock } from "./combineRows.ts";
import type { MarginMode, MarginProblem } from "./modeAt.ts";

/**
 * The outputs f + b of fits with a free bias without one unit of a row's weight (the whole row, where its weight is below 1), to
 * first order around the mode: with Π = P⁻¹ − P⁻¹11ᵀP⁻¹/1ᵀP⁻¹1, P = K_M + Λ⁻¹, σᵢ = (1 − Πᵢᵢ/Λᵢ)/Λᵢ and the share u of the row
 * that is taken away,
 *
 *     f₍ᵢ₎ = fᵢ − σᵢ u vᵢ/(1 − u Λᵢ σᵢ),
 *
 * for rows of weight 1 the formula fᵢ − (1/Πᵢᵢ − 1/Λᵢ) vᵢ. Rows outside of the support keep their output, which is exact.
 */
export function leftOutMargins(
  engine: Engine,
  { kernel, rows: { signs, weights }, loss }: MarginProblem,
  { alpha, latent, support }: MarginMode,
): Float64Array {
  const outputs = latent.slice();
  const m = support.length;
  if (m === 0) return outputs;
  const block = matrix(m, m, scaledBlock(kernel, support, new Float64Array(m).fill(1), 0, new Float64Array(m * m)));
  const precisions = Float64Array.from(support, (i) => weights[i] * loss.curvatureOfMultiplier(alpha[i] / weights[i]));
  const { factor, constant, constantTotal } = borderedSystem(engine, block, precisions);
  factor.inverseDiagonal().forEach((own, a) => {
    const i = support[a];
    const explained = Math.max(0, 1 - own + constant[a] ** 2 / (precisions[a] * constantTotal));
    const unit = Math.min(1, weights[i]) / weights[i];
    outputs[i] -= ((explained / precisions[a]) * unit * signs[i] * alpha[i]) / (1 - unit * explained);
  });
  return outputs;
}

import { sigmoid } from "../../../numeric/sigmoid.ts";
import type { ResidualsWithDerivatives } from "./leaveOneOutAt.ts";
import { curveProblem, searchCurve, type SearchedCurve } from "../../../calibration/searchCurve.ts";
import { sumOf } from "../../../matrix/dot.ts";

/** A criterion of leave-one-out residuals, smaller is better. */
export interface Criterion {
  readonly name: "logScore" | "error" | "press";
  value(residuals: ArrayLike<number>): number;
  /** The derivative in each residual. */
  slopes(residuals: ArrayLike<number>): Float64Array;
  /** The value and its first two derivatives in log μ. */
  derivatives(residuals: ResidualsWithDerivatives): readonly [number, number, number];
}

/**
 * The smoothed leave-one-out error, the weighted mean of 1 − φ(z) with φ(z) = 1/(1 + exp(−γ z)) and z the margin (Saadi,
 * Talbot & Cawley, with the residuals taken from the targets and not from their signs).
 */
export function smoothedError(targets: ArrayLike<number>, weights: ArrayLike<number>, gamma: number): Criterion {
  const total = sumOf(weights);
  return {
    name: "error",
    value(residuals) {
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += weights[i] * sigmoid(-gamma * marginAt(targets[i], residuals[i]));
      return sum / total;
    },
    slopes(residuals) {
      return Float64Array.from(residuals, (residual, i) => {
        const z = gamma * marginAt(targets[i], residual);
        return (weights[i] * Math.sign(targets[i]) * gamma * sigmoid(z) * sigmoid(-z)) / total;
      });
    },
    derivatives({ residuals, first, second }) {
      let E = 0;
      let E1 = 0;
      let E2 = 0;
      for (let i = 0; i < weights.length; i++) {
        const sign = Math.sign(targets[i]);
        const z = gamma * marginAt(targets[i], residuals[i]);
        const wrong = sigmoid(-z);
        const slope = gamma * wrong * sigmoid(z);
        const curvature = gamma * slope * (sigmoid(-z) - sigmoid(z));
        E += weights[i] * wrong;
        E1 += weights[i] * slope * sign * first[i];
        E2 += weights[i] * (slope * sign * second[i] - curvature * first[i] * first[i]);
      }
      return [E / total, E1 / total, E2 / total];
    },
  };
}

/** The weighted mean of the squared leave-one-out residuals (predicted residual sum of squares, a row). */
export function press(weights: ArrayLike<number>): Criterion {
  const total = sumOf(weights);
  return {
    name: "press",
    value(residuals) {
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += weights[i] * residuals[i] * residuals[i];
      return sum / total;
    },
    slopes: (residuals) => Float64Array.from(residuals, (residual, i) => (2 * weights[i] * residual) / total),
    derivatives({ residuals, first, second }) {
      let E = 0;
      let E1 = 0;
      let E2 = 0;
      for (let i = 0; i < weights.length; i++) {
        E += weights[i] * residuals[i] * residuals[i];
        E1 += weights[i] * 2 * residuals[i] * first[i];
        E2 += weights[i] * 2 * (first[i] * first[i] + residuals[i] * second[i]);
      }
      return [E / total, E1 / total, E2 / total];
    },
  };
}

/**
 * The mean log loss of the outputs f = t − e after the calibration curve that suits them best, P(+1) = 1/(1 + exp(−(a f + c)))
 * with a ≥ 0 and smoothed targets τ. Slope and offset being at their optimum, they count as constants in the first
 * derivative; in the second, with subscripts for derivatives, L'' = L_ff − L_fθ L_θθ⁻¹ L_θf for θ = (a, c).
 */
export function logScore(targets: Float64Array, weights: Float64Array): Criterion {
  const problem = curveProblem(
    targets.map((target) => (target > 0 ? 1 : -1)),
    weights,
  );
  const total = sumOf(weights);
  const outputs = new Float64Array(targets.length);
  const curveOf = (residuals: ArrayLike<number>, tolerance?: number): SearchedCurve => {
    for (let i = 0; i < outputs.length; i++) outputs[i] = targets[i] - residuals[i];
    return searchCurve(problem, outputs, tolerance);
  };
  const smoothed = (i: number): number => (problem.signs[i] > 0 ? problem.positive : problem.negative);
  return {
    name: "logScore",
    value: (residuals) => curveOf(residuals).loss,
    slopes(residuals) {
      const { slope, offset } = curveOf(residuals, settled);
      return outputs.map((f, i) => (-weights[i] * slope * (sigmoid(slope * f + offset) - smoothed(i))) / total);
    },
    derivatives({ residuals, first, second }) {
      const { slope, offset, loss } = curveOf(residuals, settled);
      if (slope === 0) return [loss, 0, 0];
      let [L1, L2, h11, h12, h22, g1, g2] = [0, 0, 0, 0, 0, 0, 0];
      for (let i = 0; i < weights.length; i++) {
        const p = sigmoid(slope * outputs[i] + offset);
        const d = weights[i] * (p - smoothed(i));
        const q = weights[i] * p * (1 - p);
        const moved = -slope * first[i];
        L1 += d * moved;
        L2 += q * moved * moved - d * slope * second[i];
        h11 += q * outputs[i] * outputs[i];
        h12 += q * outputs[i];
        h22 += q;
        g1 += q * outputs[i] * moved - d * first[i];
        g2 += q * moved;
      }
      const determinant = h11 * h22 - h12 * h12;
      const bend = determinant > 0 ? (h22 * g1 * g1 - 2 * h12 * g1 * g2 + h11 * g2 * g2) / determinant : 0;
      return [loss, L1 / total, (L2 - bend) / total];
    },
  };
}

/** How close to its optimum a curve is whose derivatives are wanted. */
const settled = 1e-14;

function marginAt(target: number, residual: number): number {
  return Math.abs(target) - Math.sign(target) * residual;
}

/** Which criterion, as data. */
export interface CriterionChoice {
  readonly name: Criterion["name"];
  /** γ of the smoothed error. */
  readonly sharpness: number;
}

/** The criterion of one machine. */
export function criterionOf(
  { name, sharpness }: CriterionChoice,
  targets: Float64Array,
  weights: Float64Array,
): Criterion {
  if (name === "press") return press(weights);
  return name === "error" ? smoothedError(targets, weights, sharpness) : logScore(targets, weights);
}

import { sigmoid } from "../../numeric/sigmoid.ts";
import type { ResidualsWithDerivatives } from "./leaveOneOut.ts";

/** A criterion of leave-one-out residuals, smaller is better. */
export interface Criterion {
  readonly name: "error" | "press";
  value(residuals: ArrayLike<number>): number;
  /** The value and its first two derivatives in log μ. */
  derivatives(residuals: ResidualsWithDerivatives): readonly [number, number, number];
}

/** Margins zᵢ = sign(tᵢ) f₍ᵢ₎(xᵢ) = |tᵢ| − sign(tᵢ) eᵢ: positive where the row is on its own side. */
export function marginsOf(targets: ArrayLike<number>, residuals: ArrayLike<number>): Float64Array {
  return Float64Array.from(residuals, (residual, i) => Math.abs(targets[i]) - Math.sign(targets[i]) * residual);
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

function marginAt(target: number, residual: number): number {
  return Math.abs(target) - Math.sign(target) * residual;
}

function sumOf(weights: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i];
  return total;
}

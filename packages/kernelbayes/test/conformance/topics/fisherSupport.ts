import { selectEngine } from "../../../src/engine/selectEngine.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import type { FisherTask } from "../../../src/models/fisher/evidence/evaluateFisher.ts";
import { composite, gaussian, nugget, scale, sum, type Kernel } from "../../../src/kernels/index.ts";
import { fromRows } from "../../../src/matrix/row.ts";

export const engine: Engine = selectEngine();

/** What the cases of the Fisher family have in common. */
export interface FisherInput {
  readonly kind: "rbf" | "ard";
  readonly theta: readonly number[];
  readonly X: readonly (readonly (number | null)[])[];
  readonly y: readonly number[];
  readonly Z: number[][];
  readonly beta: number;
  readonly d: number;
}

/** The kernel of §2, its parameters in the order of θ where none of them is 0. */
export function kernelOf(kind: "rbf" | "ard", theta: readonly number[]): Kernel {
  if (kind === "ard") {
    const [variance, inverseSquaredLength, linear, bias, noise, ...relevance] = theta;
    return composite({ variance, inverseSquaredLength, linear, bias, nugget: noise, relevance });
  }
  const smooth = scale(gaussian({ lengthScale: 1 / Math.sqrt(theta[1]) }), { variance: theta[0] });
  return theta[2] === 0 ? smooth : sum(smooth, nugget({ variance: theta[2] }));
}

/**
 * Slopes in log θ from slopes in the logarithms of the kernel's parameters: θ₂ = 1/ℓ², and a part switched off with 0 has
 * no parameter in the kernel and the slope 0 in the file.
 */
export function thetaSlopes(kind: "rbf" | "ard", theta: readonly number[], slopes: Float64Array): number[] {
  if (kind === "rbf") return [slopes[0], -slopes[1] / 2, theta[2] === 0 ? 0 : slopes[2]];
  let next = 0;
  return theta.map((value, j) => (value === 0 || (j === 1 && theta[0] === 0) ? 0 : slopes[next++]));
}

/** Golden quantities are those of the prior Gamma(½, ½), whatever d is. */
export const goldenPrior = { shape: 0.5, rate: 0.5 };

/** Rows and labels of a case; null stands for what is not a number. */
export function taskOf({ X, y, d }: Pick<FisherInput, "X" | "y" | "d">): FisherTask {
  return {
    X: fromRows(X.map((row) => row.map((value) => value ?? NaN))),
    contrasts: fisherContrasts(y),
    options: { distance: d, prior: goldenPrior },
  };
}

import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { coefficientsOf } from "../../../src/models/projection/chain/coefficients.ts";
import {
  noiseAuxiliary,
  noiseConditional,
  noiseLaw,
  type VarianceLaw,
  precisionAuxiliary,
  precisionLaw,
} from "../../../src/models/projection/chain/varianceLaw.ts";
import type { NoisePrior, PrecisionPrior } from "../../../src/models/projection/chain/projectionProblem.ts";
import { squaredDistance } from "../../../src/models/projection/chain/gibbsSweep.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import type { Topic } from "./index.ts";
import { byClass, lawOf } from "./projectionSupport.ts";

interface Latents {
  readonly design: number[][];
  readonly z: number[][];
  readonly tau: number[][];
}

/** Half-Cauchy and uniform scales, and coefficients independent of the noise. */
export const scalePriors: Readonly<Record<string, Topic>> = {
  "half-cauchy": (input: Latents & { scale: number; auxiliary: number; sigma2: number }) => ({
    sigma2Collapsed: collapsed({ kind: "half-cauchy", scale: input.scale }, input.auxiliary, input),
    auxiliary: noiseAuxiliary(input.scale, input.sigma2),
  }),
  uniform: (input: Latents & { upper: number }) => {
    const law = collapsed({ kind: "uniform", upper: input.upper }, 1, input);
    return { sigma2Collapsed: { ...law, truncatedAbove: law.upper } };
  },
  "half-cauchy-coefficients": (input: {
    tau: number[][];
    beta: number[][];
    sigma2: number;
    scale: number;
    auxiliary: number[][];
  }) => {
    const prior: PrecisionPrior = { kind: "half-cauchy", scale: input.scale };
    const tau = input.beta.map((row, l) =>
      row.map((beta, k) => precisionLaw(prior, input.auxiliary[l][k], beta, input.sigma2)),
    );
    const auxiliary = input.tau.map((row) => row.map((precision) => precisionAuxiliary(input.scale, precision)));
    return { tau: shapeAndRates(tau), auxiliary: shapeAndRates(auxiliary) };
  },
  "independent-beta": (
    input: Latents & { beta: number[][]; sigma2: number; gamma: [number, number, number, number] },
  ) => {
    const { sigma2, gamma } = input;
    const [p, count] = [input.tau.length, input.tau[0].length];
    const coefficients = coefficientsFor(input);
    const z = byClass(input.z);
    coefficients.condition(
      z,
      byClass(input.tau).map((tau) => sigma2 * tau),
    );
    const { mean, variances } = lawOf(coefficients, p, count);
    const means = new Float64Array(z.length);
    coefficients.combine(byClass(input.beta), means);
    const prior: PrecisionPrior = { kind: "gamma", shape: gamma[2], rate: gamma[3] };
    return {
      betaMean: mean,
      betaVariance: variances.map((row) => row.map((value) => sigma2 * value)),
      sigma2: noiseConditional(
        { shape: gamma[0], rate: gamma[1], upper: Infinity },
        z.length,
        squaredDistance(z, means),
      ),
      tau: shapeAndRates(input.beta.map((row) => row.map((beta) => precisionLaw(prior, 1, beta, 1)))),
    };
  },
};

function collapsed(prior: NoisePrior, auxiliary: number, input: Latents): VarianceLaw {
  const law = noiseLaw(prior, auxiliary);
  if (law === undefined) throw new RangeError("A known σ² has no law.");
  const z = byClass(input.z);
  return noiseConditional(law, z.length, coefficientsFor(input).condition(z, byClass(input.tau)));
}

function coefficientsFor({ design, z }: Latents) {
  return coefficientsOf(selectEngine(), {
    D: fromRows(design),
    squaredNorms: undefined,
    classes: new Int32Array(design.length),
    classCount: z[0].length + 1,
  });
}

function shapeAndRates(laws: { readonly shape: number; readonly rate: number }[][]): unknown {
  return { shape: laws[0][0].shape, rate: laws.map((row) => row.map(({ rate }) => rate)) };
}

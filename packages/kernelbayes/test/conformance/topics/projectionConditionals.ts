import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { coefficientsOf } from "../../../src/models/projection/chain/coefficients.ts";
import { latentLogTarget, logTotalWithout } from "../../../src/models/projection/chain/softmaxMisfit.ts";
import { noiseConditional, precisionLaw } from "../../../src/models/projection/chain/varianceLaw.ts";
import { predictorLaw } from "../../../src/models/projection/chain/latentUpdate.ts";
import { squaredDistance } from "../../../src/models/projection/chain/gibbsSweep.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { polyaGammaMean, polyaGammaVariance } from "../../../src/random/polyaGamma.ts";
import { byClass, lawOf, toTable } from "./projectionSupport.ts";

interface Input {
  readonly design: number[][];
  readonly classes: number[];
  readonly K: number;
  readonly gamma: [number, number, number, number];
  readonly z: number[][];
  readonly tau: number[][];
  readonly sigma2: number;
  readonly beta: number[][];
  readonly z_proposal: number[][];
  readonly standard_normals: number[][];
  readonly omega_z1: number[];
}

/** Every conditional of the Gibbs sampler, as the sampler computes it. */
export function projectionConditionals(input: Input, name: string): unknown {
  const { K, gamma, sigma2 } = input;
  const [count, n, p] = [K - 1, input.design.length, input.tau.length];
  const D = fromRows(input.design);
  const classes = Int32Array.from(input.classes, (number) => number - 1);
  const [z, tau, beta, proposal] = [input.z, input.tau, input.beta, input.z_proposal].map(byClass);
  const squaredNorms = Float64Array.from(input.tau, (_, l) => input.design.reduce((sum, row) => sum + row[l] ** 2, 0));
  const coefficients = coefficientsOf(selectEngine(), {
    D,
    squaredNorms: name === "bmkc" ? undefined : squaredNorms,
    classes,
    classCount: K,
  });
  const residual = coefficients.condition(z, tau);
  const { mean, variances, logDeterminants, draw } = lawOf(coefficients, p, count);
  const means = new Float64Array(n * count);
  coefficients.combine(beta, means);
  const squares = squaredDistance(z, means) + beta.reduce((sum, value, at) => sum + tau[at] * value * value, 0);
  const law = { shape: gamma[0], rate: gamma[1], upper: Infinity };
  const prior = { kind: "gamma", shape: gamma[2], rate: gamma[3] } as const;
  const precisions = Array.from(beta, (value) => precisionLaw(prior, 1, value, sigma2));
  const targets = (predictors: Float64Array): number[] =>
    Array.from(classes, (number, i) => latentLogTarget(predictors, means, i, n, count, number, sigma2));
  const predictors = input.omega_z1.map((omega, i) =>
    predictorLaw(omega, logTotalWithout(z, i, n, count, 0), classes[i] === 0, means[i], sigma2),
  );
  return {
    beta_mean: mean,
    beta_V_diag: variances,
    logdet_precision: logDeterminants,
    sigma2_collapsed: noiseConditional(law, n * count, residual),
    sigma2_full: noiseConditional(law, (n + p) * count, squares),
    tau_conditional: {
      shape: precisions[0].shape,
      rate: toTable(
        Float64Array.from(precisions, ({ rate }) => rate),
        count,
      ),
    },
    z_log_target: targets(z),
    z_log_target_proposal: targets(proposal),
    mh_log_ratio: targets(proposal).map((there, i) => there - targets(z)[i]),
    beta_draw: toTable(draw(Math.sqrt(sigma2), byClass(input.standard_normals)), count),
    polya_gamma_z1: {
      precision: predictors.map(({ precision }) => precision),
      mean: predictors.map(({ mean: center }) => center),
    },
  };
}

/** Moments of PG(1, c). */
export function polyaGammaMoments({ c }: { readonly c: number[] }): unknown {
  return { mean: c.map(polyaGammaMean), variance: c.map(polyaGammaVariance) };
}

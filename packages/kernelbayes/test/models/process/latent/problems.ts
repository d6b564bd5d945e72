import type { Engine } from "../../../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import type { LatentApproximation, SignedRows } from "../../../../src/models/process/latent/latentApproximation.ts";
import { constant, gaussian, scale, sum, type Kernel } from "../../../../src/kernels/index.ts";
import type { Likelihood } from "../../../../src/likelihoods/likelihood.ts";
import { factorize, multiplyVector, selectRows } from "../../../../src/matrix/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { engines } from "../../../kernels/engines.ts";

export const engine: Engine = engines[0];

/** Rows with a class each, for Gaussian process classification. */
export interface LatentProblem extends SignedRows {
  readonly X: Matrix;
}

/** Two clouds in two columns, `apart` the distance of their centers; all weights 1. */
export function clouds(n: number, { seed = 1, apart = 1.5 }: { seed?: number; apart?: number } = {}): LatentProblem {
  const random = stream(seed, n);
  const signs = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 1 : -1));
  const X = matrix(n, 2);
  for (let i = 0; i < n; i++) {
    X.data[2 * i] = normal(random) + (apart * signs[i]) / 2;
    X.data[2 * i + 1] = normal(random);
  }
  return { X, signs, weights: new Float64Array(n).fill(1) };
}

export function withWeights(problem: LatentProblem, weights: ArrayLike<number>): LatentProblem {
  return { ...problem, weights: Float64Array.from(weights) };
}

/** The chosen rows, one of them as often as it is named, all of weight 1. */
export function chosen({ X, signs }: LatentProblem, rows: readonly number[]): LatentProblem {
  return {
    X: selectRows(X, rows),
    signs: Float64Array.from(rows, (row) => signs[row]),
    weights: new Float64Array(rows.length).fill(1),
  };
}

export function latentKernel(variance = 2, lengthScale: number | number[] = [0.9, 1.4], offset = 0.7): Kernel {
  return sum(scale(gaussian({ lengthScale }), { variance }), constant({ variance: offset }));
}

/** ln ∫ Π p(y_i | f_i)^w_i N(f; 0, K) df by importance sampling with the posterior of an approximation, widened, as proposal. */
export function sampledEvidence(
  K: Matrix,
  { signs, weights }: SignedRows,
  likelihood: Likelihood,
  approximation: LatentApproximation,
  draws: number,
): { readonly logEvidence: number; readonly error: number } {
  const n = K.rows;
  const { mean } = approximation.latent();
  // The posterior covariance is K − K S B⁻¹ S K.
  const { roots, factor } = approximation.law;
  const half = engine.solveTriangular(
    factor,
    matrix(
      n,
      n,
      K.data.map((value, at) => roots[Math.floor(at / n)] * value),
    ),
  );
  const explained = engine.multiply(half, half, { transposeA: true });
  const widening = 1.5;
  const covariance = matrix(
    n,
    n,
    K.data.map((value, at) => widening * (value - explained.data[at])),
  );
  const proposal = factorize(engine, covariance, { jitter: true });
  const prior = factorize(engine, K, { jitter: true });
  const random = stream(7, n);
  const logWeights = Float64Array.from({ length: draws }, () => {
    const z = Float64Array.from({ length: n }, () => normal(random));
    const step = multiplyVector(proposal.lower, z);
    const f = step.map((value, i) => value + mean[i]);
    let value = 0.5 * (proposal.logDeterminant - prior.logDeterminant);
    const whitened = prior.halfSolve(matrix(n, 1, f)).data;
    for (let i = 0; i < n; i++) {
      value +=
        weights[i] * likelihood.logProbability(signs[i] * f[i]) + 0.5 * (z[i] * z[i] - whitened[i] * whitened[i]);
    }
    return value;
  });
  const most = Math.max(...logWeights);
  const relative = logWeights.map((value) => Math.exp(value - most));
  const average = relative.reduce((total, value) => total + value, 0) / draws;
  const spread = relative.reduce((total, value) => total + (value - average) ** 2, 0) / draws;
  return { logEvidence: most + Math.log(average), error: Math.sqrt(spread / draws) / average };
}

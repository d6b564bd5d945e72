import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { inverseGamma, logGammaVariate, normal, type Stream } from "../../src/random/index.ts";
import { logTotal } from "../../src/models/projection/chain/softmaxMisfit.ts";
import type {
  NoisePrior,
  PrecisionPrior,
  ProjectionPrior,
  ProjectionProblem,
} from "../../src/models/projection/chain/projectionProblem.ts";

/** Everything the model speaks of, drawn from its prior. */
export interface PriorDraw {
  /** β, a row for each column of D and a column for each class but the last. */
  readonly coefficients: Matrix;
  /** τ, laid out as the coefficients. */
  readonly precisions: Matrix;
  /** σ². */
  readonly variance: number;
  /** z, a row for each row of D. */
  readonly latents: Matrix;
  /** Class number of each row. */
  readonly classes: Int32Array;
}

/**
 * A draw from the prior and, given it, of latent predictors and classes: σ², τ, β ~ N(0, σ²/τ) (or 1/τ),
 * z = Dβ + σ N(0, 1), and classes by the softmax of z. Chains and diagnostics are tested on such data.
 */
export function drawPrior(
  { D, classCount }: Pick<ProjectionProblem, "D" | "classCount">,
  prior: ProjectionPrior,
  random: Stream,
): PriorDraw {
  const { rows: n, columns: p } = D;
  const count = classCount - 1;
  const variance = drawNoise(prior.noise, random);
  const precisions = Float64Array.from({ length: p * count }, () => drawPriorPrecision(prior.precision, random));
  const unit = prior.coefficients === "scaled" ? variance : 1;
  const coefficients = precisions.map((precision) => Math.sqrt(unit / precision) * normal(random));
  const latents = new Float64Array(n * count);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < count; k++) {
      let mean = 0;
      for (let l = 0; l < p; l++) mean += D.data[i * p + l] * coefficients[l * count + k];
      latents[i * count + k] = mean + Math.sqrt(variance) * normal(random);
    }
  }
  return {
    coefficients: matrix(p, count, coefficients),
    precisions: matrix(p, count, precisions),
    variance,
    latents: matrix(n, count, latents),
    classes: Int32Array.from({ length: n }, (_, i) => drawClass(latents.subarray(i * count, (i + 1) * count), random)),
  };
}

function drawNoise(prior: NoisePrior, random: Stream): number {
  switch (prior.kind) {
    case "inverse-gamma":
      return inverseGamma(random, prior.shape, prior.rate);
    case "truncated-inverse-gamma": {
      let drawn: number;
      do drawn = inverseGamma(random, prior.shape, prior.rate);
      while (drawn >= prior.upper ** 2);
      return drawn;
    }
    case "half-cauchy":
      return halfCauchy(random, prior.scale) ** 2;
    case "uniform":
      return (prior.upper * random.uniform()) ** 2;
    case "fixed":
      return prior.variance;
  }
}

function drawPriorPrecision(prior: PrecisionPrior, random: Stream): number {
  switch (prior.kind) {
    case "gamma":
      return Math.exp(logGammaVariate(random, prior.shape, prior.rate));
    case "half-cauchy":
      return halfCauchy(random, prior.scale) ** -2;
    case "uniform":
      return (prior.upper * random.uniform()) ** -2;
  }
}

/** The distribution function of C⁺(0, A) at x is (2/π) arctan(x/A). */
function halfCauchy(random: Stream, scale: number): number {
  return scale * Math.tan(0.5 * Math.PI * random.uniform());
}

/** A class from the softmax of the predictors and 0. */
function drawClass(z: Float64Array, random: Stream): number {
  const total = logTotal(z, 0, 1, z.length);
  let left = random.uniform();
  for (let k = 0; k < z.length; k++) {
    left -= Math.exp(z[k] - total);
    if (left < 0) return k;
  }
  return z.length;
}

import type { Engine } from "../../../src/engine/engine.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { elpd } from "../../../src/evaluate/elpd.ts";
import type { SignedRows } from "../../../src/models/process/latent/latentApproximation.ts";
import { latentAt } from "../../../src/models/process/latent/latentAt.ts";
import { halfLogDeterminant, siteFactor } from "../../../src/models/process/latent/siteSystem.ts";
import { wholeKernelRows } from "../../../src/rows/kernel/kernelRows.ts";
import { trigonometricLaplace } from "../../../src/models/process/margin/marginLaplace.ts";
import { leftOutMargins, trigonometricLoss } from "../../../src/models/process/margin/marginMode.ts";
import { newtonMode } from "../../../src/models/process/margin/newtonMode.ts";
import { constant, gaussian, scale, sum, type Kernel } from "../../../src/kernels/index.ts";
import { trigonometricLikelihood } from "../../../src/likelihoods/trigonometricLikelihood.ts";
import { fromRows, selectRows } from "../../../src/matrix/row.ts";
import { classLogProbabilities, logDensities } from "./latentSupport.ts";

interface Rows {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly delta: number;
  readonly kappa0: number;
  readonly kappa: number | readonly number[];
  readonly kappa_b?: number;
}

/** κ₀ exp(−½ Σ κⱼ (xⱼ − zⱼ)²) + κ_b. */
function kernelOf({ kappa0, kappa, kappa_b: offset }: Rows): Kernel {
  const widths = typeof kappa === "number" ? 1 / Math.sqrt(kappa) : kappa.map((value) => 1 / Math.sqrt(value));
  const smooth = scale(gaussian({ lengthScale: widths }), { variance: kappa0 });
  return offset === undefined ? smooth : sum(smooth, constant({ variance: offset }));
}

function signed(y: readonly number[]): SignedRows {
  return { signs: Float64Array.from(y), weights: new Float64Array(y.length).fill(1) };
}

/** Support-vector family, sections 3 to 5: mode, evidence with its gradient, prediction. */
export function bayesianTrigonometric(input: Rows & { readonly Xtest: readonly (readonly number[])[] }): unknown {
  const engine = selectEngine();
  const { y, delta } = input;
  const kernel = kernelOf(input);
  const x = fromRows(input.X);
  const z = fromRows(input.Xtest);
  const K = kernel.matrix(engine, x);
  const rows = signed(y);
  const loss = trigonometricLoss(delta);
  const mode = newtonMode(engine, { kernel: wholeKernelRows(K), rows, loss });
  const { alpha, support, latent, primal } = mode;
  const { law, active, logEvidence, slopeWeights } = trigonometricLaplace(engine, K, rows, delta);
  const own = selectRows(x, active);
  const slopes = kernel.gradient(engine, own, slopeWeights());
  const cross = kernel.cross(engine, z, own);
  const moments = latentAt(engine, law, cross, kernel.diagonal(z));
  const slack = Array.from(alpha.keys()).filter((i) => alpha[i] === 0);
  const losses = latent.reduce((total, f, i) => total + loss.loss(rows.signs[i] * f), 0);
  const { lower, upper } = classLogProbabilities(trigonometricLikelihood({ halfWidth: delta }), moments);
  return {
    alpha,
    support,
    f: latent,
    primal,
    dual_min: mode.dual,
    min_alpha_support: Math.min(...Array.from(support, (i) => alpha[i])),
    min_slack_nonsupport: slack.length > 0 ? Math.min(...slack.map((i) => rows.signs[i] * latent[i] - delta)) : null,
    evidence: {
      quad: primal - losses,
      loss: losses,
      half_logdet: -logEvidence - primal,
      neg_log: -logEvidence,
      // κ = 1/ℓ², so that ∂/∂ln κ = −½ ∂/∂ln ℓ; and it is the evidence that rises.
      grad_log_hyper: slopes.map((slope, j) =>
        kernel.parameters[j].name.includes("lengthScale") ? slope / 2 : -slope,
      ),
    },
    ...moments,
    prob_plus: upper.map(Math.exp),
    log_prob_plus: upper,
    log_prob_minus: lower,
  };
}

/** Section 4: what a row costs the evidence when it comes into the margin. */
export function trigonometricJump(input: {
  readonly Sigma: readonly (readonly number[])[];
  readonly lambda_others: readonly number[];
  readonly delta: number;
  readonly point: number;
}): unknown {
  const engine = selectEngine();
  const { Sigma, point, delta } = input;
  const others = Sigma.map((_, i) => i).filter((i) => i !== point);
  const K = fromRows(others.map((i) => others.map((j) => Sigma[i][j])));
  const roots = Float64Array.from(input.lambda_others, Math.sqrt);
  const cross = fromRows([others.map((i) => Sigma[point][i])]);
  const own = Float64Array.of(Sigma[point][point]);
  // Only the variance is asked for, which the coefficients have no part in.
  const law = { coefficients: new Float64Array(roots.length), roots, factor: siteFactor(engine, K, roots) };
  const [variance] = latentAt(engine, law, cross, own).variance;
  // The row comes in with a multiplier of 0, and nothing but the determinant of the evidence grows.
  const order = [...others, point];
  const larger = siteFactor(
    engine,
    fromRows(order.map((i) => order.map((j) => Sigma[i][j]))),
    Float64Array.of(...roots, Math.sqrt(trigonometricLoss(delta).curvatureOfMultiplier(0))),
  );
  return { conditional_variance: variance, jump: halfLogDeterminant(larger) - halfLogDeterminant(law.factor) };
}

/** Section 8: the classifier with a free bias. */
export function trigonometric(input: Rows): unknown {
  const engine = selectEngine();
  const { alpha, bias, support, latent, primal } = newtonMode(engine, biasedProblem(engine, input));
  return { alpha, bias, support, f: latent, primal };
}

function biasedProblem(engine: Engine, input: Rows): Parameters<typeof newtonMode>[1] {
  const K = kernelOf(input).matrix(engine, fromRows(input.X));
  return { kernel: wholeKernelRows(K), rows: signed(input.y), loss: trigonometricLoss(input.delta), bias: true };
}

/** Prediction and comparison, section 1.4: cavities of Laplace's approximation. */
export function looBayesianTrigonometric(input: Rows): unknown {
  const engine = selectEngine();
  const rows = signed(input.y);
  const K = kernelOf(input).matrix(engine, fromRows(input.X));
  const cavities = trigonometricLaplace(engine, K, rows, input.delta).cavities();
  const logDensity = logDensities(trigonometricLikelihood({ halfWidth: input.delta }), input.y, cavities);
  return {
    cavityMean: cavities.mean,
    cavityVariance: cavities.variance,
    logDensity,
    elpd: elpd(logDensity).total,
  };
}

/** Section 1.2: outputs of the classifier with a free bias without each row. */
export function looTrigonometric(input: Rows): unknown {
  const engine = selectEngine();
  const problem = biasedProblem(engine, input);
  return { looOutput: leftOutMargins(engine, problem, newtonMode(engine, problem)) };
}

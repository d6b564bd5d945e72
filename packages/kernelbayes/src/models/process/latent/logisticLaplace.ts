import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import { pause, type Work } from "../../../run/work.ts";
import { logSigmoid, sigmoid } from "../../../numeric/sigmoid.ts";
import type { LatentApproximation, LatentMoments, SignedRows, ApproximateOptions } from "./latentApproximation.ts";
import { halfLogDeterminant, siteFactor, siteVariances, solveSites } from "./siteSystem.ts";

/** A point on the way to the mode: f = K a, its objective, and the slopes of the log likelihood there. */
interface Point {
  readonly a: Float64Array;
  readonly f: Float64Array;
  /** Ψ = −½ aᵀf + Σ w log σ(y f). */
  readonly objective: number;
  /** g = w (ỹ − π), ỹ 1 or 0. */
  readonly slopes: Float64Array;
  /** max |a − g| / max(1, w). */
  readonly residual: number;
}

/** Posterior variances, and the diagonal of B⁻¹. */
type Variances = Record<"variance" | "shares", Float64Array>;

const mostSteps = 100;
/** A factor is kept for another step while its steps leave at most this share of the residual. */
const contraction = 0.3;

/**
 * Laplace's approximation of Gaussian process classification with the logistic likelihood: the mode f of
 *
 *     Ψ(f) = −½ fᵀK⁻¹f + Σ w_i log σ(y_i f_i)
 *
 * by Newton's method, which in a = K⁻¹f and r = a − g is Δa = −(r − S B⁻¹ S K r), B = I + S K S, S² = W = w π(1 − π); no
 * inverse of K is needed and rows may repeat. Steps are halved while they lower Ψ, and a factor of B serves further steps
 * while these leave less than a third of the residual: they cost O(n²) where a factor costs O(n³). At the mode
 *
 *     log q = −½ aᵀf + Σ w log σ(y f) − Σ log L_ii,
 *     ∂ log q = Σ Ω ∂K,   Ω = ½ a aᵀ − ½ R + sym(u gᵀ),   R = S B⁻¹ S,   u = s − R K s,   s_i = ½ v_i ∂³ log p_i,
 *
 * v_i the posterior variance; the last term of Ω is what the mode itself contributes as it moves. (Williams & Barber 1998;
 * Rasmussen & Williams, Gaussian Processes for Machine Learning, algorithms 3.1 and 5.1, here with weights and contracted.) Pauses after each
 * factorization.
 */
export function* logisticLaplace(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  { warmStart, tolerance = 1e-10 }: ApproximateOptions = {},
): Work<LatentApproximation> {
  const n = K.rows;
  const start = startingPoint(engine, K, rows, warmStart);
  yield pause;
  const { point, steps, converged } = yield* findMode(engine, K, rows, start, tolerance);
  const { a, f, slopes } = point;
  const probabilities = f.map(sigmoid);
  const roots = rootsAt(rows, f);
  const factor = siteFactor(engine, K, roots);
  let inverse: Matrix | undefined;
  const inverseOfB = (): Matrix => (inverse ??= engine.inverseFactored(factor));
  let moments: { readonly variance: Float64Array; readonly shares: Float64Array } | undefined;
  /** The posterior variances, and b_i = [B⁻¹]_ii = 1 − W_i v_i. */
  const posterior = (): { readonly variance: Float64Array; readonly shares: Float64Array } => {
    if (moments !== undefined) return moments;
    const shares = diagonal(inverseOfB());
    moments = { shares, variance: siteVariances(engine, K, roots, factor, shares) };
    return moments;
  };
  return {
    law: { coefficients: a, roots, factor },
    active: Int32Array.from({ length: n }, (_, i) => i),
    logEvidence: point.objective - halfLogDeterminant(factor),
    latent: () => ({ mean: f.slice(), variance: posterior().variance.slice() }),
    slopeWeights() {
      const { shares } = posterior();
      const weights = inverseOfB();
      inverse = undefined;
      // ½ v ∂³log p = −½ v W (1 − 2π), where v W = 1 − b.
      const curvatureSlopes = shares.map((b, i) => -0.5 * (1 - b) * (1 - 2 * probabilities[i]));
      const moved = solveSites(engine, factor, roots, multiplyVector(K, curvatureSlopes));
      const u = curvatureSlopes.map((value, i) => value - moved[i]);
      contractInPlace(weights, roots, a, u, slopes);
      return weights;
    },
    cavities: () => cavitiesOf(rows, point, posterior()),
    warmStart: f,
    converged,
    steps,
  };
}

/** Ω = ½ a aᵀ − ½ S B⁻¹ S + ½ (u gᵀ + g uᵀ) in place of B⁻¹, exactly symmetric. */
function contractInPlace(
  inverse: Matrix,
  roots: Float64Array,
  a: Float64Array,
  u: Float64Array,
  g: Float64Array,
): void {
  const n = inverse.rows;
  const { data } = inverse;
  for (let i = 0; i < n; i++) {
    const ai = 0.5 * a[i];
    const ui = 0.5 * u[i];
    const gi = 0.5 * g[i];
    const si = -0.5 * roots[i];
    for (let j = 0, at = i * n; j < n; j++, at++) {
      data[at] = si * roots[j] * data[at] + ai * a[j] + (ui * g[j] + gi * u[j]);
    }
  }
}

/**
 * The posterior without one unit of a row's weight (the whole row, where that is less): with the unit's share
 * k = 1 / max(1, w) of the row's site, v_c = v / (1 − k (1 − b)) and μ_c = f − v_c k g, g the slope of the whole row.
 */
function cavitiesOf({ weights }: SignedRows, { f, slopes }: Point, { variance, shares }: Variances): LatentMoments {
  const left = variance.map((v, i) => {
    const w = Math.max(1, weights[i]);
    return v / ((w - 1 + shares[i]) / w);
  });
  return { mean: f.map((value, i) => value - (left[i] * slopes[i]) / Math.max(1, weights[i])), variance: left };
}

function rootsAt({ weights }: SignedRows, f: Float64Array): Float64Array {
  // π(1 − π) from the smaller of both, which keeps its digits in the tails.
  return f.map((value, i) => {
    const smaller = sigmoid(-Math.abs(value));
    return Math.sqrt(weights[i] * smaller * (1 - smaller));
  });
}

function pointAt({ signs, weights }: SignedRows, a: Float64Array, f: Float64Array): Point {
  let objective = -0.5 * dot(a, f);
  let residual = 0;
  const slopes = f.map((value, i) => {
    const margin = signs[i] * value;
    objective += weights[i] * logSigmoid(margin);
    const slope = weights[i] * signs[i] * sigmoid(-margin);
    residual = Math.max(residual, Math.abs(a[i] - slope) / Math.max(1, weights[i]));
    return slope;
  });
  return { a, f, objective, slopes, residual };
}

/** L for the curvatures at some latent values, with their square roots. */
interface Factored {
  readonly factor: Matrix;
  readonly roots: Float64Array;
}

interface Start {
  readonly point: Point;
  readonly factored?: Factored | undefined;
}

/**
 * f = 0, or where a Newton step from the latent values of another kernel matrix leads, if that is better. Latent values change
 * less with the kernel than a = K⁻¹f does, and the step needs nothing else: a = b − S B⁻¹ S K b with b = W f + g.
 */
function startingPoint(engine: Engine, K: Matrix, rows: SignedRows, warmStart: Float64Array | undefined): Start {
  const nothing = new Float64Array(K.rows);
  const cold = pointAt(rows, nothing, nothing);
  if (warmStart === undefined || warmStart.length !== K.rows) return { point: cold };
  const roots = rootsAt(rows, warmStart);
  const factor = siteFactor(engine, K, roots);
  const { slopes } = pointAt(rows, nothing, warmStart);
  const b = warmStart.map((f, i) => roots[i] * roots[i] * f + slopes[i]);
  const solved = solveSites(engine, factor, roots, multiplyVector(K, b));
  const a = b.map((value, i) => value - solved[i]);
  const point = pointAt(rows, a, multiplyVector(K, a));
  return point.objective > cold.objective ? { point, factored: { factor, roots } } : { point: cold };
}

function* findMode(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  { point: start, factored: given }: Start,
  tolerance: number,
): Work<{ readonly point: Point; readonly steps: number; readonly converged: boolean }> {
  let point = start;
  let factored = given;
  let isFresh = false;
  for (let steps = 0; steps < mostSteps; steps++) {
    if (point.residual < tolerance) return { point, steps, converged: true };
    if (factored === undefined) {
      const roots = rootsAt(rows, point.f);
      factored = { roots, factor: siteFactor(engine, K, roots) };
      isFresh = true;
      yield pause;
    }
    const next = newtonStep(engine, K, rows, point, factored);
    // A step that brings nothing, with the factor of its own place, has come to the limit of rounding.
    if (next === undefined && isFresh) return { point, steps, converged: point.residual < 1e-6 };
    if (next === undefined || next.residual > contraction * point.residual) factored = undefined;
    isFresh = false;
    point = next ?? point;
  }
  return { point, steps: mostSteps, converged: false };
}

/** The step with a factor of B, halved until it does not lower Ψ; undefined if no part of it improves anything. */
function newtonStep(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  { a, f, objective, slopes, residual }: Point,
  { factor, roots }: Factored,
): Point | undefined {
  const r = a.map((value, i) => value - slopes[i]);
  const solved = solveSites(engine, factor, roots, multiplyVector(K, r));
  const direction = r.map((value, i) => solved[i] - value);
  const shift = multiplyVector(K, direction);
  const rounding = 1e-13 * (1 + Math.abs(objective));
  for (let size = 1; size > 1e-6; size /= 2) {
    const next = pointAt(
      rows,
      a.map((value, i) => value + size * direction[i]),
      f.map((value, i) => value + size * shift[i]),
    );
    if (next.objective >= objective - rounding && (next.objective > objective || next.residual < residual)) return next;
  }
  return undefined;
}

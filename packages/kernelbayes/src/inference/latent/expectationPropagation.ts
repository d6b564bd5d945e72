import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import type { Likelihood } from "../../likelihoods/likelihood.ts";
import { anderson } from "./anderson.ts";
import type { LatentApproximation, LatentMoments, SignedRows } from "./approximation.ts";
import { sweep, type Sites, type Sweep } from "./sites.ts";

export interface ExpectationPropagationOptions {
  /** The `warmStart` of an approximation with a kernel matrix close to this one; a wrong one costs sweeps, nothing else. */
  readonly warmStart?: Float64Array | undefined;
  /** The largest mismatch of moments, relative to the posterior's. Default 1e-9; 1e-6 has the evidence to about as much. */
  readonly tolerance?: number;
}

const mostSweeps = 200;
const firstAccelerated = 4;
const firstDamped = 6;
const memory = 5;
/** An accelerated precision stays within this factor of the plain one. */
const trust = 3;
/** A residual below this counts as converged once rounding keeps it from falling further, which so many sweeps show. */
const nearEnough = 1e-6;
const patience = 12;

/**
 * Expectation propagation in its parallel form (Minka 2001; Rasmussen & Williams, Gaussian Processes for Machine Learning,
 * section 3.6): every likelihood is replaced by a Gaussian site that gives the posterior the moments of the likelihood times the
 * posterior without the site, all sites at once, until nothing changes. At that point
 *
 *     ln Z = Σ [ln Ẑ + ½ log1p(τ v_c) − ½ ν²/(τ + τ_c) + ½ μ_c τ_c (τ μ_c − 2ν)/(τ + τ_c)] + ½ νᵀμ − Σ log L_ii
 *
 * is stationary in the sites, so that ∂ ln Z = ½ Σ (b bᵀ − R) ∂K, R = S B⁻¹ S, and the cavities are what leaving a row out
 * leaves: ln p(y_i | others) = ln Ẑ_i. Anderson's acceleration helps from the fourth sweep on, damping from the sixth where the
 * mismatch rises; sites that no posterior belongs to lead back to the last good ones and a quarter of the step.
 */
export function expectationPropagation(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  likelihood: Likelihood,
  { warmStart, tolerance = 1e-9 }: ExpectationPropagationOptions = {},
): LatentApproximation {
  const n = K.rows;
  const run = (sites: Sites): Sweep | undefined => sweep(engine, K, rows, likelihood, sites);
  const begin = warmSites(warmStart, n);
  const { last, sweeps, converged } =
    (begin === undefined ? undefined : iterate(run, begin, tolerance)) ??
    iterate(run, noSites(n), tolerance) ??
    failed(n);
  const { factor, roots, coefficients, posterior, sites } = last;
  let inverse: Matrix | undefined = last.inverse;
  return {
    law: { coefficients, roots, factor },
    active: Int32Array.from({ length: n }, (_, i) => i),
    logEvidence: last.logEvidence,
    latent: () => copyOf(posterior),
    slopeWeights() {
      const weights = inverse ?? engine.inverseFactored(factor);
      inverse = undefined;
      contractInPlace(weights, roots, coefficients);
      return weights;
    },
    cavities: () => copyOf(last.cavities),
    warmStart: joined(sites),
    converged,
    steps: sweeps,
  };
}

/** Ω = ½ (b bᵀ − S B⁻¹ S) in place of B⁻¹. */
function contractInPlace({ data, rows: n }: Matrix, roots: Float64Array, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    const bi = 0.5 * b[i];
    const si = 0.5 * roots[i];
    for (let j = 0, at = i * n; j < n; j++, at++) data[at] = bi * b[j] - si * roots[j] * data[at];
  }
}

interface Outcome {
  readonly last: Sweep;
  readonly sweeps: number;
  readonly converged: boolean;
}

/** Sweeps from given sites; undefined if not even these allow one. */
function iterate(run: (sites: Sites) => Sweep | undefined, begin: Sites, tolerance: number): Outcome | undefined {
  const n = begin.precision.length;
  const acceleration = anderson(memory);
  let sites = begin;
  let good: Pick<Sweep, "sites" | "image" | "residual"> | undefined;
  let best: { readonly sites: Sites; readonly residual: number; readonly sweep: number } | undefined;
  let step = 1;
  for (let count = 1; count <= mostSweeps; count++) {
    const now = run(sites);
    if (now === undefined) {
      if (good === undefined) return undefined;
      step /= 4;
      acceleration.forget();
      sites = between(good.sites, good.image, step);
      continue;
    }
    const { residual } = now;
    if (residual < tolerance) return { last: now, sweeps: count, converged: true };
    if (best === undefined || residual < 0.5 * best.residual) best = { sites, residual, sweep: count };
    const isStuck = best.residual < nearEnough && count - best.sweep >= patience;
    if (isStuck) return { last: run(best.sites) ?? now, sweeps: count + 1, converged: true };
    if (good !== undefined && count >= firstDamped && residual > 1.1 * good.residual) step = Math.max(0.1, step / 2);
    good = { sites, image: now.image, residual };
    const scales = joined({ precision: now.posterior.variance, shift: now.posterior.variance.map(Math.sqrt) });
    const suggested = acceleration.next(joined(sites), joined(now.image), scales);
    const target = count >= firstAccelerated ? clipped(parted(suggested, n), now.image) : now.image;
    sites = between(sites, target, step);
  }
  const last = best && run(best.sites);
  return last && { last, sweeps: mostSweeps, converged: false };
}

/** (1 − step) of one, step of the other. */
function between(from: Sites, to: Sites, step: number): Sites {
  const mix = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, i) => value + step * (b[i] - value));
  return { precision: mix(from.precision, to.precision), shift: mix(from.shift, to.shift) };
}

function clipped({ precision, shift }: Sites, plain: Sites): Sites {
  return {
    precision: precision.map((tau, i) =>
      Math.min(trust * plain.precision[i], Math.max(plain.precision[i] / trust, tau)),
    ),
    shift,
  };
}

function joined({ precision, shift }: Sites): Float64Array {
  const result = new Float64Array(2 * precision.length);
  result.set(precision);
  result.set(shift, precision.length);
  return result;
}

function parted(both: Float64Array, n: number): Sites {
  return { precision: both.slice(0, n), shift: both.slice(n) };
}

function noSites(n: number): Sites {
  return { precision: new Float64Array(n), shift: new Float64Array(n) };
}

function warmSites(warmStart: Float64Array | undefined, n: number): Sites | undefined {
  return warmStart?.length === 2 * n ? parted(warmStart, n) : undefined;
}

function copyOf({ mean, variance }: LatentMoments): LatentMoments {
  return { mean: mean.slice(), variance: variance.slice() };
}

function failed(n: number): never {
  throw new NumericalError(
    "not-finite",
    `Expectation propagation could not begin on ${n} rows: the kernel matrix holds numbers that are not finite, or too large.`,
  );
}

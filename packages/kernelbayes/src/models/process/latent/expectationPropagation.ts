import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import type { Likelihood } from "../../../likelihoods/likelihood.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { pause, type Work } from "../../../run/work.ts";
import { factorToRounding } from "../../../rows/kernel/factorToRounding.ts";
import type {
  LatentApproximation,
  LatentLaw,
  LatentMoments,
  SignedRows,
  ApproximateOptions,
} from "./latentApproximation.ts";
import { logisticLaplace } from "./logisticLaplace.ts";
import { lowRankSystem, wholeSystem, type SiteRoom, type SiteSystem } from "./siteSystem.ts";
import { sweep, type Sites, type Sweep } from "./sites.ts";

/** From so many rows on a factor of low rank is tried. */
const leastRows = 250;
/** What the factor may leave of a row's prior variance, over the mismatch of moments that sweeps end at, and at most. */
const [lost, mostLost] = [1e-5, 1e-8];
const mostSweeps = 200;
const firstDamped = 6;
const leastStep = 0.1;
/** A residual below this counts as converged once rounding keeps it from falling further, which so many sweeps show. */
const nearEnough = 1e-6;
const patience = 12;
/** How close to its mode Laplace's approximation is taken as a start. */
const startTolerance = 1e-2;

/**
 * Expectation propagation in its parallel form (Minka 2001; Rasmussen & Williams, Gaussian Processes for Machine Learning,
 * section 3.6): every likelihood is replaced by a Gaussian site that gives the posterior the moments of the likelihood times the
 * posterior without the site, all sites at once, until nothing changes. At that point
 *
 *     ln Z = Σ [ln Ẑ + ½ log1p(τ v_c) − ½ ν²/(τ + τ_c) + ½ μ_c τ_c (τ μ_c − 2ν)/(τ + τ_c)] + ½ νᵀμ − Σ log L_ii
 *
 * is stationary in the sites, so that ∂ ln Z = ½ Σ (b bᵀ − R) ∂K, R = S B⁻¹ S, and the cavities are what leaving a row out
 * leaves: ln p(y_i | others) = ln Ẑ_i. Without a warm start the sites are first those of Laplace's approximation with the
 * logistic likelihood. From the sixth sweep on the step is halved where the mismatch of moments rises, and grows again where
 * it falls; sites that no posterior belongs to lead back to the last good ones and a quarter of the step. Pauses after each sweep.
 */
export function* expectationPropagation(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  likelihood: Likelihood,
  { warmStart, tolerance = 1e-9, room }: ApproximateOptions = {},
): Work<LatentApproximation> {
  const n = K.rows;
  const system = systemOf(engine, K, Math.min(mostLost, lost * tolerance), room);
  yield pause;
  const run = (sites: Sites): Sweep | undefined => sweep(system, rows, likelihood, sites);
  const begin = warmSites(warmStart, n) ?? (yield* laplaceSites(engine, K, rows));
  const { last, sweeps, converged } =
    (yield* iterate(run, begin, tolerance)) ?? (yield* iterate(run, noSites(n), tolerance)) ?? failed(n);
  const { roots, coefficients, posterior } = last;
  let law: LatentLaw | undefined;
  return {
    get law() {
      return (law ??= { coefficients, roots, factor: last.factor() });
    },
    active: Int32Array.from({ length: n }, (_, i) => i),
    logEvidence: last.logEvidence,
    latent: () => copyOf(posterior),
    slopeWeights: () => last.slopeWeights(coefficients),
    cavities: () => copyOf(last.cavities),
    // The sites that would come next: at the same kernel as well as near it, they are a sweep ahead of these.
    warmStart: joined(last.towards(1)),
    converged,
    steps: sweeps,
  };
}

/** By a factor of low rank, where the kernel is smooth enough to have one and rows are many enough for it to pay. */
function systemOf(engine: Engine, K: Matrix, share: number, room: SiteRoom = {}): SiteSystem {
  const G = K.rows < leastRows || room.isRough ? undefined : factorToRounding(engine, K, share);
  if (G) return lowRankSystem(engine, K, G, room);
  room.isRough = true;
  return wholeSystem(engine, K, room);
}

interface Outcome {
  readonly last: Sweep;
  readonly sweeps: number;
  readonly converged: boolean;
}

/** Sweeps from given sites; undefined if not even these allow one. */
function* iterate(
  run: (sites: Sites) => Sweep | undefined,
  begin: Sites,
  tolerance: number,
): Work<Outcome | undefined> {
  let sites = begin;
  let good: Pick<Sweep, "towards" | "residual"> | undefined;
  let best: { readonly sites: Sites; readonly residual: number; readonly sweep: number } | undefined;
  let step = 1;
  for (let count = 1; count <= mostSweeps; count++) {
    const now = run(sites);
    yield pause;
    if (now === undefined) {
      if (good === undefined) return undefined;
      step /= 4;
      sites = good.towards(step);
      continue;
    }
    const { residual } = now;
    if (residual < tolerance) return { last: now, sweeps: count, converged: true };
    if (best === undefined || residual < 0.5 * best.residual) best = { sites: now.sites, residual, sweep: count };
    const isStuck = best.residual < nearEnough && count - best.sweep >= patience;
    if (isStuck) {
      const last = run(best.sites);
      return last && { last, sweeps: count + 1, converged: true };
    }
    const rose = good !== undefined && count >= firstDamped && residual > 1.1 * good.residual;
    step = rose ? Math.max(leastStep, step / 2) : Math.min(1, 1.25 * step);
    good = { towards: now.towards, residual };
    sites = now.towards(step);
  }
  const last = best && run(best.sites);
  return last && { last, sweeps: mostSweeps, converged: false };
}

function joined({ precision, shift }: Sites): Float64Array {
  const result = new Float64Array(2 * precision.length);
  result.set(precision);
  result.set(shift, precision.length);
  return result;
}

/** Sites with the curvature and the slope of the log likelihood at the mode. */
function* laplaceSites(engine: Engine, K: Matrix, rows: SignedRows): Work<Sites> {
  const { law } = yield* logisticLaplace(engine, K, rows, { tolerance: startTolerance });
  const mean = multiplyVector(K, law.coefficients);
  const counts = rows.weights.map((w) => Math.max(1, w));
  const precision = law.roots.map((root, i) => (root * root) / counts[i]);
  return { precision, shift: precision.map((tau, i) => tau * mean[i] + law.coefficients[i] / counts[i]) };
}

function noSites(n: number): Sites {
  return { precision: new Float64Array(n), shift: new Float64Array(n) };
}

function warmSites(warmStart: Float64Array | undefined, n: number): Sites | undefined {
  if (warmStart?.length !== 2 * n) return undefined;
  return { precision: warmStart.slice(0, n), shift: warmStart.slice(n) };
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

import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { isVariance } from "../../../kernels/parts/parameter.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { matrixWithGradient } from "../../../kernels/parts/matrixWithGradient.ts";
import { selectRows } from "../../../matrix/row.ts";
import type { Box } from "../../../optimize/box.ts";
import type { LongObjective } from "../../../optimize/optimizer.ts";
import type { WeightedRows } from "../../../rows/labelledRows.ts";
import type { EvidenceSearch, EvidenceFamily, Ending } from "../../../search/evidenceFamily.ts";
import { freeParameters, withFreeValues, searchBounds } from "../../../search/searchBounds.ts";
import { approximateInSteps, evidenceJumps } from "../latent/approximate.ts";
import type { LatentApproximation, LatentMethod, SignedRows } from "../latent/latentApproximation.ts";
import type { SiteRoom } from "../latent/siteSystem.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import { runSync } from "../../../run/run.ts";
import { pause, rising, type Work } from "../../../run/work.ts";
import { descend, type DescentOptions } from "../../../search/descend.ts";
import type { SearchLimits } from "../../../search/searchStart.ts";

/** The rows of a search, as plain data. */
export interface LatentRows extends SignedRows, WeightedRows {
  /** Median squared distance of two rows, which sets the unit of the length scales. */
  readonly squaredDistance: number;
}

interface LatentSearchOptions {
  readonly precision?: SearchPrecision | undefined;
  /** Where the first approximation begins. */
  readonly warmStart?: Float64Array | undefined;
  /** Whether the kernel matrix of the best point is kept, for an approximation that follows. Default false. */
  readonly keepsMatrix?: boolean;
}

/** A search over the logarithms of the free parameters of a kernel. */
export interface LatentSearch extends EvidenceSearch {
  /** Where an approximation at the best point so far would begin. */
  readonly warmStart: () => Float64Array | undefined;
  /** Value and gradient, and the value alone, with pauses. */
  readonly longObjective: LongObjective;
  readonly longValue: (point: Float64Array) => Work<number>;
  /** What is at hand for an approximation at a point. */
  readonly atHand: (point: Float64Array) => AtHand;
}

/** What a search leaves for an approximation that follows it. */
export interface AtHand {
  /** The kernel matrix, where the search has found its best there and keeps it. */
  readonly K: Matrix | undefined;
  /** Memory that the search needs no more. */
  readonly room: SiteRoom;
}

/** The best that a search has met; with its point and the kernel matrix there, if this is kept. */
interface Best {
  readonly logEvidence: number;
  readonly warmStart: Float64Array;
  readonly point?: Float64Array;
  readonly K?: Matrix;
}

/**
 * How exact the evidence of a search is: "fine" where its end is brought to rest, "coarse" where a hundredth of a nat does not matter.
 * Expectation propagation is stationary in its sites, so that a mismatch of 1e-3 leaves less than 1e-4 nats to the evidence and a
 * few hundredths to its slopes, in half of the sweeps.
 */
type SearchPrecision = "fine" | "coarse";
const searchTolerances = { laplace: { fine: 1e-8, coarse: 1e-8 }, ep: { fine: 1e-6, coarse: 1e-3 } } as const;

/**
 * The search over the free parameters of a kernel, with its bounds. Every evaluation begins where the best one so far has
 * ended, so that it takes a few steps of its own only.
 */
export function latentSearch(
  engine: Engine,
  kernel: Kernel,
  rows: LatentRows,
  method: LatentMethod,
  { precision = "fine", warmStart: firstWarmStart, keepsMatrix = false }: LatentSearchOptions = {},
): LatentSearch {
  const free = freeParameters(kernel);
  const kernelAt = (point: ArrayLike<number>): Kernel => withFreeValues(kernel, free, point);
  const tolerance = searchTolerances[method.approximation][precision];
  const room: SiteRoom = {};
  let best: Best | undefined;
  const approximation = function* (point: Float64Array, K: Matrix): Work<LatentApproximation> {
    const found = yield* approximateInSteps(engine, K, rows, method, {
      warmStart: best?.warmStart ?? firstWarmStart,
      tolerance,
      room,
    });
    const { logEvidence, warmStart } = found;
    if (method.approximation === "ep" && !found.converged) {
      throw new NumericalError("not-converged", `Expectation propagation did not settle in ${found.steps} sweeps.`);
    }
    if (best === undefined || logEvidence > best.logEvidence) {
      best = { logEvidence, warmStart, ...(keepsMatrix && { point: point.slice(), K }) };
    }
    return found;
  };
  const longObjective: LongObjective = function* (point) {
    const at = kernelAt(point);
    // Where only the rows within the margin have slopes there is nothing to share with the whole matrix.
    const whole = evidenceJumps(method) ? undefined : matrixWithGradient(engine, at, rows.X);
    const K = whole?.K ?? at.matrix(engine, rows.X);
    yield pause;
    const { logEvidence, active, slopeWeights } = yield* approximation(point, K);
    const weights = slopeWeights();
    yield pause;
    const slopes =
      whole && active.length === rows.X.rows
        ? whole.contract(weights).gradient
        : at.gradient(engine, selectRows(rows.X, active), weights);
    return { value: -logEvidence, gradient: Float64Array.from(free, (j) => -slopes[j]) };
  };
  const longValue = function* (point: Float64Array): Work<number> {
    const K = kernelAt(point).matrix(engine, rows.X);
    yield pause;
    return -(yield* approximation(point, K)).logEvidence;
  };
  return {
    box: latentBounds(kernel, free, rows.squaredDistance, greatestVariance(method)),
    start: Float64Array.from(free, (j) => Math.log(kernel.parameters[j].value)),
    kernelAt,
    objective: (point) => runSync(longObjective(point)),
    value: (point) => runSync(longValue(point)),
    longObjective,
    longValue,
    warmStart: () => best?.warmStart,
    atHand: (point) => ({ K: best?.point?.every((log, j) => log === point[j]) ? best.K : undefined, room }),
  };
}

/**
 * The logarithm of the greatest variance: a latent function of a deviation above 50 says no more than its sign (Chu, Keerthi & Ong).
 * Laplace's approximation with the logistic likelihood, too timid by itself, makes up for it by variances that may be greater.
 */
function greatestVariance({ likelihood, approximation }: LatentMethod): number {
  return likelihood === "logistic" && approximation === "laplace" ? 10 : 8;
}

/**
 * Bounds of the logarithms of the free parameters: those of other searches by evidence, and variances between exp(−12) and the greatest,
 * unless they begin outside.
 */
function latentBounds(kernel: Kernel, free: readonly number[], squaredDistance: number, greatest: number): Box {
  const { lower, upper } = searchBounds(kernel, squaredDistance, []);
  const areVariances = free.map((j) => isVariance(kernel.parameters[j].name));
  const start = free.map((j) => Math.log(kernel.parameters[j].value));
  return {
    lower: Float64Array.from(lower, (own, at) => (areVariances[at] ? Math.min(start[at], Math.max(own, -12)) : own)),
    upper: Float64Array.from(upper, (own, at) =>
      areVariances[at] ? Math.max(start[at], Math.min(own, greatest)) : own,
    ),
  };
}

/** The rows of a search with the method by which their evidence is computed, as plain data. */
export interface LatentTask extends LatentRows {
  readonly method: LatentMethod;
  /** How exact the evidence is; see `latentSearch`. Default "fine". */
  readonly precision?: SearchPrecision | undefined;
}

/** The evidence of a latent function, by Laplace's method or by expectation propagation. */
export const latentFamily: EvidenceFamily<LatentTask, LatentSearch> = {
  name: "process",
  search: (engine, { kernel }, { method, precision, ...rows }) =>
    latentSearch(engine, kernel, rows, method, { precision }),
};

/** Where steps on all rows have ended. */
export interface WholeEnding extends Ending {
  /** The Hessian there, row-major, where the steps have learned it. */
  readonly hessian?: Float64Array;
}

/** Starts on some of the rows only have to come near: what follows on all rows takes it from there. */
export const rough: SearchLimits = {
  maxEvaluations: 30,
  maxLineEvaluations: 8,
  valueTolerance: 1e-4,
};

/** A few steps from the end of a start; the whole way from its beginning where all rows have no evidence at that end. */
export function* onAllRows(
  search: LatentSearch,
  end: Float64Array,
  hessian: Float64Array,
  limits: Pick<DescentOptions, "maxEvaluations" | "tolerance">,
): Work<WholeEnding> {
  const { objective, longObjective, box, start } = search;
  try {
    return yield* descend(longObjective, end, { hessian, box, ...limits });
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    const found = yield* rising(boundedLbfgs(objective, start, { ...box, ...rough, stage: "all rows again" }));
    return { ...found, status: `${found.status}; from the start on all rows, since some of them led astray` };
  }
}

import { sumOf } from "../../../matrix/dot.ts";
import type { Engine } from "../../../engine/engine.ts";
import { NumericalError } from "../../../errors.ts";
import { isVariance } from "../../../kernels/parts/parameter.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import type { Work } from "../../../run/work.ts";
import { freeParameters } from "../../../search/searchBounds.ts";
import { sampleNumbers } from "../../../rows/sampleRows.ts";
import type { LatentMethod } from "../latent/latentApproximation.ts";
import { takeRows } from "../../../rows/labelledRows.ts";
import { descend } from "../../../search/descend.ts";
import { searchedLatent, searchLatent, type LatentKernelSearch, type LatentSearchLimits } from "./searchLatent.ts";
import { onAllRows, type WholeEnding, latentSearch, type LatentRows } from "./latentSearch.ts";
import { roughHessian } from "../../../search/roughHessian.ts";
import { spreadSites } from "../latent/approximate.ts";

export interface RefinementOptions {
  /** Whether the end is brought to rest. */
  readonly polish: boolean;
  /** The first steps look at so many rows, or eight for each parameter where that is more. Default a quarter of all, from 250 to 400. */
  readonly rowsOfStart?: number;
}

const rowsOfParameter = 8;
/**
 * A quarter of the rows, within limits. With fewer, steps on all rows are many: variances of the kernel grow with the number of rows
 * where these are told apart.
 */
const [leastRows, mostRows] = [250, 400];
const usualRows = (rows: number): number => Math.min(mostRows, Math.max(leastRows, Math.round(0.25 * rows)));
/** A variance below this has vanished, from where no slope leads back: more rows have to say so. */
const vanished = 0.1;
/** Evaluations on these, and on all rows. */
const [mostEvaluations, mostWholeEvaluations] = [20, 8];
/** The gain in log evidence that is worth an evaluation on some rows, and one on all. */
const [worthwhileOnFew, worthwhile] = [0.05, 0.02];
/** Steps with more exact slopes that bring the end on all rows to rest. */
const lastSteps = { maxEvaluations: 12, tolerance: 1e-5, stage: "polish" } as const;
/** Where there are no more rows than the first steps look at, the search is one on all of them. */
const wholeLimits: LatentSearchLimits = { rowsOfStarts: Infinity, maxEvaluations: 15, maxLineEvaluations: 8 };

/**
 * The kernel of the highest evidence by expectation propagation near one that another method has chosen: quasi-Newton steps on some of the
 * rows, with a Hessian from differences by Laplace's method there, and from their end, with the Hessian as it has become, the last few on all rows.
 */
export function* refineByPropagation(
  engine: Engine,
  kernel: Kernel,
  rows: LatentRows,
  method: LatentMethod,
  seed: number,
  { polish: isPolished, rowsOfStart = usualRows(rows.X.rows) }: RefinementOptions,
): Work<LatentKernelSearch> {
  const free = freeParameters(kernel);
  const most = Math.max(rowsOfStart, rowsOfParameter * free.length);
  if (free.length === 0 || rows.X.rows <= most) {
    return yield* fromCalmKernel(kernel, (begin) =>
      searchLatent(engine, [begin], rows, method, seed, { ...wholeLimits, polish: isPolished }),
    );
  }
  const chosen = sampleNumbers(rows.signs, most, seed);
  const few = takeRows(rows, chosen);
  const onFew = latentSearch(engine, kernel, few, method, { precision: "coarse" });
  const laplace: LatentMethod = { ...method, approximation: "laplace" };
  const near = yield* descend(onFew.longObjective, onFew.start, {
    hessian: yield* roughHessian(engine, latentSearch(engine, kernel, few, laplace), onFew.start, 1),
    box: onFew.box,
    maxEvaluations: mostEvaluations,
    tolerance: worthwhileOnFew,
    stage: most < mostRows ? "some rows" : "more rows",
  });
  const isVanished = free.some((j, at) => isVariance(kernel.parameters[j].name) && near.point[at] < Math.log(vanished));
  if (isVanished && most < mostRows && rows.X.rows > mostRows) {
    return yield* refineByPropagation(engine, kernel, rows, method, seed, {
      polish: isPolished,
      rowsOfStart: mostRows,
    });
  }
  const sites = onFew.warmStart();
  const warmStart = sites && (yield* spreadSites(engine, onFew.kernelAt(near.point), rows, chosen, sites, method));
  const search = latentSearch(engine, kernel, rows, method, {
    warmStart,
    precision: "coarse",
    keepsMatrix: !isPolished,
  });
  const share = sumOf(rows.weights) / sumOf(few.weights);
  const limits = { maxEvaluations: mostWholeEvaluations, tolerance: worthwhile };
  const hessian = near.hessian.map((value) => share * value);
  let last: WholeEnding = yield* onAllRows(search, near.point, hessian, limits);
  let ended = search;
  if (isPolished) {
    ended = latentSearch(engine, kernel, rows, method, { warmStart: search.warmStart(), keepsMatrix: true });
    last = yield* descend(ended.longObjective, last.point, {
      hessian: last.hessian ?? hessian,
      box: ended.box,
      ...lastSteps,
    });
  }
  return searchedLatent(ended, last);
}

/** Factors of the variances that a search begins with, one after the other until expectation propagation converges there. */
const calming = [1, 0.1, 0.01, 0.001] as const;

/**
 * A search from a kernel, or from one of smaller variances where expectation propagation does not converge: three rows against many with a great
 * variance, which Laplace's method chooses, are such a case. The error is that of the first attempt.
 */
function* fromCalmKernel<Found>(kernel: Kernel, search: (begin: Kernel) => Work<Found>): Work<Found> {
  let first: NumericalError | undefined;
  for (const factor of calming) {
    const values = kernel.parameters.map(({ name, value, lower, fixed }) =>
      !fixed && isVariance(name) ? Math.max(lower, factor * value) : value,
    );
    try {
      return yield* search(factor === 1 ? kernel : kernel.withValues(values));
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error;
      first ??= error;
    }
  }
  throw first ?? new RangeError("There must be a factor to begin with.");
}

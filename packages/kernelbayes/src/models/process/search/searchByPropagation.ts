import { sumOf } from "../../../matrix/dot.ts";
import type { Engine } from "../../../engine/engine.ts";
import { isVariance } from "../../../kernels/parts/parameter.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { clip } from "../../../optimize/box.ts";
import type { Work } from "../../../run/work.ts";
import { freeParameters } from "../../../search/searchBounds.ts";
import { sampleNumbers } from "../../../rows/sampleRows.ts";
import type { LatentMethod } from "../latent/latentApproximation.ts";
import { descend, type Descent } from "../../../search/descend.ts";
import { searchedLatent, searchLatent, type LatentKernelSearch } from "./searchLatent.ts";
import { longValueOrInfinity } from "../../../search/valueOrInfinity.ts";
import { roughHessian } from "../../../search/roughHessian.ts";
import { takeRows } from "../../../rows/labelledRows.ts";
import { latentSearch, type LatentRows, type LatentSearch } from "./latentSearch.ts";

const laplace: LatentMethod = { likelihood: "logistic", approximation: "laplace" };

/** The starts only have to find the right hill. */
const laplaceLimits = { maxEvaluations: 40, maxWholeEvaluations: 0, polish: false, valueTolerance: 1e-5 } as const;

/** Rows of which the curvature is learned, and for each free parameter as many. */
const [fewRows, rowsOfParameter] = [300, 8];

/** The logistic curve is the normal one drawn out by this factor, to within 0.01: a probit latent function is smaller by it. */
const logisticOverProbit = 1.702;

const mostEvaluations = 25;
/** Up to so many rows the search goes on until the gradient is at rest; beyond, while a hundredth of a nat is to be had. */
const restingRows = 250;
/** The stage of its steps. */
export const propagation = "expectation propagation";
/** Of the evidence in the logarithm of a variance, in nats. */
const smallSlope = 0.1;

/**
 * The kernel of the highest evidence by expectation propagation, an evaluation of which takes some five by Laplace's method. So
 * Laplace's method with the logistic likelihood does the search from all starts, and its end with its curvature, which differ
 * little, is where quasi-Newton steps on the evidence of expectation propagation begin: for the probit likelihood after the latent
 * function was drawn together. The report of each start is that of Laplace's method, but for the one that continued.
 */
export function* searchByPropagation(
  engine: Engine,
  kernels: readonly Kernel[],
  rows: LatentRows,
  method: LatentMethod,
  seed: number,
): Work<LatentKernelSearch> {
  const free = freeParameters(kernels[0]);
  if (free.length === 0) return yield* searchLatent(engine, kernels, rows, method, seed);
  const first = yield* searchLatent(engine, kernels, rows, laplace, seed, laplaceLimits);
  const { parameters } = first.kernel;
  const isFine = rows.X.rows <= restingRows;
  const search = latentSearch(engine, first.kernel, rows, method, {
    precision: isFine ? "fine" : "coarse",
    keepsMatrix: true,
  });
  const chosen = sampleNumbers(rows.signs, Math.max(fewRows, rowsOfParameter * free.length), seed);
  const few = chosen.length === rows.X.rows ? rows : takeRows(rows, chosen);
  const onFew = latentSearch(engine, first.kernel, few, laplace);
  const hessian = yield* roughHessian(engine, onFew, search.start, sumOf(rows.weights) / sumOf(few.weights));
  const shrink = method.likelihood === "probit" ? 2 * Math.log(logisticOverProbit) : 0;
  const start = search.start.map((log, at) => (isVariance(parameters[free[at]].name) ? log - shrink : log));
  const coarse = { hessian, box: search.box, stage: propagation, maxEvaluations: mostEvaluations, tolerance: 0.01 };
  const near = yield* descend(search.longObjective, clip(start, search.box), coarse);
  const isVanishing = free.map((j) => isVariance(parameters[j].name));
  const point = yield* withoutVanishing(search, near, isVanishing);
  const again = { ...coarse, hessian: near.hessian, stage: `${propagation}, to rest`, tolerance: isFine ? 1e-7 : 0.01 };
  const end = isFine || point !== near.point ? yield* descend(search.longObjective, point, again) : near;
  const last = searchedLatent(search, end);
  return {
    ...last,
    optima: first.optima.map((optimum, at) => (at === first.best ? last.optima[0] : optimum)),
    best: first.best,
  };
}

/**
 * The point with variances at their lower bound that go there anyway, ever more slowly: the slope of the evidence in the logarithm of
 * a variance vanishes with the variance.
 */
function* withoutVanishing(
  { box, longValue }: LatentSearch,
  { point, value: reached, gradient }: Descent,
  isVanishing: readonly boolean[],
): Work<Float64Array> {
  let here = point;
  let least = reached;
  for (const [j, is] of isVanishing.entries()) {
    if (!is || !(gradient[j] > 0 && gradient[j] < smallSlope && here[j] > box.lower[j])) continue;
    const there = here.with(j, box.lower[j]);
    const found = yield* longValueOrInfinity(() => longValue(there));
    if (!Number.isFinite(found) || found > least) continue;
    here = there;
    least = found;
  }
  return here;
}

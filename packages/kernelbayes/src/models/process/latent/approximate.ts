import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { likelihoodOf } from "../../../likelihoods/index.ts";
import { marginLaplace } from "../margin/marginLaplace.ts";
import { wholeKernelRows } from "../../../rows/kernel/kernelRows.ts";
import { trigonometricLoss } from "../margin/marginMode.ts";
import type { LatentApproximation, LatentMethod, SignedRows, ApproximateOptions } from "./latentApproximation.ts";
import { expectationPropagation } from "./expectationPropagation.ts";
import { logisticLaplace } from "./logisticLaplace.ts";
import { runSync } from "../../../run/run.ts";
import type { Work } from "../../../run/work.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { selectRows } from "../../../matrix/row.ts";
import { latentAt } from "./latentAt.ts";
import { takeRows } from "../../../rows/labelledRows.ts";
import type { LatentRows } from "../search/latentSearch.ts";

/** The approximation of the posterior that a method names, for one kernel matrix. */
export function* approximateInSteps(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  method: LatentMethod,
  options: ApproximateOptions = {},
): Work<LatentApproximation> {
  const { likelihood, approximation, halfWidth = 1 } = method;
  if (approximation === "ep") return yield* expectationPropagation(engine, K, rows, likelihoodOf(method), options);
  if (likelihood === "logistic") return yield* logisticLaplace(engine, K, rows, options);
  if (likelihood === "trigonometric") {
    return marginLaplace(engine, wholeKernelRows(K), rows, trigonometricLoss(halfWidth), options);
  }
  throw new RangeError(`There is no Laplace approximation for the likelihood "${likelihood}".`);
}

/** The same at once. */
export function approximate(
  ...[engine, K, rows, method, options]: Parameters<typeof approximateInSteps>
): LatentApproximation {
  return runSync(approximateInSteps(engine, K, rows, method, options));
}

/** Whether the evidence of a method jumps where a row enters or leaves the support, so that gradients miss part of it. */
export function evidenceJumps({ likelihood, approximation }: LatentMethod): boolean {
  return approximation === "laplace" && likelihood === "trigonometric";
}

/** One sweep, whatever it finds. */
const once = { tolerance: Infinity } as const;

/**
 * Where expectation propagation on all rows would begin, from the `warmStart` that some of them ended with: these keep their sites, and
 * each other row has the site that it would have, were it the only one to join them. That is closer than sites of another likelihood.
 */
export function* spreadSites(
  engine: Engine,
  kernel: Kernel,
  rows: LatentRows,
  chosen: Int32Array,
  warmStart: Float64Array,
  method: LatentMethod,
): Work<Float64Array> {
  const n = rows.X.rows;
  const m = chosen.length;
  const few = takeRows(rows, chosen);
  const { law } = yield* approximateInSteps(engine, kernel.matrix(engine, few.X), few, method, { warmStart, ...once });
  const isChosen = new Uint8Array(n);
  for (const row of chosen) isChosen[row] = 1;
  const others = Int32Array.from({ length: n }, (_, row) => row).filter((row) => isChosen[row] === 0);
  const X = selectRows(rows.X, others);
  const { mean, variance } = latentAt(engine, law, kernel.cross(engine, X, few.X), kernel.diagonal(X));
  const sites = new Float64Array(2 * n);
  chosen.forEach((row, a) => {
    sites[row] = warmStart[a];
    sites[n + row] = warmStart[m + a];
  });
  const { logMeanWithSlopes } = likelihoodOf(method);
  others.forEach((row, a) => {
    const sign = rows.signs[row];
    const { slope, curvature } = logMeanWithSlopes(sign * mean[a], variance[a]);
    const ratio = 1 + variance[a] * curvature;
    sites[row] = Math.max(0, -curvature / ratio);
    sites[n + row] = (sign * slope - mean[a] * curvature) / ratio;
  });
  return sites;
}

import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { likelihoodOf } from "../../../likelihoods/index.ts";
import { selectRows } from "../../../matrix/row.ts";
import { approximate } from "./approximate.ts";
import type { LatentMethod } from "./latentApproximation.ts";
import { latentAt } from "./latentAt.ts";
import { takeRows } from "../../../rows/labelledRows.ts";
import type { LatentRows } from "../search/latentSearch.ts";

/** One sweep, whatever it finds. */
const once = { tolerance: Infinity } as const;

/**
 * Where expectation propagation on all rows would begin, from the `warmStart` that some of them ended with: these keep their sites, and
 * each other row has the site that it would have, were it the only one to join them. That is closer than sites of another likelihood.
 */
export function spreadSites(
  engine: Engine,
  kernel: Kernel,
  rows: LatentRows,
  chosen: Int32Array,
  warmStart: Float64Array,
  method: LatentMethod,
): Float64Array {
  const n = rows.X.rows;
  const m = chosen.length;
  const few = takeRows(rows, chosen);
  const { law } = approximate(engine, kernel.matrix(engine, few.X), few, method, { warmStart, ...once });
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

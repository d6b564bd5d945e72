import type { Engine } from "../../../engine/engine.ts";
import { pivotedBasis } from "./pivotedBasis.ts";
import { greedyBasis } from "./greedyBasis.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { selectRows } from "../../../matrix/row.ts";
import { stream } from "../../../random/stream.ts";
import type { ExpansionSettings, KernelSettings } from "../expansionOptions.ts";
import type { ExpansionProblem } from "../expansionProblem.ts";

/**
 * The rows that an expansion is in, as the option `basis` has it; undefined for all of them. The rows of a problem are in random
 * order, so that a random basis is the first of them. A greedy one needs a regularization: that which suits the random
 * basis of the same size, unless it is given. Of several machines each chooses its share,
 * and a row that two of them choose counts once.
 */
export function chooseBasis(
  engine: Engine,
  kernel: Kernel,
  { X, targets, weights }: ExpansionProblem,
  { penalty, bias, regularization }: ExpansionSettings,
  { basis, basisSize }: KernelSettings,
  seed: number,
  regularizationFor: (basis: Int32Array) => number,
): Int32Array | undefined {
  if (basis === "all" || basisSize >= X.rows) return undefined;
  const random = Int32Array.from({ length: basisSize }, (_, row) => row);
  if (basis === "random") return random;
  if (basis === "pivoted") {
    const column = (row: number): Float64Array => kernel.cross(engine, X, selectRows(X, [row])).data;
    return pivotedBasis(engine, kernel.diagonal(X), column, basisSize);
  }
  const mu = regularization ?? regularizationFor(random);
  const chosen = new Set<number>();
  targets.forEach((machine, m) => {
    const share = Math.ceil((basisSize - chosen.size) / (targets.length - m));
    const problem = {
      rows: X.rows,
      columns: (indices: Int32Array) => kernel.cross(engine, X, selectRows(X, indices)),
      targets: machine,
      weights,
      bias,
      penalty,
      mu,
    };
    const { selected } = greedyBasis(engine, problem, { size: share, draw: stream(seed, m) });
    selected.forEach((row) => chosen.add(row));
  });
  return Int32Array.from(chosen);
}

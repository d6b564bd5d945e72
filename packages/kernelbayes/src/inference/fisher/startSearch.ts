import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { boundedLbfgs } from "../../optimize/boundedLbfgs.ts";
import type { Box } from "../../optimize/box.ts";
import { attempt, type Failure } from "../../optimize/multiStart.ts";
import type { Optimum } from "../../optimize/optimizer.ts";
import type { Work } from "../../run/work.ts";
import { fisherContrasts } from "./contrasts.ts";
import { fisherSearch, type FisherSearch } from "./objective.ts";
import { searchBounds } from "./startingKernels.ts";

/** The rows of a search from many starts, as plain data. */
export interface FisherRows {
  readonly X: Matrix;
  /** 1 for the upper class. */
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** Median squared distance of two rows, which sets the unit of the length scales. */
  readonly squaredDistance: number;
  /** Numbers of the kernel's parameters that no objective depends on. */
  readonly flat: readonly number[];
}

export interface BoundedSearch extends FisherSearch {
  readonly box: Box;
}

/** Kernel and β = 1 as the start of a search over the logarithms of both, with its bounds. */
export function searchFrom(
  engine: Engine,
  kernel: Kernel,
  { X, classes, weights, squaredDistance, flat }: FisherRows,
): BoundedSearch {
  const search = fisherSearch(engine, kernel, 1, { X, contrasts: fisherContrasts(classes, weights) });
  const { lower, upper } = searchBounds(kernel, squaredDistance, flat);
  return {
    ...search,
    box: {
      lower: Float64Array.from([...lower, search.lower[lower.length]]),
      upper: Float64Array.from([...upper, search.upper[upper.length]]),
    },
  };
}

/** Differences of 𝒥 below these decide nothing between starts; the best of them is brought to rest afterwards. */
const tolerances = { gradientTolerance: 1e-4, valueTolerance: 1e-9 };

/** One start: −𝒥 minimized from the kernel as given. A start that fails numerically is reported as such. */
export function searchStart(engine: Engine, kernel: Kernel, rows: FisherRows): Work<Optimum | Failure> {
  const { objective, start, box } = searchFrom(engine, kernel, rows);
  return attempt(boundedLbfgs(objective, start, { ...box, ...tolerances, stage: "evidence" }));
}

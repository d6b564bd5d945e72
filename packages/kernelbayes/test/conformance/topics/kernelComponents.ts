import type { Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import {
  bandwidth,
  largestSquaredDistance,
  lengthScaleOf,
} from "../../../src/models/projection/components/bandwidth.ts";
import { explainedShares } from "../../../src/models/projection/components/componentProjection.ts";
import { kernelComponents } from "../../../src/models/projection/components/kernelComponents.ts";
import { gaussian, linear } from "../../../src/kernels/index.ts";
import { fromRows, selectColumns, toRows } from "../../../src/matrix/index.ts";

interface Input {
  readonly X: number[][];
  readonly Xtest: number[][];
  readonly kernel: "gaussian" | "linear";
  readonly theta: number;
}

/** Kernel principal components, and the widths that distances suggest, in the shape of the golden file `kpca`. */
export function principalComponents({ X, Xtest, kernel: kind, theta }: Input, name: string): unknown {
  const engine = selectEngine();
  const rows = fromRows(X);
  if (name === "bandwidth") {
    return {
      theta_value: bandwidth(engine, rows, "maximum"),
      max_sq_distance: largestSquaredDistance(engine, rows),
      median_sq_distance: 1 / (2 * bandwidth(engine, rows, "median")),
    };
  }
  const kernel = kind === "linear" ? linear() : gaussian({ lengthScale: lengthScaleOf(theta) });
  const components = kernelComponents(engine, kernel, rows);
  const { eigenvalues, scores, project } = components;
  const rank = eigenvalues.length;
  const K = kernel.matrix(engine, rows);
  const few = (D: Matrix): number[][] =>
    toRows(
      selectColumns(
        D,
        Array.from({ length: Math.min(5, rank) }, (_, l) => l),
      ),
    );
  return {
    K: toRows(K),
    // All components together are the centered kernel, UE^½ (UE^½)ᵀ = HKH, and for new rows its rows.
    K_centred: toRows(engine.multiply(scores, scores, { transposeB: true })),
    eigenvalues,
    rank,
    projections: few(scores),
    K_test_centred: toRows(engine.multiply(project(fromRows(Xtest)), scores, { transposeB: true })),
    test_projections: few(project(fromRows(Xtest))),
    explained: explainedShares(components),
    singular_values_squared: eigenvalues,
  };
}

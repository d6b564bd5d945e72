import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import {
  bandwidth,
  largestSquaredDistance,
  lengthScaleOf,
} from "../../../src/models/projection/components/bandwidth.ts";
import { explainedShares } from "../../../src/models/projection/components/explainedShares.ts";
import { kernelComponents } from "../../../src/models/projection/components/kernelComponents.ts";
import { gaussian, linear } from "../../../src/kernels/index.ts";
import { doubleCenter, fromRows, selectColumns, toRows } from "../../../src/matrix/index.ts";

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
  const { eigenvalues, scores, project, basis } = components;
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
    K_centred: toRows(doubleCenter(K)),
    eigenvalues,
    rank,
    projections: few(scores),
    K_test_centred: toRows(centeredRows(kernel.cross(engine, fromRows(Xtest), rows), basis.means)),
    test_projections: few(project(fromRows(Xtest))),
    explained: explainedShares(components),
    singular_values_squared: eigenvalues,
  };
}

/** K* − r − its row means + the grand mean: what the projection does at once with the coefficients, which sum to 0. */
function centeredRows(K: Matrix, means: Float64Array): Matrix {
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const grand = mean(means);
  const result = matrix(K.rows, K.columns);
  for (let i = 0; i < K.rows; i++) {
    const own = mean(K.data.subarray(i * K.columns, (i + 1) * K.columns));
    for (let j = 0; j < K.columns; j++) {
      result.data[i * K.columns + j] = K.data[i * K.columns + j] - means[j] - own + grand;
    }
  }
  return result;
}

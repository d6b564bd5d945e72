import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { columnMeans } from "../../../matrix/centerColumns.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import { diagonal } from "../../../matrix/diagonal.ts";

/**
 * C K with its means over the rows taken off both sides. Beside a free bias that is the same prior, but for a shift of the
 * bias; and a wide kernel, whose matrix is C times nearly one everywhere, keeps its digits.
 */
export interface CenteredCovariance {
  readonly A: Matrix;
  /** Covariances of the rows (down) with new rows (across), and variances of these. */
  at(rows: Matrix): { readonly cross: Matrix; readonly own: Float64Array };
}

/** The prior C k of a latent function on rows. */
export function centeredCovariance(engine: Engine, kernel: Kernel, cost: number, X: Matrix): CenteredCovariance {
  const K = kernel.matrix(engine, X);
  const means = columnMeans(K);
  const grand = means.reduce((sum, mean) => sum + mean, 0) / means.length;
  // What the mean of the function over the rows has in common with each column.
  const shifts = means.map((mean) => mean - grand);
  const centered = (of: Matrix, columns: Float64Array): Matrix => {
    const result = matrix(of.rows, of.columns);
    for (let i = 0; i < of.rows; i++) {
      for (let t = 0; t < of.columns; t++) {
        const at = i * of.columns + t;
        result.data[at] = cost * (of.data[at] - shifts[i] - columns[t]);
      }
    }
    return result;
  };
  return {
    A: centered(K, means),
    at(rows) {
      const cross = kernel.cross(engine, X, rows);
      const common = columnMeans(cross);
      return {
        cross: centered(cross, common),
        own: kernel.diagonal(rows).map((value, t) => cost * (value - 2 * common[t] + grand)),
      };
    },
  };
}

/**
 * The mean variance over weighted rows of a function with covariance K, its mean over the rows taken off:
 *
 *     Σ wᵢ Kᵢᵢ/Σw − wᵀK w/(Σw)².
 *
 * C times this says how far outputs spread before the classes are seen, whatever the kernel and its width, which makes it a
 * better coordinate of a search than C: a wide kernel is nearly constant on the rows and needs a large C.
 */
export function latentScale(K: Matrix, weights: Float64Array): number {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const own = dot(diagonal(K), weights) / total;
  const common = dot(multiplyVector(K, weights), weights) / total ** 2;
  // A kernel that is constant on the rows has no scale but its own.
  return own - common > 1e-12 * own ? own - common : own > 0 ? own : 1;
}

import type { Engine } from "../../../engine/engine.ts";
import { type Matrix, transpose } from "../../../engine/matrix.ts";
import { centerColumns } from "../../../matrix/centerColumns.ts";
import { dot, multiplyVector, columnSquares } from "../../../matrix/dot.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import type { FeaturePosterior } from "./featurePosterior.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";

/**
 * The position relative to the midpoint, as `contrastAt`, with x − Xᵀh for x and for the nugget η
 *
 *     mean d qᵀu/s,   qᵀu = (x − Xᵀh)ᵀb − ½η(1/n₁ − 1/n₀),   variance ‖R⁻¹(x − Xᵀh)‖² + ¼κη − (qᵀu)²/s.
 */
export function featureContrastAt(
  engine: Engine,
  posterior: FeaturePosterior,
  rows: Matrix,
  extra: Float64Array = new Float64Array(rows.rows),
): LatentMoments {
  requireLength(extra.length, rows.rows, "The number of extra variances");
  const { moments, contrasts, nugget, distance } = posterior;
  const { center, midpoint } = moments;
  const relative = centerColumns(
    rows,
    center.map((value, j) => value + midpoint[j]),
  );
  const { squares, along } = projections(engine, posterior, relative);
  const { inner, s } = lengths(posterior);
  const { kappa, imbalance } = contrasts;
  const half = (nugget * kappa * imbalance) / 2;
  return {
    mean: along.map((value) => (distance * (value - half)) / s),
    // (a²/inner) + κη/4 − (a − κηε/2)²/s with s = inner + κη, written as a sum of terms that are not negative:
    // κη/(s·inner) · (a + ½ε·inner)² + ¼κη(1 − ε²).
    variance: squares.map(
      (square, t) =>
        square +
        (inner > 0 ? ((kappa * nugget) / (s * inner)) * (along[t] + (imbalance * inner) / 2) ** 2 : 0) +
        (kappa * nugget * (1 - imbalance * imbalance)) / 4 +
        extra[t],
    ),
  };
}

/** For rows x: ‖v − q(qᵀv)/(qᵀq)‖² and qᵀv = xᵀb. */
function projections(
  engine: Engine,
  posterior: FeaturePosterior,
  rows: Matrix,
): { readonly squares: Float64Array; readonly along: Float64Array } {
  const { factor, priorDeviation, b } = posterior;
  const V = engine.solveTriangular(factor.lower, scaleColumnsAcross(rows, priorDeviation));
  const q = scaledDifference(engine, posterior);
  const along = multiplyVector(rows, b);
  const inner = dot(q, q);
  if (inner > 0) {
    for (let j = 0; j < V.rows; j++) {
      for (let t = 0; t < V.columns; t++) V.data[j * V.columns + t] -= (q[j] * along[t]) / inner;
    }
  }
  return { squares: columnSquares(V), along };
}

/** q = R⁻¹Δ. */
function scaledDifference(engine: Engine, { factor, priorDeviation, moments }: FeaturePosterior): Float64Array {
  const { difference } = moments;
  const scaled = difference.map((value, j) => priorDeviation[j] * value);
  return engine.solveTriangular(factor.lower, { rows: scaled.length, columns: 1, data: scaled }).data;
}

/** qᵀq and s. */
function lengths({ moments, b, s }: FeaturePosterior): { readonly inner: number; readonly s: number } {
  return { inner: dot(moments.difference, b), s };
}

/** (rows · diag(factors))ᵀ. */
function scaleColumnsAcross(rows: Matrix, factors: Float64Array): Matrix {
  return transpose(scaleRowsAndColumns(rows, new Float64Array(rows.rows).fill(1), factors));
}

import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { LatentMoments } from "../../calibration/logitInterval.ts";
import { rowChunks } from "../../matrix/row.ts";
import type { RowProjections } from "../../posterior/numericPosterior.ts";

/** Rows on one line, from the mean and the variance of their places, so many rows at a time. */
export function projectedMoments(
  X: Matrix,
  chunkRows: number,
  momentsAt: (rows: Matrix) => LatentMoments,
): RowProjections {
  const [means, deviations] = [matrix(X.rows, 1), matrix(X.rows, 1)];
  for (const [start, part] of rowChunks(X, chunkRows)) {
    const { mean, variance } = momentsAt(part);
    means.data.set(mean, start);
    deviations.data.set(variance.map(Math.sqrt), start);
  }
  return { ...means, deviations };
}

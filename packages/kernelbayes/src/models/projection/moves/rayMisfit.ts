import type { LatentState } from "../chain/chainState.ts";
import { logTotalWithout, sumOfLogs } from "../chain/softmaxMisfit.ts";

/** −ln P(y | z) of rows where the predictors of one class move along a line. */
export interface RayMisfit {
  /** What one step along the line adds to the predictor of each row; to be written by whoever asks. */
  readonly along: Float64Array;
  /** Holds predictors, of which those of class k will move. */
  hold(state: LatentState, k: number): void;
  /** The misfit after so many steps; infinite beyond the range of exponentials. */
  at(by: number): number;
}

/**
 * Everything is relative to the class of the row, so that predictors in the thousands do no harm where rows are told right. With
 * C_i = ln Σ_{j ≠ k} e^(z_ij), over all classes but the one that moves,
 *
 *     −ln P(y_i | z_i) = ln(1 + e^(C_i − z_ik − by·along_i))                    in rows of class k,
 *                        ln(e^(C_i − z_iy) + e^(z_ik − z_iy + by·along_i))      in others.
 */
export function rayMisfit(rows: number, count: number): RayMisfit {
  const along = new Float64Array(rows);
  const held = new Float64Array(rows); // 1, or e^(C_i − z_iy)
  const moving = new Float64Array(rows); // the exponent of what moves
  const signs = new Float64Array(rows);
  const inverses = new Float64Array(rows); // 1/P(y_i | z_i)
  return {
    along,
    hold({ z, classes }, k) {
      for (let i = 0; i < rows; i++) {
        const own = classes[i];
        const others = logTotalWithout(z, i, rows, count, k);
        const predictor = z[k * rows + i];
        const ofOwn = own < count ? z[own * rows + i] : 0;
        const isOwn = own === k;
        held[i] = isOwn ? 1 : Math.exp(others - ofOwn);
        moving[i] = isOwn ? others - predictor : predictor - ofOwn;
        signs[i] = isOwn ? -1 : 1;
      }
    },
    at(by) {
      for (let i = 0; i < rows; i++) inverses[i] = held[i] + Math.exp(moving[i] + signs[i] * by * along[i]);
      return sumOfLogs(inverses);
    },
  };
}

import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { mostProbable } from "../../../src/evaluate/probabilities.ts";
import {
  averagedLogProbabilities,
  drawnLogProbabilities,
} from "../../../src/models/projection/draws/drawnProbabilities.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";

interface Input {
  readonly test_design: number[][];
  readonly beta_draws: number[][][];
  readonly sigma2_draws: number[];
}

/** Class probabilities from draws: plug-in, and with the latent noise integrated out. */
export function projectionPrediction({ test_design, beta_draws, sigma2_draws }: Input): unknown {
  const draws = {
    coefficients: fromRows(beta_draws.map((draw) => draw.flat())),
    logNoise: Float64Array.from(sigma2_draws, Math.log),
  };
  const design = fromRows(test_design);
  const C = beta_draws[0][0].length + 1;
  const [plugin, full] = (["plugin", "full"] as const).map((predictive) =>
    drawnLogProbabilities(selectEngine(), draws, design, predictive),
  );
  const mean = (drawn: Matrix): Matrix => {
    const { rows, columns, data } = averagedLogProbabilities(drawn, C);
    return matrix(rows, columns, data.map(Math.exp));
  };
  return {
    plugin_per_draw: perDraw(plugin, C),
    plugin_mean: toRows(mean(plugin)),
    plugin_class: Array.from(mostProbable(mean(plugin)), (c) => c + 1),
    full_per_draw: perDraw(full, C),
    full_mean: toRows(mean(full)),
  };
}

/** Draws first, then rows, then classes. */
function perDraw({ data, rows, columns }: Matrix, C: number): number[][][] {
  return Array.from({ length: columns / C }, (_, s) =>
    Array.from({ length: rows }, (_unused, i) =>
      Array.from(data.subarray(i * columns + s * C, i * columns + (s + 1) * C), Math.exp),
    ),
  );
}

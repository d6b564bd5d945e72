import { rowChunks } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { FitFigures, NumericPosterior } from "../../../posterior/numericPosterior.ts";
import { expansionPosterior, type CalibratedExpansion } from "../../parts/expansionPosterior.ts";

/** What a label is: the most probable class, or the class of the largest output. */
export type Decision = "probability" | "vote";

/** Rows that are voted on at a time, to bound the memory that kernel columns take. */
const chunkRows = 4096;

/** The posterior of calibrated machines, with labels by vote where that was asked for. */
export function votingPosterior(
  engine: Engine,
  expansion: CalibratedExpansion,
  figures: FitFigures,
  decision: Decision,
): NumericPosterior {
  const posterior = expansionPosterior(engine, expansion, figures);
  if (decision === "probability") return posterior;
  return {
    ...posterior,
    predict: (X, level) => ({ ...posterior.predict(X, level), decisions: votes(engine, expansion, X) }),
  };
}

/** For each row the class of the largest output, the first of equals; of two classes the second where it is not negative. */
function votes(engine: Engine, { kernel, rows, machines }: CalibratedExpansion, X: Matrix): Int32Array {
  const M = machines.length;
  const coefficients = matrix(rows.rows, M);
  machines.forEach((machine, m) => machine.coefficients.forEach((value, j) => (coefficients.data[j * M + m] = value)));
  const result = new Int32Array(X.rows);
  for (const [start, part] of rowChunks(X, chunkRows)) {
    const outputs = engine.multiply(kernel.cross(engine, part, rows), coefficients);
    for (let i = 0; i < part.rows; i++) {
      const f = machines.map(({ bias }, m) => outputs.data[i * M + m] + bias);
      const largest = f.reduce((best, value, m) => (value > f[best] ? m : best), 0);
      result[start + i] = M === 1 ? (f[0] >= 0 ? 1 : 0) : largest;
    }
  }
  return result;
}

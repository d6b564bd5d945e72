import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import { sigmoid } from "../../numeric/sigmoid.ts";
import { biasOf, freeRows, type DualPoint, type DualProblem } from "./dual.ts";
import { freeSystem } from "./refine.ts";

/**
 * The squared spans Sᵢ²: without row i, and if no other row changed its set, the output at it would move by αᵢ Sᵢ² against
 * its sign. With f the free rows, u = K_ff⁻¹1, s = 1ᵀu and k = K_fi,
 *
 *     free row:    Sᵢ² = 1/Πᵢᵢ,   Π = K_ff⁻¹ − u uᵀ/s,
 *     bounded row: Sᵢ² = Kᵢᵢ − kᵀK_ff⁻¹k + (1 − kᵀu)²/s,
 *
 * and Kᵢᵢ where fewer than two rows are free; 0 for rows that are no support vectors. O. Chapelle & V. Vapnik, *Model
 * selection for support vector machines*, 2000.
 */
export function squaredSpans(engine: Engine, problem: DualProblem, { coefficients }: DualPoint): Float64Array {
  const { rows, signs } = problem;
  const n = signs.length;
  const free = freeRows(problem, coefficients);
  const isFree = new Uint8Array(n);
  for (const i of free) isFree[i] = 1;
  const spans = new Float64Array(n);
  for (let i = 0; i < n; i++) if (coefficients[i] !== 0) spans[i] = rows.diagonal[i];
  const system = free.length < 2 ? undefined : freeSystem(engine, rows, free);
  if (!system) return spans;
  const { factor, ofOnes, total } = system;
  const m = free.length;
  const inverse = engine.inverseFactored(factor).data;
  free.forEach((i, a) => (spans[i] = Math.max(0, 1 / (inverse[a * m + a] - (ofOnes[a] * ofOnes[a]) / total))));
  const bounded = Int32Array.from(coefficients.keys()).filter((i) => coefficients[i] !== 0 && isFree[i] === 0);
  if (bounded.length === 0) return spans;
  const k = matrix(m, bounded.length);
  free.forEach((i, a) => {
    const row = rows.row(i);
    bounded.forEach((j, c) => (k.data[a * bounded.length + c] = row[j]));
  });
  const solved = engine.solveTriangular(factor, k).data;
  bounded.forEach((i, c) => {
    let square = 0;
    let withOnes = 0;
    for (let a = 0; a < m; a++) {
      square += solved[a * bounded.length + c] ** 2;
      withOnes += k.data[a * bounded.length + c] * ofOnes[a];
    }
    spans[i] = Math.max(0, rows.diagonal[i] - square + (1 - withOnes) ** 2 / total);
  });
  return spans;
}

/**
 * The outputs that rows would have without themselves, by their spans. Of a row of weight w one unit is left out, so that
 * only what its coefficient has beyond C(w − 1) must go; `left` is the bound that remains for each row.
 */
export function spanOutputs(engine: Engine, problem: DualProblem, point: DualPoint, left: Float64Array): Float64Array {
  const { signs } = problem;
  const bias = biasOf(problem, point);
  return squaredSpans(engine, problem, point).map((square, i) => {
    const lost = Math.max(0, Math.abs(point.coefficients[i]) - left[i]);
    return signs[i] - point.residuals[i] + bias - signs[i] * lost * square;
  });
}

/** The smoothed share of errors among such outputs: mean of σ(−10 y f). */
export function spanError(outputs: Float64Array, signs: Float64Array, weights: Float64Array): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < outputs.length; i++) {
    sum += weights[i] * sigmoid(-10 * signs[i] * outputs[i]);
    total += weights[i];
  }
  return sum / total;
}

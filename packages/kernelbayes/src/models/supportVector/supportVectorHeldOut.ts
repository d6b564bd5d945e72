import { oddsLogProbabilities } from "../../calibration/oddsPrediction.ts";
import type { Engine } from "../../engine/engine.ts";
import { fitCalibrationCurve, type CalibrationCurve } from "../../calibration/calibrationCurve.ts";
import { crossFittedLogits } from "../../calibration/crossFittedLogits.ts";
import { biasOf, type DualPoint, type DualProblem, lowerBound, upperBound, freeRows, violationOf } from "./dual.ts";
import { rowWithdrawal } from "./rowWithdrawal.ts";
import type { KernelRows } from "../../rows/kernel/kernelRows.ts";
import { minimalOptimization } from "./minimalOptimization.ts";
import { exact, refine, freeSystem } from "./refine.ts";
import { log1pExp } from "../../numeric/logSumExp.ts";
import type { LeaveOneOut } from "../../posterior/numericPosterior.ts";
import { pause, progress, type Work } from "../../run/work.ts";
import { rowsOfTests } from "../../rows/heldOutByFolds.ts";
import type { SupportFolds, SupportRows } from "./supportRows.ts";
import { matrix } from "../../engine/matrix.ts";
import { sigmoid } from "../../numeric/sigmoid.ts";

/** Outputs of rows by machines that did not see them. */
export interface HeldOut {
  /** In favour of the positive class of the machine. */
  readonly outputs: Float64Array;
  readonly signs: Float64Array;
  readonly weights: Float64Array;
  readonly tests: readonly { readonly set: number; readonly weight: number }[];
  /** The tests of each fold, where rows were left out in folds. */
  readonly folds: readonly Int32Array[] | undefined;
}

/** A machine to be judged: its kernel on the rows, and C. */
interface Candidate {
  readonly rows: KernelRows;
  /** Of `ownTerms`. */
  readonly ownTerms: Float64Array;
  readonly cost: number;
}

/** How exactly the machines are trained. */
export interface Effort {
  /** The gap at which steps in pairs end and `refine` takes over. */
  readonly tolerance: number;
  /** The most steps of one training. */
  readonly steps: number;
}

/** A machine trained from a point, to the optimum itself where the steps suffice. */
export function* trainedMachine(
  engine: Engine,
  problem: DualProblem,
  { steps, tolerance }: Effort,
  start: DualPoint | undefined,
): Work<DualPoint> {
  const training = minimalOptimization(problem, { start });
  const isDone = yield* training.running(steps, tolerance);
  yield pause;
  if (isDone) yield* refine(engine, problem, training);
  yield pause;
  return training;
}

/** The number of support vectors. */
export function supportCount({ coefficients }: DualPoint): number {
  return coefficients.reduce((count, beta) => count + (beta === 0 ? 0 : 1), 0);
}

export function costsOf({ shares }: SupportRows, cost: number, weights: Float64Array): Float64Array {
  return weights.map((weight, i) => cost * shares[i] * weight);
}

/** One unit of each row left out of the machine of all rows, `point`. */
export function* heldOutEach(
  engine: Engine,
  sets: SupportRows,
  { rows, ownTerms, cost }: Candidate,
  point: DualPoint,
  effort: Effort,
): Work<HeldOut> {
  const problem: DualProblem = { rows, signs: sets.signs, costs: costsOf(sets, cost, sets.weights) };
  const rest = costsOf(
    sets,
    cost,
    sets.weights.map((weight) => Math.max(0, weight - 1)),
  );
  const outputs = yield* leaveEachOut(engine, problem, point, rest, effort);
  // What is left of a row is another row that equals it.
  outputs.forEach((_, i) => (outputs[i] -= ownTerms[i] * clamped(point.coefficients[i], rest[i])));
  const tested = Int32Array.from(outputs.keys()).filter((i) => !Number.isNaN(outputs[i]));
  return {
    outputs: Float64Array.from(tested, (i) => outputs[i]),
    signs: Float64Array.from(tested, (i) => sets.signs[i]),
    weights: Float64Array.from(tested, (i) => sets.weights[i]),
    tests: Array.from(tested, (set) => ({ set, weight: sets.weights[set] })),
    folds: undefined,
  };
}

function clamped(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

/** Rows left out in folds; `starts` holds the points of the last candidate of the same kernel and is changed. */
export function* heldOutInFolds(
  engine: Engine,
  sets: SupportRows,
  { splits, isByGroup }: SupportFolds,
  { rows, ownTerms, cost }: Candidate,
  effort: Effort,
  starts: DualPoint[] = [],
): Work<HeldOut & { readonly supportVectors: number }> {
  const n = sets.signs.length;
  const found: { readonly set: number; readonly number: number; readonly weight: number; readonly output: number }[] =
    [];
  const folds: Int32Array[] = [];
  let supportVectors = 0;
  for (const [fold, { train, test }] of splits.entries()) {
    const problem: DualProblem = { rows, signs: sets.signs, costs: costsOf(sets, cost, train) };
    if (!hasBothSides(problem)) continue;
    const search = yield* trainedMachine(engine, problem, effort, starts[fold]);
    starts[fold] = search;
    const bias = biasOf(problem, search);
    const first = found.length;
    test.forEach((weight, set) => {
      if (weight === 0) return;
      const beta = search.coefficients[set];
      const output = sets.signs[set] - search.residuals[set] + bias - ownTerms[set] * beta;
      found.push({ set, number: isByGroup ? fold * n + set : set, weight, output });
    });
    folds.push(Int32Array.from({ length: found.length - first }, (_, k) => first + k));
    supportVectors += supportCount(search);
    yield progress("folds", fold + 1, splits.length);
  }
  return {
    outputs: Float64Array.from(found, ({ output }) => output),
    signs: Float64Array.from(found, ({ set }) => sets.signs[set]),
    weights: Float64Array.from(found, ({ weight }) => weight),
    tests: found.map(({ number, weight }) => ({ set: number, weight })),
    folds,
    supportVectors,
  };
}

function hasBothSides({ signs, costs }: DualProblem): boolean {
  return [1, -1].every((side) => signs.some((sign, i) => sign === side && costs[i] > 0));
}

/** Held-out outputs with their curve, each judged by that of the others. */
export interface Judged {
  readonly curve: CalibrationCurve;
  readonly logits: Float64Array;
  /** Log loss in all, in nats. */
  readonly loss: number;
}

/** Undefined where one of the classes was never tested. */
export function judge({ outputs, signs, weights, folds }: HeldOut): Judged | undefined {
  if (![1, -1].every((side) => signs.includes(side))) return undefined;
  const curve = fitCalibrationCurve(outputs, signs, weights);
  const logits = crossFittedLogits(outputs, signs, weights, curve, folds);
  const loss = logits.reduce((sum, logit, i) => sum + weights[i] * log1pExp(-signs[i] * logit), 0);
  return { curve, logits, loss };
}

/** The judged tests as scores of the rows of the problem. */
export function leaveOneOutOf(
  { tests, folds }: HeldOut,
  { logits }: Judged,
  testsOf: Int32Array,
  orientation: 1 | -1,
): LeaveOneOut {
  const logs = oddsLogProbabilities({ logits: logits.map((logit) => orientation * logit) });
  return { method: folds ? "folds" : "approximate", ...rowsOfTests(tests, testsOf, logs, 2) };
}

/**
 * The outputs of rows by machines without them, from the machine of all rows: exact. `left` is what the
 * bound of each row becomes when it (or one unit of its weight) goes. Where its coefficient is within that already, the
 * machine stays what it is; from the others it is led to the machine without them. Rows without which a side has
 * nothing left get NaN.
 */
export function* leaveEachOut(
  engine: Engine,
  problem: DualProblem,
  point: DualPoint,
  left: Float64Array,
  effort: Effort,
): Work<Float64Array> {
  const { signs, costs } = problem;
  const bias = biasOf(problem, point);
  const outputs = new Float64Array(signs.length);
  const withdrawn = rowWithdrawal(engine, problem, point);
  for (let i = 0; i < signs.length; i++) {
    if (isLastOfSide(problem, i, left[i])) {
      outputs[i] = Number.NaN;
      continue;
    }
    if (Math.abs(point.coefficients[i]) <= left[i]) {
      outputs[i] = signs[i] - point.residuals[i] + bias;
      continue;
    }
    const without = { ...problem, costs: costs.with(i, left[i]) };
    const start = (): DualPoint => movedInside(without, point, i);
    const search = yield* machineWithout(engine, without, effort, withdrawn(i, left[i]), start);
    outputs[i] = signs[i] - search.residuals[i] + biasOf(without, search);
    yield progress("rows", i + 1, signs.length);
  }
  return outputs;
}

/** The machine without a row: as it was led there if that is exact, else trained from there, or from near the end where the way was lost. */
function* machineWithout(
  engine: Engine,
  without: DualProblem,
  effort: Effort,
  led: DualPoint | undefined,
  start: () => DualPoint,
): Work<DualPoint> {
  if (led && violationOf(without, led).gap <= exact) return led;
  return yield* trainedMachine(engine, without, effort, led ?? start());
}

function isLastOfSide({ signs, costs }: DualProblem, i: number, left: number): boolean {
  if (left > 0) return false;
  return !signs.some((sign, j) => j !== i && sign === signs[i] && costs[j] > 0);
}

/** A point with the coefficient of row i at its new bound, and what it lost taken over by the rows that want it most. */
function movedInside({ rows, signs, costs }: DualProblem, point: DualPoint, i: number): DualPoint {
  const coefficients = point.coefficients.slice();
  const residuals = point.residuals.slice();
  const bound = signs[i] * costs[i];
  /** What others have to take over: upwards for a row of sign +1. */
  let open = coefficients[i] - bound;
  coefficients[i] = bound;
  move(i, -open);
  function move(row: number, by: number): void {
    const kernelRow = rows.row(row);
    for (let t = 0; t < residuals.length; t++) residuals[t] -= by * kernelRow[t];
  }
  for (let count = 0; count < signs.length && open !== 0; count++) {
    let best = -1;
    for (let j = 0; j < signs.length; j++) {
      if (j === i) continue;
      const hasRoom =
        open > 0 ? coefficients[j] < upperBound(signs[j], costs[j]) : coefficients[j] > lowerBound(signs[j], costs[j]);
      if (hasRoom && (best < 0 || open * residuals[j] > open * residuals[best])) best = j;
    }
    if (best < 0) break;
    const border = open > 0 ? upperBound(signs[best], costs[best]) : lowerBound(signs[best], costs[best]);
    const room = border - coefficients[best];
    const isEnough = Math.abs(room) >= Math.abs(open);
    const by = isEnough ? open : room;
    coefficients[best] = isEnough ? coefficients[best] + by : border;
    open = isEnough ? 0 : open - by;
    move(best, by);
  }
  return { coefficients, residuals };
}

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

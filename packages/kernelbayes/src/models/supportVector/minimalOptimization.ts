import { recentRows } from "../../rows/kernel/kernelRows.ts";
import { runSync } from "../../run/run.ts";
import { pause, type Work } from "../../run/work.ts";
import { lowerBound, upperBound, violationOf, type DualPoint, type DualProblem, type Violation } from "./dual.ts";

/** A search for the optimum of the dual that can be stopped and taken up again. Its point is changed in place. */
export interface MinimalOptimization extends DualPoint {
  /** Steps taken so far. */
  readonly steps: number;
  /** At most so many steps; true if the gap fell to the tolerance. The residuals of all rows are up to date afterwards. */
  run(steps: number, tolerance: number): boolean;
  /** The same as work that pauses now and then. */
  running(steps: number, tolerance: number): Work<boolean>;
  violation(): Violation;
}

export interface MinimalOptimizationOptions {
  /** Where to begin; default: all coefficients 0. */
  readonly start?: DualPoint | undefined;
  /** Whether rows that cannot move for the time being are left out of the steps. Default true. */
  readonly shrinking?: boolean;
}

/** The curvature along a pair is at least this, for pairs of equal rows. */
const leastCurvature = 1e-12;

/** What copies of kernel rows, cut to the rows that are left, may take in bytes. */
const benchMemory = 64e6;

/** Residuals that are moved between two pauses, some hundredth of a second. */
const rowsBetweenPauses = 5e6;

const mayRise = 1;
const mayFall = 2;

/**
 * Sequential minimal optimization: in each step one coefficient rises and another falls by the same amount, to the optimum
 * along that line or to a bound. The one that rises has the largest residual of those that may; the other is chosen by the
 * second order, for the largest decrease (rᵢ − rⱼ)²/(Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ). At an optimum no residual of a coefficient that
 * may rise exceeds one of a coefficient that may fall; the search ends when it does so by no more than the tolerance.
 *
 * Rows at a bound whose residual lies beyond all others are set aside (shrinking) and taken back before the end. R.-E. Fan,
 * P.-H. Chen & C.-J. Lin, *Working set selection using second order information for training support vector machines*, 2005.
 */
export function minimalOptimization(
  problem: DualProblem,
  { start, shrinking = true }: MinimalOptimizationOptions = {},
): MinimalOptimization {
  const { rows, signs, costs } = problem;
  const n = signs.length;
  const coefficients = start ? start.coefficients.slice() : new Float64Array(n);
  const residuals = start ? start.residuals.slice() : signs.slice();
  const upper = signs.map((sign, i) => upperBound(sign, costs[i]));
  const lower = signs.map((sign, i) => lowerBound(sign, costs[i]));
  const taking = Int32Array.from(signs.keys()).filter((i) => upper[i] > lower[i]);
  const movesOf = (i: number): number =>
    (coefficients[i] < upper[i] ? mayRise : 0) | (coefficients[i] > lower[i] ? mayFall : 0);
  let steps = 0;

  /** The rows that take part in the steps, side by side. */
  function benchOf(active: Int32Array): Bench {
    const m = active.length;
    const isWhole = m === n;
    const moves = new Uint8Array(m);
    for (let k = 0; k < m; k++) moves[k] = movesOf(active[k]);
    return {
      active,
      moves,
      residuals: gathered(residuals, active),
      diagonal: isWhole ? rows.diagonal : gathered(rows.diagonal, active),
      row: isWhole ? rows.row : recentRows(m, benchMemory, (k) => gathered(rows.row(active[k]), active)),
    };
  }

  /** Puts the residuals back where they belong. */
  function clear({ active, residuals: moved }: Bench): void {
    for (let k = 0; k < active.length; k++) residuals[active[k]] = moved[k];
  }

  function* running(most: number, tolerance: number): Work<boolean> {
    const last = steps + most;
    let sincePause = 0;
    const period = Math.min(n, 300);
    let untilShrink = period;
    let wasTakenBack = false;
    let bench = benchOf(taking);
    const extremes = new Int32Array(2);
    findExtremes(bench, extremes);
    while (true) {
      const i = extremes[0];
      const gap = i < 0 || extremes[1] < 0 ? -Infinity : bench.residuals[i] - bench.residuals[extremes[1]];
      const isSettled = gap <= tolerance;
      if (isSettled || steps >= last) {
        clear(bench);
        if (bench.active.length < n) refreshResiduals(problem, bench.active, coefficients, residuals);
        // What was set aside may violate the conditions after all.
        const isDone =
          isSettled &&
          (bench.active.length === taking.length ||
            !(violationOf(problem, { coefficients, residuals }).gap > tolerance));
        if (isDone || steps >= last) return isDone;
        untilShrink = period;
        bench = benchOf(taking);
        findExtremes(bench, extremes);
        continue;
      }
      const rowI = bench.row(i);
      const j = partner(bench, rowI, i);
      const rowJ = bench.row(j);
      const curvature = Math.max(leastCurvature, bench.diagonal[i] + bench.diagonal[j] - 2 * rowI[j]);
      const up = bench.active[i];
      const down = bench.active[j];
      const roomUp = upper[up] - coefficients[up];
      const roomDown = coefficients[down] - lower[down];
      const step = Math.min((bench.residuals[i] - bench.residuals[j]) / curvature, roomUp, roomDown);
      coefficients[up] = step === roomUp ? upper[up] : coefficients[up] + step;
      coefficients[down] = step === roomDown ? lower[down] : coefficients[down] - step;
      bench.moves[i] = movesOf(up);
      bench.moves[j] = movesOf(down);
      steps++;
      sincePause += bench.active.length;
      if (sincePause > rowsBetweenPauses) {
        sincePause = 0;
        yield pause;
      }
      moveResiduals(bench, rowI, rowJ, step, extremes);
      if (!shrinking || --untilShrink > 0) continue;
      untilShrink = period;
      clear(bench);
      if (!wasTakenBack && gap <= 10 * tolerance) {
        wasTakenBack = true;
        if (bench.active.length < n) refreshResiduals(problem, bench.active, coefficients, residuals);
        bench = benchOf(taking);
      } else {
        const kept = shrunken(bench, extremes);
        if (kept.length === bench.active.length) continue;
        bench = benchOf(kept);
      }
      findExtremes(bench, extremes);
    }
  }

  return {
    coefficients,
    residuals,
    get steps() {
      return steps;
    },
    run: (most, tolerance) => runSync(running(most, tolerance)),
    running,
    violation: () => violationOf(problem, { coefficients, residuals }),
  };
}

/** Some rows of the problem with all that the steps need, numbered from 0. */
interface Bench {
  /** Their numbers in the problem. */
  readonly active: Int32Array;
  readonly moves: Uint8Array;
  readonly residuals: Float64Array;
  readonly diagonal: Float64Array;
  row(k: number): Float64Array;
}

/** The entries of some numbers; a plain loop, many times as fast as `from` with a function. */
function gathered(values: Float64Array, numbers: Int32Array): Float64Array {
  const result = new Float64Array(numbers.length);
  for (let k = 0; k < result.length; k++) result[k] = values[numbers[k]];
  return result;
}

/** Finds the row with the largest residual of those that may rise, and that with the least of those that may fall; or −1. */
function findExtremes({ moves, residuals }: Bench, extremes: Int32Array): void {
  let most = -Infinity;
  let least = Infinity;
  extremes.fill(-1);
  for (let t = 0; t < residuals.length; t++) {
    const r = residuals[t];
    if (r > most && (moves[t] & mayRise) !== 0) {
      most = r;
      extremes[0] = t;
    }
    if (r < least && (moves[t] & mayFall) !== 0) {
      least = r;
      extremes[1] = t;
    }
  }
}

/** The row that may fall and with which row i gains most. Gains are compared as fractions, without dividing. */
function partner({ moves, residuals, diagonal }: Bench, row: Float64Array, i: number): number {
  const rising = residuals[i];
  const own = diagonal[i];
  const n = residuals.length;
  let numerator = 0;
  let denominator = 1;
  let found = -1;
  for (let t = 0; t < n; t++) {
    if ((moves[t] & mayFall) === 0) continue;
    const difference = rising - residuals[t];
    if (difference <= 0) continue;
    let curvature = own + diagonal[t] - 2 * row[t];
    if (!(curvature > leastCurvature)) curvature = leastCurvature;
    if (difference * difference * denominator > numerator * curvature) {
      numerator = difference * difference;
      denominator = curvature;
      found = t;
    }
  }
  return found;
}

/** Moves the residuals by a step of a pair, and finds the extremes on the way. */
function moveResiduals(
  { moves, residuals }: Bench,
  rowI: Float64Array,
  rowJ: Float64Array,
  step: number,
  extremes: Int32Array,
): void {
  const n = residuals.length;
  let most = -Infinity;
  let least = Infinity;
  let highest = -1;
  let lowest = -1;
  for (let t = 0; t < n; t++) {
    const r = residuals[t] - step * (rowI[t] - rowJ[t]);
    residuals[t] = r;
    if (r > most && (moves[t] & mayRise) !== 0) {
      most = r;
      highest = t;
    }
    if (r < least && (moves[t] & mayFall) !== 0) {
      least = r;
      lowest = t;
    }
  }
  extremes[0] = highest;
  extremes[1] = lowest;
}

/** The rows without those at a bound that cannot be part of a violating pair. */
function shrunken({ active, moves, residuals }: Bench, extremes: Int32Array): Int32Array {
  const rising = extremes[0] < 0 ? -Infinity : residuals[extremes[0]];
  const falling = extremes[1] < 0 ? Infinity : residuals[extremes[1]];
  return active.filter(
    (_, t) => !((moves[t] === mayFall && residuals[t] > rising) || (moves[t] === mayRise && residuals[t] < falling)),
  );
}

/** The residuals of all rows but the active ones, from the coefficients. */
function refreshResiduals(
  { rows, signs }: DualProblem,
  active: Int32Array,
  coefficients: Float64Array,
  residuals: Float64Array,
): void {
  const isActive = new Uint8Array(signs.length);
  for (const t of active) isActive[t] = 1;
  const aside = Int32Array.from(signs.keys()).filter((t) => isActive[t] === 0);
  for (const t of aside) residuals[t] = signs[t];
  coefficients.forEach((beta, j) => {
    if (beta !== 0) subtractRow(aside, residuals, rows.row(j), beta);
  });
}

function subtractRow(aside: Int32Array, residuals: Float64Array, row: Float64Array, beta: number): void {
  for (let k = 0; k < aside.length; k++) {
    const t = aside[k];
    residuals[t] -= beta * row[t];
  }
}

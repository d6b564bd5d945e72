import { addSoftplusOnLine } from "../numeric/addSoftplusOnLine.ts";
import { freeDirections, increasingValue, priorValue, type IncreasingRegression } from "./fitIncreasing.ts";
import type { TwoSided } from "./logitInterval.ts";

/**
 * How uncertain a curve leaves the logits that it gives: their deviations below and above at some places, ascending. In between and beyond they
 * follow straight lines.
 */
export interface CurveSpread {
  readonly places: Float64Array;
  readonly below: Float64Array;
  readonly above: Float64Array;
}

/** Curves that lose this much more, in nats, hardly count: e⁻⁸ of the best. */
const mostLost = 8;

/** Steps from one end of a direction to the other: about half a deviation each, or nine tenths where there are three directions. */
const stepsOf = (directions: number): number => (directions > 2 ? 9 : 16);

/** Halvings of the interval in which a direction ends; it need not be found closely. */
const halvings = 6;

/** Doublings of a step until it has lost enough. */
const mostDoublings = 60;

/** Steps along a direction: `count` of them from `first` on, `step` apart. */
export interface GridAxis {
  readonly direction: Float64Array;
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** A curve beside the best one, and how much it counts. */
interface Alternative {
  readonly moved: Float64Array;
  readonly weight: number;
}

/**
 * The deviations of the logits of a curve, from all curves that explain the rows nearly as well. Where outputs separate the classes the curvature
 * at the optimum says next to nothing: it allows slopes below 0, of which the labels allow none. So the curves are weighted by exp(−loss) on a grid around
 * the best one, with the bounds of their coefficients, and the deviation on each side is the root mean square of the distances on that side.
 *
 * `functionsAt` are the functions of the regression at a place; `hessian` and `isHeld` are those of the optimum `point`.
 */
export function curveSpread(
  regression: IncreasingRegression,
  { point, hessian, isHeld }: Readonly<{ point: Float64Array; hessian: Float64Array; isHeld: readonly boolean[] }>,
  functionsAt: (place: number) => readonly number[],
  places: Float64Array,
): CurveSpread {
  const alternatives = alternativesTo(regression, point, freeDirections(hessian, isHeld));
  const [below, above] = [new Float64Array(places.length), new Float64Array(places.length)];
  places.forEach((place, at) => {
    [below[at], above[at]] = sidesOf(alternatives, functionsAt(place));
  });
  return { places, below, above };
}

/** Root mean squares of how far curves are below and above the best one, where the functions have some values. */
function sidesOf(alternatives: readonly Alternative[], functions: readonly number[]): [below: number, above: number] {
  let [massBelow, squaresBelow, massAbove, squaresAbove] = [0, 0, 0, 0];
  for (const { moved, weight } of alternatives) {
    let distance = 0;
    for (let j = 0; j < moved.length; j++) distance += moved[j] * functions[j];
    const share = distance === 0 ? weight / 2 : weight;
    if (distance <= 0) {
      massBelow += share;
      squaresBelow += weight * distance * distance;
    }
    if (distance >= 0) {
      massAbove += share;
      squaresAbove += weight * distance * distance;
    }
  }
  return [
    Math.sqrt(massBelow > 0 ? squaresBelow / massBelow : 0),
    Math.sqrt(massAbove > 0 ? squaresAbove / massAbove : 0),
  ];
}

/** Curves on a grid whose directions are independent of each other at the optimum. */
function alternativesTo(
  regression: IncreasingRegression,
  point: Float64Array,
  directions: readonly Float64Array[],
): Alternative[] {
  const least = increasingValue(regression, point);
  const bounded = point.length - 1;
  const isAllowed = (moved: Float64Array): boolean => moved.every((by, j) => j >= bounded || point[j] + by >= 0);
  const lossOf = (moved: Float64Array): number =>
    isAllowed(moved)
      ? increasingValue(
          regression,
          point.map((coefficient, j) => coefficient + moved[j]),
        ) - least
      : Infinity;
  const axes = directions.map((direction): GridAxis => {
    const [down, up] = [-1, 1].map((sign) => reachOf((step) => lossOf(direction.map((each) => sign * step * each))));
    const step = (down + up) / stepsOf(directions.length);
    const [before, after] = [Math.ceil(down / step), Math.ceil(up / step)];
    return { direction, first: -before * step, step, count: before + after + 1 };
  });
  const losses = gridLosses(regression, point, axes);
  const grid = axes.reduce<Float64Array[]>(
    (places, axis) => places.flatMap((place) => placesOn(axis, place)),
    [new Float64Array(point.length)],
  );
  return grid.flatMap((moved, at) => {
    const loss = isAllowed(moved) ? losses[at] - least : Infinity;
    return loss < mostLost ? { moved, weight: Math.exp(-loss) } : [];
  });
}

/** About how far a direction may be followed. */
function reachOf(lossAt: (step: number) => number): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < mostDoublings && lossAt(high) < mostLost; k++) [low, high] = [high, 2 * high];
  for (let k = 0; k < halvings; k++) {
    const middle = (low + high) / 2;
    if (lossAt(middle) < mostLost) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * What curves on a grid around a point lose, as `increasingValue` has it; the steps of the last axis follow each other.
 */
export function gridLosses(
  regression: IncreasingRegression,
  point: Float64Array,
  axes: readonly GridAxis[],
): Float64Array {
  const rows = signedRows(regression);
  const losses = new Float64Array(axes.reduce((product, { count }) => product * count, 1));
  const inner = axes[axes.length - 1];
  const along = rows.sumsAt(inner.direction.map((each) => inner.step * each));
  const starts = axes
    .slice(0, -1)
    .reduce<Float64Array[]>((places, axis) => places.flatMap((place) => placesOn(axis, place)), [point]);
  starts.forEach((start, at) => {
    const line = losses.subarray(at * inner.count, (at + 1) * inner.count);
    const first = start.map((each, j) => each + inner.first * inner.direction[j]);
    addSoftplusOnLine(line, rows.sumsAt(first), along, rows.weights);
    placesOn(inner, start).forEach((place, k) => (line[k] += rows.linearAt(place) + priorValue(regression, place)));
  });
  return losses;
}

/** The places of an axis through another place, in order. */
export function placesOn({ direction, first, step, count }: GridAxis, place: Float64Array): Float64Array[] {
  return Array.from({ length: count }, (_, k) => place.map((each, j) => each + (first + k * step) * direction[j]));
}

/**
 * Rows by softplus(e) − y e = softplus(±e) + r e, with the sign that makes r small, at most ½ in size and 0 for labels: the second parts of all rows are one linear function.
 */
interface SignedRows {
  /** ± e at each row that counts. */
  sumsAt(coefficients: Float64Array): Float64Array;
  /** Σ w r e. */
  linearAt(coefficients: Float64Array): number;
  /** Absent where all are 1. */
  readonly weights: Float64Array | undefined;
}

function signedRows({ functions, targets, weights }: IncreasingRegression): SignedRows {
  const counted = Int32Array.from(weights.keys()).filter((row) => weights[row] !== 0);
  const own = Float64Array.from(counted, (row) => weights[row]);
  const signed = functions.map((values) =>
    Float64Array.from(counted, (row) => (targets[row] >= 0.5 ? -values[row] : values[row])),
  );
  const linear = functions.map((values) =>
    counted.reduce(
      (sum, row) => sum + weights[row] * (targets[row] >= 0.5 ? 1 - targets[row] : -targets[row]) * values[row],
      0,
    ),
  );
  return {
    sumsAt(coefficients) {
      const sums = new Float64Array(counted.length);
      signed.forEach((values, j) => addScaled(sums, values, coefficients[j]));
      return sums;
    },
    linearAt: (coefficients) => linear.reduce((sum, each, j) => sum + each * coefficients[j], 0),
    weights: own.every((weight) => weight === 1) ? undefined : own,
  };
}

function addScaled(sums: Float64Array, values: Float64Array, factor: number): void {
  for (let row = 0; row < sums.length; row++) sums[row] += factor * values[row];
}

/** The deviations at a place. */
export function spreadAt({ places, below, above }: CurveSpread, place: number): TwoSided {
  let at = 1;
  while (at < places.length - 1 && places[at] < place) at++;
  const share = (place - places[at - 1]) / (places[at] - places[at - 1]);
  const between = (values: Float64Array): number => Math.max(0, values[at - 1] + share * (values[at] - values[at - 1]));
  return { below: between(below), above: between(above) };
}

import { freeDirections, increasingValue, type IncreasingRegression } from "./fitIncreasing.ts";
import { gridLosses, placesOn, type GridAxis } from "./gridLosses.ts";
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

/** The deviations at a place. */
export function spreadAt({ places, below, above }: CurveSpread, place: number): TwoSided {
  let at = 1;
  while (at < places.length - 1 && places[at] < place) at++;
  const share = (place - places[at - 1]) / (places[at] - places[at - 1]);
  const between = (values: Float64Array): number => Math.max(0, values[at - 1] + share * (values[at] - values[at - 1]));
  return { below: between(below), above: between(above) };
}

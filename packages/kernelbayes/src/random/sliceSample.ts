import type { Box } from "../optimize/box.ts";
import type { Stream } from "./stream.ts";
import { exponential } from "./gamma.ts";
import { progress, type Work } from "../run/work.ts";

export interface SliceOptions {
  readonly box: Box;
  readonly stream: Stream;
  /** How many points are returned. */
  readonly draws: number;
  /** Sweeps over all coordinates before the first. */
  readonly warmUp: number;
  /** Sweeps from one to the next. */
  readonly thin: number;
  /** The first guess at how wide a slice is. Default 1. */
  readonly width?: number;
  /** Stage of the progress. */
  readonly stage: string;
}

const mostSteps = 20;
const mostShrinks = 100;

/**
 * Points drawn from a density that is known up to a factor, by slice sampling of one coordinate after the other: a height below
 * that of the density is drawn, an interval is stepped out until it is lower at both ends, and points of the interval are
 * drawn, the interval shrinking to those that fall below, until one lies above. It asks for no gradient and no step size, and
 * a density that jumps does it no harm. R. M. Neal, Slice sampling, Annals of Statistics 2003.
 */
export function* sliceSample(
  logDensity: (point: Float64Array) => number,
  start: Float64Array,
  { box, stream, draws, warmUp, thin, width = 1, stage }: SliceOptions,
): Work<Float64Array[]> {
  const point = start.slice();
  let here = logDensity(point);
  const kept: Float64Array[] = [];
  const sweeps = warmUp + draws * thin;
  for (let sweep = 1; sweep <= sweeps; sweep++) {
    for (let j = 0; j < point.length; j++) {
      if (box.lower[j] < box.upper[j]) here = moveCoordinate(logDensity, point, here, j, box, width, stream);
    }
    if (sweep > warmUp && (sweep - warmUp) % thin === 0) kept.push(point.slice());
    yield progress(stage, sweep, sweeps);
  }
  return kept;
}

/** Moves one coordinate in place and returns the log density there. */
function moveCoordinate(
  logDensity: (point: Float64Array) => number,
  point: Float64Array,
  here: number,
  j: number,
  { lower, upper }: Box,
  width: number,
  stream: Stream,
): number {
  const from = point[j];
  const level = here - exponential(stream);
  const at = (value: number): number => {
    point[j] = value;
    return logDensity(point);
  };
  let low = Math.max(lower[j], from - width * stream.uniform());
  let high = Math.min(upper[j], low + width);
  for (let step = 0; step < mostSteps && low > lower[j] && at(low) > level; step++)
    low = Math.max(lower[j], low - width);
  for (let step = 0; step < mostSteps && high < upper[j] && at(high) > level; step++) {
    high = Math.min(upper[j], high + width);
  }
  for (let shrink = 0; shrink < mostShrinks; shrink++) {
    const value = low + (high - low) * stream.uniform();
    const there = at(value);
    if (there > level) return there;
    if (value < from) low = value;
    else high = value;
  }
  point[j] = from;
  return here;
}

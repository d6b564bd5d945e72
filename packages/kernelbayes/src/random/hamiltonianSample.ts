import type { Box } from "../optimize/box.ts";
import { progress, type Work } from "../run/work.ts";
import { normal } from "./normal.ts";
import type { Stream } from "./stream.ts";

/** A log density with its gradient; −Infinity where there is none, whatever the gradient. */
export interface DensityAt {
  readonly value: number;
  readonly gradient: Float64Array;
}

export interface HamiltonianOptions {
  readonly box: Box;
  readonly stream: Stream;
  /** How many points are returned. */
  readonly draws: number;
  /** Paths before the first, in which the size of a step is learned. */
  readonly warmUp: number;
  /** Paths from one to the next. */
  readonly thin: number;
  /** Steps of a path. Default 8. */
  readonly steps?: number;
  /** Stage of the progress. */
  readonly stage: string;
}

/** The share of paths that should be accepted, the first size of a step, and how fast it is learned. */
const tuning = { accepted: 0.8, first: 0.3, rate: 0.6 } as const;

/**
 * Points drawn from a density that is known up to a factor, by Hamiltonian Monte Carlo: from a random momentum a path follows the
 * gradient by leapfrog steps, and its end is accepted with the probability min(1, e^(energy lost)). A path is thrown back at
 * the bounds of the box, which keeps volumes and can be run backwards. Steps of each path are between a half and the whole of a size, so that none
 * closes in itself. The size is learned in the warm-up alone. Duane, Kennedy, Pendleton & Roweth 1987; R. M. Neal 2011.
 */
export function* hamiltonianSample(
  densityAt: (point: Float64Array) => DensityAt,
  start: Float64Array,
  { box, stream, draws, warmUp, thin, steps = 8, stage }: HamiltonianOptions,
): Work<Float64Array[]> {
  let point: Float64Array = start.slice();
  let here = densityAt(point);
  let size: number = tuning.first;
  const kept: Float64Array[] = [];
  const paths = warmUp + draws * thin;
  for (let path = 1; path <= paths; path++) {
    const momentum = point.map(() => normal(stream));
    const step = size * (0.5 + 0.5 * stream.uniform());
    const end = leapfrog(densityAt, point, here, momentum, { box, step, steps });
    const gain =
      end === undefined ? -Infinity : end.density.value - here.value + kinetic(momentum) - kinetic(end.momentum);
    const chance = Math.min(1, Math.exp(gain));
    if (end !== undefined && stream.uniform() < chance) [point, here] = [end.point, end.density];
    if (path <= warmUp) size *= Math.exp((tuning.rate * (chance - tuning.accepted)) / Math.sqrt(path));
    if (path > warmUp && (path - warmUp) % thin === 0) kept.push(point.slice());
    yield progress(stage, path, paths);
  }
  return kept;
}

function kinetic(momentum: Float64Array): number {
  return 0.5 * momentum.reduce((sum, p) => sum + p * p, 0);
}

interface PathEnd {
  readonly point: Float64Array;
  readonly density: DensityAt;
  readonly momentum: Float64Array;
}

/** The end of a path; undefined where it meets a point without density. */
function leapfrog(
  densityAt: (point: Float64Array) => DensityAt,
  from: Float64Array,
  start: DensityAt,
  momentum: Float64Array,
  { box, step, steps }: { readonly box: Box; readonly step: number; readonly steps: number },
): PathEnd | undefined {
  const point = from.slice();
  const p = momentum.slice();
  let density = start;
  for (let at = 0; at < steps; at++) {
    for (let j = 0; j < p.length; j++) {
      p[j] += 0.5 * step * density.gradient[j];
      moveInside(point, p, j, step * p[j], box);
    }
    density = densityAt(point);
    if (!(density.value > -Infinity)) return undefined;
    for (let j = 0; j < p.length; j++) p[j] += 0.5 * step * density.gradient[j];
  }
  return { point, density, momentum: p };
}

/** Moves a coordinate in place; where it meets a bound it turns back, and its momentum with it. Without room it stays. */
function moveInside(point: Float64Array, momentum: Float64Array, j: number, by: number, { lower, upper }: Box): void {
  const room = upper[j] - lower[j];
  if (room === 0) return;
  if (room === Infinity) {
    const beyond = point[j] + by;
    const bound = beyond < lower[j] ? lower[j] : beyond > upper[j] ? upper[j] : undefined;
    point[j] = bound === undefined ? beyond : 2 * bound - beyond;
    if (bound !== undefined) momentum[j] = -momentum[j];
    return;
  }
  // Unfolded, the box repeats itself with every second copy turned around.
  const unfolded = (point[j] - lower[j] + by) / room;
  const copy = Math.floor(unfolded);
  const inside = unfolded - copy;
  const isTurned = copy % 2 !== 0;
  point[j] = lower[j] + room * (isTurned ? 1 - inside : inside);
  if (isTurned) momentum[j] = -momentum[j];
}

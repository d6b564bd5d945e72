import { searching } from "../run/share.ts";
import { finished, progress, type Work } from "../run/work.ts";
import { gaussian } from "../kernels/gaussian.ts";
import type { Kernel } from "../kernels/kernel.ts";

/** A candidate of a search: the lower its criterion the better; not finite where it is none. */
export interface Candidate {
  readonly criterion: number;
  /** The criterion before any prior, where a search compares it with that of a constant. */
  readonly loss?: number;
}

export interface WidthSearch {
  /** Widths that are tried first. Default [−3, −1, 1]. */
  readonly starts?: readonly number[] | undefined;
  /**
   * The loss of a constant. Where the first widths explain less than a tenth of it, widths far from them are tried too. Default:
   * only where the criterion leads there.
   */
  readonly flatLoss?: number;
  /** Stage of the progress. Default "width". */
  readonly stage?: string;
}

export interface SearchedWidth<T extends Candidate> {
  /** The base-2 logarithm of γ p; NaN where a kernel was given. */
  readonly width: number;
  readonly found: T;
  readonly isAtLimit: boolean;
}

/** The widest and the narrowest kernel that are tried on standardized rows. */
const widest = -9;
export const narrowest = 5;

const littleExplained = 0.9;
const farWidths = [3, 5, -5];

/** The number of widths that are tried at most, for the progress. */
const mostTried = 17;
/** The number of widths that are tried mostly. */
export const typicallyTried = 8;

/** A vertex nearer to the best width than this is not worth another evaluation. */
const leastMove = 0.15;

/**
 * The best of the widths exp(−γ‖x − z‖²), γ = 2^width/p: some starts, outwards by factors of 4 in γ while the best is the
 * last on its side, then by 2 on both sides of the best, and the vertex of the parabola through the best three.
 */
export function* searchWidth<T extends Candidate>(
  evaluate: (width: number) => T | Work<T>,
  { starts = [-3, -1, 1], flatLoss = Infinity, stage = "width" }: WidthSearch = {},
): Work<SearchedWidth<T>> {
  const tried = new Map<number, T>();
  const best = (): readonly [number, T] =>
    [...tried].reduce((least, entry) => (entry[1].criterion < least[1].criterion ? entry : least));
  const attempt = function* (width: number): Work<void> {
    if (tried.has(width) || width < widest || width > narrowest) return;
    tried.set(width, yield* finished(evaluate(width)));
    yield searching(stage, Math.min(tried.size, mostTried - 1), mostTried, typicallyTried, best()[1].criterion);
  };
  for (const start of starts) yield* attempt(start);
  // Hardly anything explained: a finer pattern may hide between these widths and the limits, without a slope towards it.
  if ((best()[1].loss ?? 0) > littleExplained * flatLoss) for (const far of farWidths) yield* attempt(far);
  for (let before = 0; before < tried.size;) {
    before = tried.size;
    const [width] = best();
    if (width === Math.max(...tried.keys())) yield* attempt(width + 2);
    else if (width === Math.min(...tried.keys())) yield* attempt(width - 2);
  }
  const [coarse] = best();
  yield* attempt(coarse - 1);
  yield* attempt(coarse + 1);
  const [middle, { criterion }] = best();
  const below = tried.get(middle - 1)?.criterion ?? Infinity;
  const above = tried.get(middle + 1)?.criterion ?? Infinity;
  const vertex = parabolaVertex(below, criterion, above);
  if (Math.abs(vertex) > leastMove) yield* attempt(middle + vertex);
  const [width, found] = best();
  yield progress(stage, mostTried, mostTried, found.criterion);
  return { width, found, isAtLimit: isAtLimit(width) };
}

/** Whether a width is one of the ends of those that are tried. */
export function isAtLimit(width: number): boolean {
  return width <= widest || width >= narrowest;
}

/** Where a parabola through values at −1, 0, 1, the middle one lowest, has its vertex; 0 where there is none. */
export function parabolaVertex(below: number, middle: number, above: number): number {
  const curvature = below - 2 * middle + above;
  return curvature > 0 && curvature < Infinity ? Math.max(-1, Math.min(1, (below - above) / (2 * curvature))) : 0;
}

/** exp(−γ‖x − z‖²) with γ = 2^width/p. */
export function gaussianOfWidth(width: number, p: number): Kernel {
  return gaussian({ lengthScale: Math.sqrt(p / 2 ** (width + 1)) });
}

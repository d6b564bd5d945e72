import { progress, type Work } from "../../run/work.ts";

/** A candidate of a search: the lower its criterion the better; not finite where it is none. */
export interface Candidate {
  readonly criterion: number;
}

export interface WidthSearch {
  /** Base-2 logarithms of γ p that are tried first. */
  readonly starts: readonly number[];
  readonly widest: number;
  readonly narrowest: number;
  /** Stage of the progress. */
  readonly stage: string;
}

export interface SearchedWidth<T extends Candidate> {
  readonly width: number;
  readonly found: T;
  readonly isAtLimit: boolean;
}

/** As many widths as are tried at most, for the progress. */
const mostTried = 14;

/**
 * The best of the widths exp(−γ‖x − z‖²), γ = 2^width/p: some starts, outwards by factors of 4 in γ while the best is the
 * last on its side, then by 2 on both sides of the best, and the vertex of the parabola through the best three.
 */
export function* searchWidth<T extends Candidate>(
  evaluate: (width: number) => T,
  { starts, widest, narrowest, stage }: WidthSearch,
): Work<SearchedWidth<T>> {
  const tried = new Map<number, T>();
  const best = (): readonly [number, T] =>
    [...tried].reduce((least, entry) => (entry[1].criterion < least[1].criterion ? entry : least));
  const attempt = function* (width: number): Work<void> {
    if (tried.has(width) || width < widest || width > narrowest) return;
    tried.set(width, evaluate(width));
    yield progress(stage, Math.min(tried.size, mostTried - 1), mostTried, best()[1].criterion);
  };
  for (const start of starts) yield* attempt(start);
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
  if (Math.abs(vertex) > 0.15) yield* attempt(middle + vertex);
  const [width, found] = best();
  yield progress(stage, mostTried, mostTried, found.criterion);
  return { width, found, isAtLimit: width === widest || width === narrowest };
}

/** Where a parabola through values at −1, 0, 1, the middle one lowest, has its vertex; 0 where there is none. */
export function parabolaVertex(below: number, middle: number, above: number): number {
  const curvature = below - 2 * middle + above;
  return curvature > 0 && curvature < Infinity ? Math.max(-1, Math.min(1, (below - above) / (2 * curvature))) : 0;
}

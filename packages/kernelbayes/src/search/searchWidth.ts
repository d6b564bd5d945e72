import { gaussian } from "../kernels/gaussian.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { progress, type Work } from "../run/work.ts";

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

/** The widths that a Gaussian kernel on standardized rows is looked for among. */
export const widths: WidthSearch = { starts: [-3, -1, 1], widest: -9, narrowest: 5, stage: "width" };

/** exp(−γ‖x − z‖²) with γ = 2^width/p. */
export function gaussianOfWidth(width: number, p: number): Kernel {
  return gaussian({ lengthScale: Math.sqrt(p / 2 ** (width + 1)) });
}

/** What a width costs beforehand, in nats: little, but enough to settle what the rows leave open. */
export function widthPrior(width: number): number {
  return 0.5 * ((width + 1) / 2) ** 2;
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

/** From a width that was best on fewer rows: on more of them a narrower one may be, which is tried while it is. */
export function* narrowWidth<T extends Candidate>(
  evaluate: (width: number) => T,
  from: number,
  { narrowest, stage }: Pick<WidthSearch, "narrowest" | "stage">,
): Work<SearchedWidth<T>> {
  let [width, found] = [from, evaluate(from)];
  for (let step = 1; step <= mostNarrower; step++) {
    yield progress(stage, step, mostNarrower + 1, found.criterion);
    if (width + 1 > narrowest) break;
    const next = evaluate(width + 1);
    if (!(next.criterion < found.criterion)) break;
    [width, found] = [width + 1, next];
  }
  yield progress(stage, mostNarrower + 1, mostNarrower + 1, found.criterion);
  return { width, found, isAtLimit: width + 1 > narrowest };
}

const mostNarrower = 3;

/** Where a parabola through values at −1, 0, 1, the middle one lowest, has its vertex; 0 where there is none. */
export function parabolaVertex(below: number, middle: number, above: number): number {
  const curvature = below - 2 * middle + above;
  return curvature > 0 && curvature < Infinity ? Math.max(-1, Math.min(1, (below - above) / (2 * curvature))) : 0;
}

import { progress, type Work } from "../run/work.ts";

/** A width 2^logWidth that was tried. */
export interface TriedWidth {
  readonly logWidth: number;
  /** What is minimized. */
  readonly criterion: number;
  /** What the criterion is made of, before any prior. */
  readonly loss: number;
}

export interface WidthSearchOptions {
  /** Widths to begin with. */
  readonly starts?: readonly number[];
  /** The loss of a constant. */
  readonly flatLoss: number;
  /** Stage of the progress. */
  readonly stage: string;
}

/** The narrowest kernel that is tried. */
export const narrowest = 5;
const widest = -9;
const littleExplained = 0.9;
const farWidths = [3, 5, -5];
/** As many widths as are tried at most. */
const mostWidths = 17;

/**
 * The best width of a kernel by few evaluations: outwards in steps of 2 while the best is at an end, then one nearer on both
 * sides, then the vertex of a parabola.
 */
export function* searchWidths<Tried extends TriedWidth>(
  evaluate: (logWidth: number) => Tried,
  { starts = [-3, -1, 1], flatLoss, stage }: WidthSearchOptions,
): Work<Tried> {
  const tried = new Map<number, Tried>();
  const best = (): Tried =>
    [...tried.values()].reduce((lowest, candidate) => (candidate.criterion < lowest.criterion ? candidate : lowest));
  const attempt = function* (logWidth: number): Work<void> {
    if (tried.has(logWidth) || logWidth < widest || logWidth > narrowest) return;
    tried.set(logWidth, evaluate(logWidth));
    yield progress(stage, Math.min(tried.size, mostWidths - 1), mostWidths, best().criterion);
  };
  for (const start of starts) yield* attempt(start);
  // Hardly anything explained: a finer pattern may hide between these widths and the limits, without a slope towards it.
  if (best().loss > littleExplained * flatLoss) for (const far of farWidths) yield* attempt(far);
  for (;;) {
    const { logWidth } = best();
    const widths = [...tried.keys()];
    const before = tried.size;
    if (logWidth === Math.max(...widths)) yield* attempt(logWidth + 2);
    else if (logWidth === Math.min(...widths)) yield* attempt(logWidth - 2);
    if (tried.size === before) break;
  }
  const { logWidth } = best();
  yield* attempt(logWidth - 1);
  yield* attempt(logWidth + 1);
  const middle = best();
  const below = tried.get(middle.logWidth - 1);
  const above = tried.get(middle.logWidth + 1);
  if (below && above) {
    const vertex = parabolaVertex([below.criterion, middle.criterion, above.criterion]);
    if (Math.abs(vertex) > 0.15) yield* attempt(middle.logWidth + vertex);
  }
  yield progress(stage, mostWidths, mostWidths, best().criterion);
  return best();
}

/** Whether a search ended where widths end. */
export function isAtLimit({ logWidth }: TriedWidth): boolean {
  return logWidth <= widest || logWidth >= narrowest;
}

/** Where a parabola through values at −1, 0, 1, the middle one lowest, has its vertex. */
export function parabolaVertex([below, middle, above]: readonly [number, number, number]): number {
  const curvature = below - 2 * middle + above;
  return curvature > 0 ? Math.max(-1, Math.min(1, (below - above) / (2 * curvature))) : 0;
}

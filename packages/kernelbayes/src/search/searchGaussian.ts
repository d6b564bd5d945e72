import type { Warning } from "../errors.ts";
import { partRows } from "../rows/sampleRows.ts";
import type { Problem } from "../rows/labelledRows.ts";
import { finished, progress, type Work } from "../run/work.ts";
import type { Kernel } from "../kernels/kernel.ts";
import {
  gaussianOfWidth,
  narrowest,
  searchWidth,
  typicallyTried,
  type Candidate,
  type SearchedWidth,
} from "./searchWidth.ts";

/** The cost of a width beforehand, in nats: little, but enough to settle what the rows leave open. */
function widthPrior(width: number): number {
  return 0.5 * ((width + 1) / 2) ** 2;
}

/** The rows of a search and how many columns they have. */
interface GaussianSearch<Rows> {
  /** A kernel that takes the place of all of them, and nothing is searched. */
  readonly given?: Kernel | undefined;
  readonly all: Rows;
  /** Some of the rows, on which the search is cheap. Default: all. */
  readonly part: Rows | undefined;
  readonly columns: number;
}

/**
 * The Gaussian kernel of the lowest criterion with a weak prior of its width: the width is searched on a part of the rows, if there
 * is one, and then made narrower on all rows while that lowers the criterion.
 */
export function* searchGaussian<Rows, T extends Candidate>(
  evaluate: (kernel: Kernel, rows: Rows) => T | Work<T>,
  { given, all, part, columns }: GaussianSearch<Rows>,
): Work<SearchedWidth<T>> {
  if (given) {
    const found = yield* finished(evaluate(given, all));
    yield progress("kernel", 1, 1);
    return { width: NaN, found, isAtLimit: false };
  }
  const on = (rows: Rows) =>
    function* (width: number): Work<T> {
      const candidate = yield* finished(evaluate(gaussianOfWidth(width, columns), rows));
      return { ...candidate, criterion: candidate.criterion + widthPrior(width) };
    };
  const first = yield* searchWidth(on(part ?? all));
  return part === undefined ? first : yield* narrowWidth(on(all), first.width);
}

/** The stages of `searchGaussian` with their weights: widths on a part of the rows, and two or three on all of them. */
export function gaussianStages({ X }: Pick<Problem, "X">, isGiven: boolean): Record<string, number> {
  if (isGiven) return { kernel: 2 };
  const part = Math.min(1, partRows / X.rows);
  return { width: typicallyTried * part ** 2, [stage]: part < 1 ? 2.5 : 0 };
}

/** As often a width is made narrower at most. */
const mostNarrower = 3;
const stage = "width on all rows";

/** From a width that was best on fewer rows: on more of them a narrower one may be, which is tried while it is. */
export function* narrowWidth<T extends Candidate>(
  evaluate: (width: number) => T | Work<T>,
  from: number,
): Work<SearchedWidth<T>> {
  let [width, found] = [from, yield* finished(evaluate(from))];
  for (let step = 1; step <= mostNarrower; step++) {
    yield progress(stage, step, mostNarrower + 1, found.criterion);
    if (width + 1 > narrowest) break;
    const next = yield* finished(evaluate(width + 1));
    if (!(next.criterion < found.criterion)) break;
    [width, found] = [width + 1, next];
  }
  yield progress(stage, mostNarrower + 1, mostNarrower + 1, found.criterion);
  return { width, found, isAtLimit: width + 1 > narrowest };
}

/** The warning of a fit whose width is the widest or the narrowest that is tried. */
export function widthWarnings(isAtEnd: boolean): Warning[] {
  const message = "The best width of the kernel lies at the end of what was searched. Give a kernel to go beyond it.";
  return isAtEnd ? [{ code: "at-bound", message }] : [];
}

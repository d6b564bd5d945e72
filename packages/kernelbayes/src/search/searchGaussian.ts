import { gaussian } from "../kernels/gaussian.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { progress, type Work } from "../run/work.ts";
import { narrowest, searchWidth, type Candidate, type SearchedWidth } from "./searchWidth.ts";

/** exp(−γ‖x − z‖²) with γ = 2^width/p. */
export function gaussianOfWidth(width: number, p: number): Kernel {
  return gaussian({ lengthScale: Math.sqrt(p / 2 ** (width + 1)) });
}

/** The cost of a width beforehand, in nats: little, but enough to settle what the rows leave open. */
function widthPrior(width: number): number {
  return 0.5 * ((width + 1) / 2) ** 2;
}

/** The rows of a search and how many columns they have. */
export interface GaussianSearch<Rows> {
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
  evaluate: (kernel: Kernel, rows: Rows) => T,
  { all, part, columns }: GaussianSearch<Rows>,
): Work<SearchedWidth<T>> {
  const on =
    (rows: Rows) =>
    (width: number): T => {
      const candidate = evaluate(gaussianOfWidth(width, columns), rows);
      return { ...candidate, criterion: candidate.criterion + widthPrior(width) };
    };
  const first = yield* searchWidth(on(part ?? all));
  return part === undefined ? first : yield* narrowWidth(on(all), first.width);
}

/** As often a width is made narrower at most. */
const mostNarrower = 3;
const stage = "width on all rows";

/** From a width that was best on fewer rows: on more of them a narrower one may be, which is tried while it is. */
export function* narrowWidth<T extends Candidate>(
  evaluate: (width: number) => T,
  from: number,
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

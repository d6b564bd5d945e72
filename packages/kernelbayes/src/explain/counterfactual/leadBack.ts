import { progress, type Work } from "../../run/work.ts";
import type { Change, ChangeSpace } from "./changeSpace.ts";
import type { Judge } from "./searchChanges.ts";

/** Rows that are led back. */
const mostStarts = 3;
/** Numbers of columns that are tried together. */
const parts = 32;

/**
 * Changes of many columns, for rows that few columns do not move. A row that reaches the goal lends its cells: first those that bring the most for their
 * size, and no more of them than it takes.
 */
export function* leadBack(space: ChangeSpace, judge: Judge, starts: readonly Change[]): Work<Change[]> {
  const reached = judge(starts);
  const near = starts
    .filter((_, at) => reached[at].isReached)
    .toSorted((a, b) => space.total(a) - space.total(b))
    .slice(0, mostStarts);
  const found: Change[] = [];
  for (const [at, start] of near.entries()) {
    found.push(fewest(space, judge, start));
    yield progress("search", at + 1, near.length);
  }
  return found.toSorted((a, b) => space.total(a) - space.total(b));
}

/** The row with as few cells of another as reach the goal. */
function fewest(space: ChangeSpace, judge: Judge, start: Change): Change {
  const places = Array.from(start.keys()).filter((at) => start[at] !== space.start[at]);
  const margins = judge(places.map((at) => space.start.with(at, start[at]))).map(({ margin }) => margin);
  const [{ margin: now }] = judge([space.start]);
  const gains = new Map(places.map((at, t) => [at, (margins[t] - now) / space.size(at, start[at])]));
  const order = places.toSorted((a, b) => gains.get(b)! - gains.get(a)!);
  const rank = new Map(order.map((at, place) => [at, place]));
  const withFirst = (count: number): Change =>
    start.map((cell, at) => ((rank.get(at) ?? 0) < count ? cell : space.start[at]));
  // Whole numbers between a count that is too small and one that reaches the goal, until these are neighbors.
  let [small, large] = [0, order.length];
  while (large - small > 1) {
    const step = Math.max(1, (large - small) / parts);
    const counts = Array.from({ length: parts }, (_, k) => small + Math.round((k + 1) * step)).filter(
      (count) => count < large,
    );
    const verdicts = judge(counts.map(withFirst));
    const first = verdicts.findIndex(({ isReached }) => isReached);
    const last = counts.length - 1;
    [small, large] = first < 0 ? [counts[last], large] : [first === 0 ? small : counts[first - 1], counts[first]];
  }
  return withFirst(large);
}

import { pause, progress, type Work } from "../../run/work.ts";
import type { CellValue } from "../columnDomain.ts";
import type { Change, ChangeSpace, FreeColumn } from "./changeSpace.ts";
import type { Verdict } from "./goal.ts";

/** Looks at changes. */
export type Judge = (changes: readonly Change[]) => readonly Verdict[];

/** Values of a number that a scan looks at. */
const scanPoints = 33;
/** A way is cut into parts, and the part where the goal is reached again, to 1e-6 of it. */
const [parts, rounds] = [31, 4];
/** Steps of a walk, in standardized units, and how many there are at most. */
const strides = [2, 1, 0.5, 0.25, 0.1] as const;
const mostSteps = 60;
/** Rows that changes start from. */
const mostStarts = 12;

/**
 * Changes that reach a goal, small ones first, no two with the same columns. A search, not a proof: each is as small as a scan of every single
 * column, a walk along the steepest gain per unit, and the way back from rows that reach the goal could make it. No column of it can be left as
 * it was, nor moved back by itself.
 */
export function* searchChanges(space: ChangeSpace, judge: Judge, starts: readonly Change[]): Work<Change[]> {
  const found: Change[] = [];
  const singles = singleChanges(space, judge);
  found.push(...singles);
  yield progress("search", 1, 3);
  const walked = yield* walk(space, judge);
  if (walked) found.push(yield* shrunk(space, judge, walked));
  yield progress("search", 2, 3);
  const reached = judge(starts);
  const near = starts
    .filter((_, at) => reached[at].isReached)
    .toSorted((a, b) => space.total(a) - space.total(b))
    .slice(0, mostStarts);
  for (const [at, start] of near.entries()) {
    found.push(yield* shrunk(space, judge, start));
    yield { ...progress("search", 2, 3), fraction: (2 + (at + 1) / near.length) / 3 };
  }
  yield progress("search", 3, 3);
  return distinct(
    space,
    found.map((change) => rounded(space, judge, change)),
  );
}

/** The smallest change of each single column that reaches the goal, where one does. */
function singleChanges(space: ChangeSpace, judge: Judge): Change[] {
  const trials = space.columns.flatMap((column, at) => scanOf(column).map((cell) => ({ at, cell })));
  const verdicts = judge(trials.map(({ at, cell }) => space.start.with(at, cell)));
  const best = new Map<number, CellValue>();
  trials.forEach(({ at, cell }, t) => {
    if (!verdicts[t].isReached) return;
    const known = best.get(at);
    if (known === undefined || space.size(at, cell) < space.size(at, known)) best.set(at, cell);
  });
  return Array.from(best, ([at, cell]) => drawnBack(space, judge, space.start.with(at, cell), at));
}

/** Cells that a column might take: all levels, whole numbers, or numbers over the range. */
function scanOf({ domain, levels, low, high, isWhole, cell }: FreeColumn): CellValue[] {
  if (domain.kind === "category") return [...levels];
  const points = Array.from({ length: scanPoints }, (_, k) => low + ((high - low) * k) / (scanPoints - 1));
  const cells = isWhole ? points.map(Math.round) : points;
  return [...new Set(cells)].filter((each) => each !== cell && each >= low && each <= high);
}

/** The change with one column moved back towards the row as far as the goal stays reached, by looking at parts of parts of the way. */
function drawnBack(space: ChangeSpace, judge: Judge, change: Change, at: number): Change {
  const { domain, cell, isWhole } = space.columns[at];
  if (domain.kind === "category" || change[at] === cell) return change;
  let far = Number(change[at]);
  let near = Number(cell);
  for (let round = 0; round < rounds; round++) {
    const way = Array.from({ length: parts }, (_, k) => near + ((far - near) * (k + 1)) / (parts + 1));
    const stops = [...new Set(isWhole ? way.map(Math.trunc) : way)].filter((stop) => stop !== near && stop !== far);
    if (stops.length === 0) break;
    const verdicts = judge(stops.map((stop) => change.with(at, stop)));
    const first = verdicts.findIndex(({ isReached }) => isReached);
    // What is nearer to the row than the first stop that reaches the goal does not.
    if (first !== 0) near = first < 0 ? stops[stops.length - 1] : stops[first - 1];
    if (first >= 0) far = stops[first];
  }
  return change.with(at, far);
}

/** Step after step in the column and direction that gains most per unit, until the goal is reached. */
function* walk(space: ChangeSpace, judge: Judge): Work<Change | undefined> {
  let here = space.start;
  let [verdict] = judge([here]);
  for (let step = 0; step < mostSteps && !verdict.isReached; step++) {
    const trials = stepsFrom(space, here);
    if (trials.length === 0) return undefined;
    const verdicts = judge(trials);
    yield pause;
    const size = space.total(here);
    let best = -1;
    let most = 0;
    verdicts.forEach(({ margin, isReached }, t) => {
      const cost = Math.max(1e-3, space.total(trials[t]) - size);
      const gain = (isReached ? Math.max(margin - verdict.margin, 1e-6) : margin - verdict.margin) / cost;
      if (gain > most) [best, most] = [t, gain];
    });
    if (best < 0) return undefined;
    here = trials[best];
    verdict = verdicts[best];
  }
  return verdict.isReached ? here : undefined;
}

/** All single steps away from a change: numbers up and down by each stride within their range, categories to each level. */
function stepsFrom(space: ChangeSpace, here: Change): Change[] {
  return space.columns.flatMap(({ domain, levels, cell, low, high, unit, isWhole }, at) => {
    if (domain.kind === "category") {
      return [cell, ...levels].filter((level) => level !== here[at]).map((level) => here.with(at, level));
    }
    const own = Number(here[at]);
    const cells = strides.flatMap((stride) => [own - stride * unit, own + stride * unit]);
    const within = cells.map((each) => {
      const bounded = Math.min(high, Math.max(low, each));
      return isWhole ? Math.round(bounded) : bounded;
    });
    return [...new Set(within)].filter((each) => each !== own).map((each) => here.with(at, each));
  });
}

/** A change that reaches the goal, made smaller as long as that helps: columns put back, moved back, or exchanged for better ones. */
function* shrunk(space: ChangeSpace, judge: Judge, change: Change): Work<Change> {
  let here = change;
  for (let round = 0; round < 12; round++) {
    const before = space.total(here);
    here = putBack(space, judge, here);
    // The column that costs most comes first.
    const order = Array.from(here.keys()).toSorted((a, b) => space.size(b, here[b]) - space.size(a, here[a]));
    for (const at of order) here = drawnBack(space, judge, here, at);
    yield pause;
    here = yield* exchanged(space, judge, here);
    if (space.total(here) > before * (1 - 1e-6)) break;
  }
  return here;
}

/** Columns put back one after the other, each time the one that saves most. */
function putBack(space: ChangeSpace, judge: Judge, change: Change): Change {
  let here = change;
  for (;;) {
    const trials = Array.from(here.keys())
      .filter((at) => here[at] !== space.start[at])
      .map((at) => here.with(at, space.start[at]));
    if (trials.length === 0) return here;
    const reached = judge(trials);
    const better = trials.filter((_, t) => reached[t].isReached).toSorted((a, b) => space.total(a) - space.total(b));
    if (better.length === 0) return here;
    here = better[0];
  }
}

/** One step in one column, paid for by moving another back: the best of all such pairs, if it makes the change smaller. */
function* exchanged(space: ChangeSpace, judge: Judge, change: Change): Work<Change> {
  const steps = stepsFrom(space, change);
  const verdicts = judge(steps);
  const promising = steps
    .map((step, t) => ({ step, margin: verdicts[t].margin, cost: space.total(step) - space.total(change) }))
    .filter(({ margin, cost }) => margin > 0 || cost < 0)
    .toSorted((a, b) => b.margin / Math.max(0.05, b.cost) - a.margin / Math.max(0.05, a.cost))
    .slice(0, 6);
  let best = change;
  for (const { step } of promising) {
    let trial = step;
    if (!judge([trial])[0].isReached) continue;
    trial = putBack(space, judge, trial);
    for (const at of trial.keys()) trial = drawnBack(space, judge, trial, at);
    if (space.total(trial) < space.total(best)) best = trial;
    yield pause;
  }
  return best;
}

/** Numbers with few digits, a little farther out, where the goal stays reached. */
function rounded(space: ChangeSpace, judge: Judge, change: Change): Change {
  return space.columns.reduce((here, { domain, cell, unit, isWhole, low, high }, at) => {
    if (domain.kind === "category" || here[at] === cell || isWhole) return here;
    const value = Number(here[at]);
    const digits = Math.floor(Math.log10(unit / 50));
    const away = value > Number(cell) ? Math.ceil : Math.floor;
    // Decimal places by text, so that 0.1 is 0.1.
    const shown =
      digits < 0
        ? Number((away(value * 10 ** -digits) / 10 ** -digits).toFixed(-digits))
        : away(value / 10 ** digits) * 10 ** digits;
    if (shown < low || shown > high) return here;
    const trial = here.with(at, shown);
    return judge([trial])[0].isReached ? trial : here;
  }, change);
}

/** By how much smaller a change has to be for each further column to be worth listing. */
const worthColumns = 0.95;

/** Changes by their size: of the same columns the smallest, and with further columns only where that is clearly smaller. */
function distinct(space: ChangeSpace, changes: readonly Change[]): Change[] {
  const columnsOf = (change: Change): number[] =>
    Array.from(change.keys()).filter((at) => change[at] !== space.start[at]);
  const sorted = changes
    .map((change) => ({ change, columns: columnsOf(change), size: space.total(change) }))
    .toSorted((a, b) => a.size - b.size);
  const smallest = sorted.filter(
    ({ columns }, at) => sorted.findIndex((other) => other.columns.join() === columns.join()) === at,
  );
  return smallest
    .filter(
      ({ columns, size }) =>
        !smallest.some(
          (other) =>
            other.columns.length < columns.length &&
            other.columns.every((column) => columns.includes(column)) &&
            size > worthColumns * other.size,
        ),
    )
    .map(({ change }) => change);
}

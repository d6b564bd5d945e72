import type { Change, ChangeSpace, FreeColumn } from "./changeSpace.ts";
import type { Judge } from "./searchChanges.ts";

/**
 * The columns of a space, those first of which a change by one unit, or to another level, brings the row closest to its goal for its size. A search over
 * thousands of columns begins with these.
 */
export function leadingColumns(space: ChangeSpace, judge: Judge): FreeColumn[] {
  const [{ margin: now }] = judge([space.start]);
  const trials = space.columns.flatMap(({ domain, levels, cell, low, high, unit }, at) => {
    const cells =
      domain.kind === "category"
        ? levels
        : [Number(cell) - unit, Number(cell) + unit].map((each) => Math.min(high, Math.max(low, each)));
    return cells.filter((each) => each !== cell).map((each) => ({ at, change: space.start.with(at, each) as Change }));
  });
  const verdicts = judge(trials.map(({ change }) => change));
  const gains = new Float64Array(space.columns.length).fill(-Infinity);
  trials.forEach(({ at, change }, t) => {
    gains[at] = Math.max(gains[at], (verdicts[t].margin - now) / space.size(at, change[at]));
  });
  return Array.from(gains.keys())
    .toSorted((a, b) => gains[b] - gains[a])
    .map((at) => space.columns[at]);
}

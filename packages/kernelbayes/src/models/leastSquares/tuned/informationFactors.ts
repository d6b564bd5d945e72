import type { LabelledRows } from "../../../rows/labelledRows.ts";

export interface RowsWithColumnGroups extends LabelledRows {
  /** The number of the group that shares a factor, for each column. */
  readonly groups: readonly number[];
}

/** A column of more values than this is cut into as many parts of equal weight. */
const mostCells = 8;
/** What a column without any information counts, in units of the mean of all. */
const least = 0.02;

/**
 * A factor for each column of a kernel by what it tells about the class alone, without a search: the mutual information of
 * group and class, less what a group without any would have by chance,
 *
 *     Iⱼ = Σ p(cell, class) log p(cell, class)/(p(cell) p(class)) − (cells − 1)(C − 1)/(2n),   not below 0,
 *
 * over its mean, plus 0.02, scaled to the mean 1 over the groups. Columns of many values are cut at their octiles. O(n p log n).
 */
export function informationFactors({ X, classes, weights, groups }: RowsWithColumnGroups): Float64Array {
  const { rows: n, columns: p } = X;
  const cells = new Map<number, string[]>();
  for (let j = 0; j < p; j++) {
    const codes = cellsOf(
      Float64Array.from({ length: n }, (_, i) => X.data[i * p + j]),
      weights,
    );
    const before = cells.get(groups[j]);
    cells.set(groups[j], before ? before.map((code, i) => `${code} ${codes[i]}`) : Array.from(codes, String));
  }
  const information = new Map(
    [...cells].map(([group, codes]) => [group, mutualInformation(codes, classes, weights)] as const),
  );
  const mean = [...information.values()].reduce((sum, value) => sum + value, 0) / information.size;
  return Float64Array.from(groups, (group) =>
    mean > 0 ? ((information.get(group) ?? 0) / mean + least) / (1 + least) : 1,
  );
}

/** The part of each value: its number among few different ones, or the eighth of the weight below its middle. */
function cellsOf(values: Float64Array, weights: Float64Array): Int32Array {
  const order = Int32Array.from(values.keys()).toSorted((a, b) => values[a] - values[b]);
  const different = new Set(values).size;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const codes = new Int32Array(values.length);
  let before = 0;
  for (let start = 0, number = 0; start < order.length; number++) {
    let end = start;
    let own = 0;
    while (end < order.length && values[order[end]] === values[order[start]]) own += weights[order[end++]];
    const eighth = Math.min(mostCells - 1, Math.floor((mostCells * (before + own / 2)) / total));
    for (; start < end; start++) codes[order[start]] = different > mostCells ? eighth : number;
    before += own;
  }
  return codes;
}

function mutualInformation(cells: readonly string[], classes: Int32Array, weights: Float64Array): number {
  const joint = new Map<string, number>();
  const ofCell = new Map<string, number>();
  const ofClass = new Map<number, number>();
  let total = 0;
  cells.forEach((cell, i) => {
    const w = weights[i];
    total += w;
    joint.set(`${cell}|${classes[i]}`, (joint.get(`${cell}|${classes[i]}`) ?? 0) + w);
    ofCell.set(cell, (ofCell.get(cell) ?? 0) + w);
    ofClass.set(classes[i], (ofClass.get(classes[i]) ?? 0) + w);
  });
  let sum = 0;
  for (const [cell, inCell] of ofCell) {
    for (const [q, inClass] of ofClass) {
      const both = joint.get(`${cell}|${q}`) ?? 0;
      if (both > 0) sum += (both / total) * Math.log((both * total) / (inCell * inClass));
    }
  }
  return Math.max(0, sum - ((ofCell.size - 1) * (ofClass.size - 1)) / (2 * total));
}

import type { LeftOutGroup } from "./choice/leftOutGroups.ts";
import type { Problem } from "../../rows/labelledRows.ts";

/** What is left out together of rows that differ, and to which of these each row of the table belongs. */
export interface Leaves {
  readonly leaves: readonly LeftOutGroup[];
  readonly leafOf: ArrayLike<number>;
}

/**
 * What is left out together: one copy of a row, or a group, of whose equal rows the heaviest counts. `setOf` names the row that
 * stands for each row of the table.
 */
export function leavesOf({ rowGroups, weights }: Pick<Problem, "rowGroups" | "weights">, setOf: Int32Array): Leaves {
  if (!rowGroups) {
    const sets = [...new Set(setOf)].toSorted((a, b) => a - b);
    return { leaves: sets.map((set) => ({ rows: Int32Array.of(set), units: Float64Array.of(1) })), leafOf: setOf };
  }
  const unitsOf = new Map<number, Map<number, number>>();
  setOf.forEach((set, row) => {
    const own = unitsOf.get(rowGroups[row]) ?? new Map<number, number>();
    own.set(set, Math.max(own.get(set) ?? 0, weights[row]));
    unitsOf.set(rowGroups[row], own);
  });
  const groups = [...unitsOf].map(([group, units]) => {
    const members = [...units].toSorted(([a], [b]) => a - b);
    return {
      group,
      rows: Int32Array.from(members, ([set]) => set),
      units: Float64Array.from(members, ([, count]) => count),
    };
  });
  const leaves = groups.toSorted((a, b) => a.rows[0] - b.rows[0] || a.group - b.group);
  const numbers = new Map(leaves.map(({ group }, at) => [group, at]));
  return { leaves, leafOf: Array.from(rowGroups, (group) => numbers.get(group) ?? 0) };
}

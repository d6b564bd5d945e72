import { option, wording } from "../../wording.ts";
import type { Column } from "../column.ts";
import { quote } from "../quote.ts";
import { rowsText, rowsWhere, type Finding } from "./finding.ts";

/** Numbers that stand for a missing cell in many tables. */
const usual = [99, 999, 9999, 99999, 999999, 9999999].flatMap((value) => [-value, value]);

/**
 * Numbers such as -999 that stand for a missing cell: the least or the largest of their column, in two rows at least, and farther from the next value
 * than all other values are from each other.
 */
export function sentinels(columns: readonly Column[]): Finding[] {
  return columns.flatMap((column) => {
    if (column.type !== "number") return [];
    const { name, values } = column;
    let least = Infinity;
    let largest = -Infinity;
    for (const value of values) {
      if (value < least) least = value;
      if (value > largest) largest = value;
    }
    return [least, largest]
      .filter((end) => usual.includes(end))
      .flatMap((end) => {
        let low = Infinity;
        let high = -Infinity;
        for (const value of values) {
          if (Number.isNaN(value) || value === end) continue;
          if (value < low) low = value;
          if (value > high) high = value;
        }
        const gap = end < low ? low - end : end - high;
        const rows = rowsWhere(values.length, (row) => values[row] === end);
        if (rows.count < 2 || !(high > low) || gap <= high - low) return [];
        const example = column.texts?.[rows.rows[0] - 1] ?? String(end);
        return [
          {
            code: "sentinel" as const,
            column: name,
            ...rows,
            example,
            problem: `Column ${quote(name)} has ${example} in ${rowsText(rows)}, far from its other values (${low} to ${high}).`,
            action: "none" as const,
            remedy: wording`If it stands for a missing cell, ${option("missing", [example])} reads it so.`,
          },
        ];
      });
  });
}

import { option, wording } from "../../wording.ts";
import { asText, type Column } from "../column.ts";
import { quote } from "../quote.ts";
import { rowsText, rowsWhere, type Finding } from "./finding.ts";

/** Columns with one value, and in tables of 50 rows and more those with one value in all rows but two at most. */
export function constantColumns(columns: readonly Column[]): Finding[] {
  return columns.flatMap((column) => {
    const cells = column.type === "number" ? column.values : column.codes;
    const isPresent = (cell: number): boolean => (column.type === "number" ? !Number.isNaN(cell) : cell >= 0);
    const counts = new Map<number, number>();
    let present = 0;
    for (const cell of cells) {
      if (!isPresent(cell)) continue;
      present++;
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
      if (counts.size > 3) return [];
    }
    const [value, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [NaN, 0]);
    const others = present - most;
    if (cells.length < 2 || others > 2 || (others > 0 && present < 50)) return [];
    const rows = rowsWhere(cells.length, (row) => isPresent(cells[row]) && cells[row] !== value);
    const example = asText(column).find((text, row) => text !== undefined && cells[row] === value);
    const { name } = column;
    const isConstant = others === 0;
    return [
      {
        code: isConstant ? "constant-column" : "nearly-constant",
        column: name,
        ...(isConstant ? rowsWhere(cells.length, (row) => isPresent(cells[row])) : rows),
        ...(example !== undefined && { example }),
        problem:
          example === undefined
            ? `Column ${quote(name)} is empty.`
            : isConstant
              ? `Column ${quote(name)} has the value ${quote(example)} in every row.`
              : `Column ${quote(name)} has the value ${quote(example)} in all but ${rowsText(rows)}.`,
        action: isConstant ? "left-out" : "none",
        remedy: isConstant
          ? "It is left out of a fit."
          : wording`Little can be learned from it. ${option("exclude", name)} leaves it out.`,
      } satisfies Finding,
    ];
  });
}

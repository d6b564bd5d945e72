import { type Column, type Table } from "kernelbayes";
import { numeric } from "kernelbayes/numeric";
import { isFewValued, type NumberColumn } from "kernelbayes/table";
import { missingCells } from "./missingCells.ts";

/** What a column holds. */
export interface ColumnSummary {
  readonly name: string;
  readonly type: Column["type"];
  readonly missing: number;
  /** How many different values there are, missing cells aside. */
  readonly different: number;
  /** Numbers: the least, the middle and the largest. */
  readonly range?: { readonly least: number; readonly median: number; readonly largest: number };
  /** Texts and dates: the most frequent ones, three at most. */
  readonly frequent?: readonly { readonly value: string; readonly rows: number }[];
  /** What a fit will make of it where that is not plain, or what a person may want to say of it. */
  readonly remark?: string;
}

/** What a table holds, column by column. */
export function tableSummary({ columns, rows }: Table): ColumnSummary[] {
  return columns.map((column) => {
    const { name, type } = column;
    const missing = missingCells(column);
    const summary =
      column.type === "number"
        ? { different: new Set(column.values.filter((value) => !Number.isNaN(value))).size, ...rangeOf(column) }
        : { different: column.levels.length, frequent: frequentOf(column) };
    const remark = remarkOn(column, summary.different, rows - missing);
    return { name, type, missing, ...summary, ...(remark !== undefined && { remark }) };
  });
}

function rangeOf({ values }: NumberColumn): Pick<ColumnSummary, "range"> {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  if (sorted.length === 0) return {};
  return {
    range: { least: sorted[0], median: numeric.quantileOfSorted(sorted, 0.5), largest: sorted[sorted.length - 1] },
  };
}

function frequentOf({ codes, levels }: Exclude<Column, NumberColumn>): { value: string; rows: number }[] {
  const counts = new Int32Array(levels.length);
  for (const code of codes) if (code >= 0) counts[code]++;
  return levels
    .map((value, code) => ({ value, rows: counts[code] }))
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, 3);
}

function remarkOn(column: Column, different: number, present: number): string | undefined {
  if (present === 0) return "empty: a fit leaves it out";
  if (different === 1) return "one value: a fit leaves it out";
  if (column.type === "date") return "dates: elapsed time, place in year, week and day";
  if (column.type === "text") {
    if (different === present && different >= 10) return "a different text in every row: a fit leaves it out";
    return different > present / 2 && different >= 10 ? "mostly unique values: an identifier?" : undefined;
  }
  if (column.values.some((value) => Math.abs(value) === Infinity)) return "holds infinite values, which a fit refuses";
  return isFewValued(column) ? "few whole numbers: a category? (--category)" : undefined;
}

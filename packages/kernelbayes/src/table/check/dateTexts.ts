import { option, wording } from "../../wording.ts";
import type { Column, DateColumn, TextColumn } from "../column.ts";
import { quote } from "../quote.ts";
import { writtenDate, type DateOrder } from "../writtenDate.ts";
import { rowsWhere, type Finding } from "./finding.ts";

/**
 * Columns of texts that hold dates in another order than that of ISO 8601. Where all cells agree about the order the column becomes one of dates; where
 * several orders are possible (03/04/2021) a fit should leave it out, unless it was told to use it.
 */
export function dateTexts(
  columns: readonly Column[],
  isDeclared: (name: string) => boolean,
  isNamed: (name: string) => boolean,
): {
  readonly columns: readonly Column[];
  readonly findings: readonly Finding[];
  readonly leaveOut: readonly string[];
} {
  const findings: Finding[] = [];
  const leaveOut: string[] = [];
  const read = columns.map((column) => {
    if (column.type === "date" && column.levels.length > 1 && !isDeclared(column.name))
      findings.push(found(column, undefined));
    if (column.type !== "text" || isDeclared(column.name) || column.levels.length < 2) return column;
    const dates = column.levels.map(writtenDate);
    const orders = (["ymd", "dmy", "mdy"] as const).filter((order) => dates.every((date) => date[order] !== undefined));
    if (orders.length === 0 || (orders.length > 1 && isNamed(column.name))) return column;
    findings.push(found(column, orders));
    if (orders.length === 1)
      return dateColumn(
        column,
        dates.map((date) => date[orders[0]]!),
        orders[0],
      );
    leaveOut.push(column.name);
    return column;
  });
  return { columns: read, findings, leaveOut };
}

/** Two ways to write one date are one level. */
function dateColumn({ name, codes }: TextColumn, dates: readonly string[], order: DateOrder): DateColumn {
  const levels = [...new Set(dates)];
  const places = new Map(levels.map((date, place) => [date, place]));
  return { name, type: "date", codes: codes.map((code) => (code < 0 ? -1 : places.get(dates[code])!)), levels, order };
}

const words: Readonly<Record<DateOrder, string>> = {
  ymd: "year, month, day",
  dmy: "day, month, year",
  mdy: "month, day, year",
};

function found({ name, codes, levels }: TextColumn | DateColumn, orders: readonly DateOrder[] | undefined): Finding {
  const rows = rowsWhere(codes.length, (row) => codes[row] >= 0);
  const order = orders === undefined ? "" : orders.length > 1 ? " (day or month first)" : ` (${words[orders[0]]})`;
  return {
    code: "date-column",
    column: name,
    ...rows,
    example: levels[0],
    problem: `Column ${quote(name)} holds dates${order}, such as ${quote(levels[0])}.`,
    ...(orders !== undefined && orders.length > 1
      ? {
          action: "left-out",
          remedy: wording`It is left out of a fit, since its order is in doubt. Write it as 2024-02-29; ${option("types", { [name]: "text" })} makes it a category.`,
        }
      : {
          action: orders === undefined ? "none" : "repaired",
          remedy: wording`A fit learns from elapsed time and from the place in the year, the week and the day, as far as they vary. ${option("types", { [name]: "text" })} makes it a category, ${option("exclude")} leaves it out.`,
        }),
  };
}

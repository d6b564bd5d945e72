import { InputError } from "../errors.ts";
import type { GivenSplit } from "../evaluate/splits/split.ts";
import { asText } from "../table/column.ts";
import { columnNamed, type Table } from "../table/table.ts";
import { quote } from "../table/quote.ts";

/**
 * Divides rows of a table, in the order of a column of times, into blocks of about as many rows, of which each but the first is predicted from all
 * before it. Rows of the same time are in the same block. Times are numbers, dates, or texts that sort by time.
 */
export function timeSplits(table: Table, name: string, rows: Int32Array, blocks: number): GivenSplit[] {
  const column = columnNamed(table, name);
  const values: ArrayLike<number | string | undefined> = column.type === "number" ? column.values : asText(column);
  const ordered = Array.from(rows).toSorted((a, b) => {
    const [first, second] = [timeOf(values, a, name), timeOf(values, b, name)];
    return first < second ? -1 : first > second ? 1 : a - b;
  });
  const starts = [0];
  for (let block = 1; block < blocks; block++) {
    let start = Math.round((block * ordered.length) / blocks);
    while (start > 0 && start < ordered.length && values[ordered[start]] === values[ordered[start - 1]]) start++;
    if (start > starts.at(-1)! && start < ordered.length) starts.push(start);
  }
  if (starts.length < 2) {
    throw new InputError(
      "too-few-times",
      `Column ${quote(name)} has too few different times to learn from earlier rows and predict later ones.`,
      { column: name },
    );
  }
  return starts.slice(1).map((start, at) => ({
    train: ordered.slice(0, start),
    test: ordered.slice(start, starts[at + 2] ?? ordered.length),
  }));
}

function timeOf(values: ArrayLike<number | string | undefined>, row: number, name: string): number | string {
  const value = values[row];
  if (value !== undefined && !Number.isNaN(value)) return value;
  throw new InputError("missing-time", `Column ${quote(name)} has no time in every row.`, {
    row: row + 1,
    column: name,
  });
}

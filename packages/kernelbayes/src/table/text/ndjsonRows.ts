import type { Cell } from "../columnFromCells.ts";
import type { RowColumn, Rows } from "../format.ts";
import { checkLimit, limitsOf } from "../limits.ts";
import { lineReader } from "./lineReader.ts";
import { parseJsonLine } from "./parseJsonRows.ts";
import { isTooSparse, tooSparse } from "../table.ts";

/** Newline-delimited JSON by rows; see `parseNdjson`. Any row may bring new columns. */
export const ndjsonRows: Rows = (options, onRow) => {
  const limits = limitsOf(options);
  const columns: RowColumn[] = [];
  const places = new Map<string, number>();
  let given = 0; // cells that the rows have, and that a table of all columns so far would have
  let spanned = 0;
  const lines = lineReader(limits, (text, line) => {
    if (text.trim() === "") return;
    const cells: Cell[] = [];
    for (const [name, cell] of Object.entries(parseJsonLine(text, line, limits))) {
      let place = places.get(name);
      if (place === undefined) {
        checkLimit(limits, "columns", columns.length + 1, `Line ${line}`, { line });
        place = columns.push({ name }) - 1;
        places.set(name, place);
      }
      cells[place] = cell;
      given++;
    }
    spanned += columns.length;
    if (isTooSparse(given, spanned)) throw tooSparse(columns.length, { line });
    onRow(cells, line);
  });
  return { columns, isComplete: false, ...lines };
};

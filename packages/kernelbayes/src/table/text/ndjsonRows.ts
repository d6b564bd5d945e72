import type { Cell } from "../columnFromCells.ts";
import type { RowColumn, Rows } from "../format.ts";
import { lineReader } from "./lineReader.ts";
import { parseJsonLine } from "./parseJsonRows.ts";

/** Newline-delimited JSON by rows; see `parseNdjson`. Any row may bring new columns. */
export const ndjsonRows: Rows = (_, onRow) => {
  const columns: RowColumn[] = [];
  const places = new Map<string, number>();
  const lines = lineReader((text, line) => {
    if (text.trim() === "") return;
    const cells: Cell[] = [];
    for (const [name, cell] of Object.entries(parseJsonLine(text, line))) {
      let place = places.get(name);
      if (place === undefined) {
        place = columns.push({ name }) - 1;
        places.set(name, place);
      }
      cells[place] = cell;
    }
    onRow(cells, line);
  });
  return { columns, isComplete: false, ...lines };
};

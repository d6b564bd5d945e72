import { asText } from "./column.ts";
import { checkSameColumns } from "./concatenateTables.ts";
import type { TableWriter } from "./format.ts";
import type { Table } from "./table.ts";

/**
 * The table as comma-separated text: a line of names, a line a row, each ended by a line feed. Cells are written as they
 * were read; a missing cell is empty. Reading it again gives the same table.
 */
export function formatCsv(table: Table): string {
  return csvWriter().add(table);
}

/** Writes delimited text in parts; see `formatCsv`. */
export function csvWriter(delimiter: "," | "\t" = ","): TableWriter<string> {
  let first: Table | undefined;
  return {
    add(table) {
      const columns = table.columns.map(asText);
      const lines: string[] = [];
      if (first === undefined) {
        first = table;
        lines.push(table.columns.map((column) => formatCell(column.name)).join(delimiter));
      } else checkSameColumns(first, table);
      for (let row = 0; row < table.rows; row++) {
        lines.push(columns.map((cells) => formatCell(cells[row] ?? "")).join(delimiter));
      }
      // A line without characters would be skipped in reading.
      return lines.map((line) => `${line === "" ? '""' : line}\n`).join("");
    },
    end: () => "",
  };
}

/** Cells with delimiters, quotation marks, line ends or outer blanks stand in quotation marks. */
function formatCell(text: string): string {
  return /[",;|\t\r\n]|^[ \uFEFF]| $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

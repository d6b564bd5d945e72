import type { Column } from "../column.ts";
import { checkSameColumns } from "../concatenateTables.ts";
import type { TableWriter } from "../format.ts";
import type { Table } from "../table.ts";

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
      let text = "";
      if (first === undefined) {
        first = table;
        text = ended(table.columns.map(({ name }) => formatCell(name)).join(delimiter));
      } else checkSameColumns(first, table);
      const cells = table.columns.map(cellsOf);
      for (let row = 0; row < table.rows; row++) {
        let line = cells[0](row);
        for (let j = 1; j < cells.length; j++) line += delimiter + cells[j](row);
        text += ended(line);
      }
      return text;
    },
    end: () => "",
  };
}

/** A line without characters would be skipped in reading. */
function ended(line: string): string {
  return line === "" ? '""\n' : `${line}\n`;
}

/** The cells of a column as they are written. Each text of a column is looked at once, however many cells have it. */
function cellsOf(column: Column): (row: number) => string {
  if (column.type !== "number") {
    const levels = column.levels.map(formatCell);
    return (row) => (column.codes[row] < 0 ? "" : levels[column.codes[row]]);
  }
  const { values, texts } = column;
  return (row) => {
    if (Number.isNaN(values[row])) return "";
    const written = texts?.[row];
    return written === undefined ? String(values[row]) : formatCell(written);
  };
}

/** Cells with delimiters, quotation marks, line ends or outer blanks stand in quotation marks. */
function formatCell(text: string): string {
  return /[",;|\t\r\n]|^[ \uFEFF]| $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

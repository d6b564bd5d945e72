import type { Column } from "kernelbayes";
import type { TableWriter } from "kernelbayes/table";
import { isListColumn } from "./listColumn.ts";

/** Writes a table as JSON lines, an object a row: missing cells and numbers that JSON does not know are null, lists are lists. */
export function jsonLinesWriter(): TableWriter<string> {
  return {
    add({ rows, columns }) {
      const keys = columns.map(({ name }, at) => `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`);
      const cells = columns.map(cellsOf);
      let text = "";
      for (let row = 0; row < rows; row++) {
        for (let at = 0; at < cells.length; at++) text += keys[at] + cells[at](row);
        text += "}\n";
      }
      return text;
    },
    end: () => "",
  };
}

/** The cells of a column as JSON. Each text is written once, however many cells have it. */
function cellsOf(column: Column): (row: number) => string {
  if (column.type === "number") {
    const { values } = column;
    return (row) => (Number.isFinite(values[row]) ? String(values[row]) : "null");
  }
  const { codes, levels } = column;
  const texts = (isListColumn(column) ? column.lists : levels).map((value) => JSON.stringify(value));
  return (row) => (codes[row] < 0 ? "null" : texts[codes[row]]);
}

import { type Column, type Table } from "kernelbayes";
import { tableOf } from "kernelbayes/table";
import { counts } from "../output/counts.ts";
import type { OutputFormat } from "./outputFormat.ts";

/** What is done with cells that a spreadsheet would run as formulas: nothing, or an apostrophe is put before them. */
export type FormulaChoice = "keep" | "quote";

/** Looks for cells of delimited text that a spreadsheet would run as formulas. */
export interface FormulaCells {
  /** A chunk as it is to be written. */
  pass(table: Table): Table;
  /** Cells found so far, names of columns included. */
  readonly found: number;
  /** What the user should know about them; nothing where there are none. */
  lines(): string[];
}

/**
 * Looks for cells that a spreadsheet takes for formulas, which can send data away or start programs when the file is opened. They are kept as they are
 * and counted, or quoted: an apostrophe before them makes them text. Only CSV and TSV leave it to the reader what a cell is.
 */
export function formulaCells(format: OutputFormat, choice: FormulaChoice): FormulaCells {
  const isText = format === "csv" || format === "tsv";
  let found = 0;
  let isFirst = true;
  return {
    pass(table) {
      if (!isText) return table;
      for (const column of table.columns) {
        if (isFirst && isFormula(column.name)) found++;
        found += formulasIn(column);
      }
      isFirst = false;
      return choice === "quote" ? tableOf(table.columns.map(quoted)) : table;
    },
    get found() {
      return found;
    },
    lines() {
      if (found === 0) return [];
      const cells = counts(found, "cell");
      return choice === "quote"
        ? [`An apostrophe was put before ${cells} that a spreadsheet would run as formulas (--formulas quote).`]
        : [
            `Note: a spreadsheet would run ${cells} of the output as formulas. ` +
              "They are written as they are; --formulas quote puts an apostrophe before them.",
          ];
    },
  };
}

/** Whether a spreadsheet would run a text: it begins with =, +, -, @, a tab or a carriage return, and is no number. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) && !/^[-+]?[\d.,]+(?:e[-+]?\d+)?%?$/i.test(text) && text !== "-";
}

function formulasIn(column: Column): number {
  if (column.type === "number") return 0;
  const isLevel = column.levels.map(isFormula);
  return isLevel.includes(true) ? column.codes.reduce((sum, code) => sum + (isLevel[code] ? 1 : 0), 0) : 0;
}

function quoted(column: Column): Column {
  const name = quotedText(column.name);
  return column.type === "number" ? { ...column, name } : { ...column, name, levels: column.levels.map(quotedText) };
}

function quotedText(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

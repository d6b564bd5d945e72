import { InputError } from "../../errors.ts";
import { option, wording } from "../../wording.ts";
import type { Cell } from "../columnFromCells.ts";
import type { CellOptions } from "../columnFromTexts.ts";
import type { SheetOptions } from "../format.ts";
import { checkHeader, headerNames, namesOrNumbers, skippedLines, type HeaderOptions } from "../headerNames.ts";
import type { TableLimitOptions } from "../limits.ts";
import type { Table } from "../table.ts";
import { listed, quote } from "../quote.ts";
import { tableFromCells } from "../text/parseByRows.ts";
import { sheetCells } from "./sheetCells.ts";

/** How an Excel file is read. */
export interface ExcelOptions extends CellOptions, HeaderOptions, SheetOptions, TableLimitOptions {}

/**
 * A table from the bytes of an Excel file (`.xlsx`). The first row with a cell names the columns; rows without any cell are skipped, and so are columns without name and
 * cells, so that the table may stand anywhere in its sheet.
 *
 * Cells are what they show: formulas their values as they were saved, booleans TRUE and FALSE, dates ISO 8601 texts, errors such as #N/A missing. A cell that is
 * merged with those below it stands in every one of its rows. Column types are found as in other formats.
 *
 * @example const table = await parseExcel(new Uint8Array(await file.arrayBuffer()), { sheet: "patients" });
 */
export async function parseExcel(input: Uint8Array, options: ExcelOptions = {}): Promise<Table> {
  if (isOldFormat(input)) throw oldFormat();
  const { header = true, sheet } = options;
  const skip = skippedLines(options);
  const { cells, unasked } = await sheetCells(input, sheet, options);
  try {
    return tableOfCells(cells, header, skip, options);
  } catch (error) {
    if (unasked === undefined || !(error instanceof InputError)) throw error;
    const { read, others } = unasked;
    const remedy = wording`The sheet ${quote(read)} was read; ${option("sheet", others[0])} reads another (${listed(others)}).`;
    throw error.withRemedy(error.remedy === undefined ? remedy : wording`${error.remedy} ${remedy}`);
  }
}

/** The table in the cells of a sheet. */
function tableOfCells(
  all: readonly (readonly Cell[])[],
  header: NonNullable<HeaderOptions["header"]>,
  skip: number,
  options: ExcelOptions,
): Table {
  const filled = Array.from(all.keys()).filter((row) => row >= skip && all[row].some(isFilled));
  const first = filled.shift();
  if (first === undefined)
    throw new InputError(
      "empty-table",
      skip > 0
        ? `The sheet has no cell with a value behind the ${skip} rows that are skipped.`
        : "The sheet has no cell with a value.",
    );
  if (header !== true) filled.unshift(first);
  const title = header === true ? all[first] : [];
  const columns = usedColumns([title, ...filled.map((row) => all[row])]);
  const names = headerNames(header) ?? namesOrNumbers(columns.map((column) => String(title[column] ?? "")));
  if (names.length !== columns.length) throw otherNumber(names.length, columns.length);
  checkHeader(names, header);
  const rows = filled.map((row) => columns.map((column) => all[row][column] ?? null));
  return tableFromCells({ columns: names.map((name) => ({ name })) }, rows, options, (row) => ({
    line: filled[row] + 1,
    row: row + 1,
  }));
}

function isFilled(cell: Cell): boolean {
  return cell !== null && cell !== undefined;
}

/** The columns in which a row has a cell. */
function usedColumns(rows: readonly (readonly Cell[])[]): number[] {
  const used: boolean[] = [];
  for (const row of rows) {
    for (let column = 0; column < row.length; column++) used[column] ||= isFilled(row[column]);
  }
  return Array.from(used.keys()).filter((column) => used[column]);
}

/** The beginning of an OLE container: workbooks before 2007, and workbooks that a password protects. */
const oldBeginning = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

function isOldFormat(bytes: Uint8Array): boolean {
  return oldBeginning.every((byte, at) => bytes[at] === byte);
}

function oldFormat(): InputError {
  return new InputError(
    "unknown-format",
    "This is an Excel file of the old format (.xls), or one that is protected by a password; neither can be read.",
    {},
    "Open it in a spreadsheet program and save it as .xlsx, without a password.",
  );
}

function otherNumber(names: number, columns: number): InputError {
  return new InputError(
    "ragged-row",
    `The sheet has ${columns} ${columns === 1 ? "column" : "columns"} with cells, but ${names} ${names === 1 ? "name is" : "names are"} given.`,
    {},
    wording`Give ${option("header")} a name for each of them.`,
  );
}

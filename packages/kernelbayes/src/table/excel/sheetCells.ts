import { zipSync } from "fflate";
import { InputError } from "../../errors.ts";
import type { Cell } from "../columnFromCells.ts";
import { damaged } from "../damaged.ts";
import { limitsOf, type TableLimitOptions } from "../limits.ts";
import { excelDate } from "./excelDate.ts";
import { sheetShape, type SheetShape } from "./sheetShape.ts";
import { sheetPath, workbook, workbookPaths } from "./workbook.ts";
import { checkXml } from "./xmlTags.ts";
import { unpackedParts, zipParts } from "./zipParts.ts";

/** The cells of a sheet, row by row from its first one; a row may be shorter than the others. */
export interface SheetCells {
  readonly cells: Cell[][];
  /** The sheet that was read and the others, by name, where none was asked for and there are several. */
  readonly unasked: { readonly read: string; readonly others: readonly string[] } | undefined;
}

/** The cells of a sheet of an Excel file. */
export async function sheetCells(
  bytes: Uint8Array,
  sheet: string | number | undefined,
  options: TableLimitOptions,
): Promise<SheetCells> {
  const limits = limitsOf(options);
  const parts = zipParts(bytes);
  const unpacked = (...paths: readonly string[]): string[] =>
    unpackedParts(
      paths.map((path) => parts.get(path) ?? absent(path)),
      limits,
      bytes.length,
    ).map(textOf);
  const has = (path: string): boolean => parts.has(path);
  const [path, places] = workbookPaths(has, (one) => unpacked(one)[0]);
  const [bookText, placesText] = unpacked(path, places);
  const book = workbook(path, bookText, placesText);
  const wanted = sheetPath(book, sheet);
  const named = { sharedStrings: book.sharedStrings, styles: book.styles };
  const others = Object.entries(named).filter(([, one]) => one !== undefined && has(one)) as [string, string][];
  // All that is unpacked at once, so that the limits are those of the sum.
  const [text, ...otherTexts] = unpacked(wanted, ...others.map(([, one]) => one));
  otherTexts.forEach(checkXml);
  const shape = sheetShape(text, limits);
  const small = smallWorkbook(
    shape.data,
    Object.fromEntries(others.map(([name], k) => [name, otherTexts[k]])),
    book.isFrom1904,
  );
  const read = book.sheets.find((one) => one.path === wanted)?.name ?? "";
  const unread = book.sheets.map(({ name }) => name).filter((name) => name !== read);
  return {
    cells: withMerged(await cellsOf(small), shape),
    unasked: sheet === undefined && unread.length > 0 ? { read, others: unread } : undefined,
  };
}

/**
 * The workbook of one sheet and what it needs, uncompressed, with every part where the reader looks for it first. Of the sheet only the cells are given, since
 * the reader stumbles over long descriptions of columns before them.
 */
function smallWorkbook(data: string, others: Readonly<Record<string, string>>, isFrom1904: boolean): Uint8Array {
  const kinds = ["worksheet", ...Object.keys(others)];
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
  const files: Record<string, string> = {
    "xl/workbook.xml": `<workbook><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets><sheet name="sheet" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${kinds
      .map((kind) => `<Relationship Id="${kind}" Type="${type}${kind}" Target="${kind}.xml"/>`)
      .join("")}</Relationships>`,
    "xl/worksheet.xml": `<worksheet>${data}</worksheet>`,
  };
  for (const [kind, text] of Object.entries(others)) files[`xl/${kind}.xml`] = text;
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])), {
    level: 0,
  });
}

/** Whatever the reader throws is a fault of the file: what could be too large has been refused before. */
async function cellsOf(archive: Uint8Array): Promise<Cell[][]> {
  const { readSheet } = await import("read-excel-file/universal");
  let rows: readonly (readonly unknown[])[];
  try {
    rows = await readSheet(archive.buffer as ArrayBuffer, 1);
  } catch (error) {
    if (error instanceof RangeError) throw tooLong();
    const isNamed = error instanceof Error && /^(Error|InvalidSpreadsheetError)$/.test(error.name);
    throw damaged("Excel", isNamed ? error.message : "its parts do not fit together");
  }
  return rows.map((row) => row.map(cellOf));
}

/** The reader calls itself for every piece of a sheet. */
function tooLong(): InputError {
  return new InputError("too-large", "The sheet is too large to be read from an Excel file.", {}, "Save it as CSV.");
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return excelDate(value);
  // As Excel shows them, and writes them to CSV.
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return value as Cell;
}

/** A cell that is merged with those below it stands in every one of its rows; across columns it stands in the first one. */
function withMerged(cells: Cell[][], { rows, columns, merged }: SheetShape): Cell[][] {
  let filled = 0;
  for (const { top, bottom, left } of merged) {
    const value = cells[top - 1]?.[left - 1];
    if (value === undefined || value === null) continue;
    for (let row = top; row < Math.min(bottom, cells.length); row++) {
      if (++filled > rows * columns) throw damaged("Excel", "its merged cells overlap");
      cells[row][left - 1] ??= value;
    }
  }
  return cells;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw damaged("Excel", "a part of it is not text in UTF-8");
  }
}

function absent(path: string): never {
  throw damaged("Excel", `${path} is missing`);
}

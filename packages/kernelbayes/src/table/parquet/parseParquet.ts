import { InputError } from "../../errors.ts";
import type { CellOptions } from "../columnFromTexts.ts";
import { concatenateTables } from "../concatenateTables.ts";
import { damaged, readingOf } from "../damaged.ts";
import type { RandomAccess } from "../format.ts";
import { checkShape, expansionCounter, limitsOf, type TableLimitOptions, type TableLimits } from "../limits.ts";
import { tablesFromBytes, tablesFromSource, type Steps } from "../steps.ts";
import { checkDeclaredTypes, tableOf, type Table } from "../table.ts";
import { typedColumn } from "../typedColumn.ts";
import { cellsOfStored } from "./cellsOfStored.ts";
import { footerLength, readFooter, trailerLength, type Footer, type RowGroup } from "./footer.ts";
import { readPages } from "./readPages.ts";

/**
 * A table from the bytes of a Parquet file. Columns have the types that the file declares, unless `types` says otherwise; null is
 * missing, and so is what `missing` lists.
 */
export function parseParquet(input: string | Uint8Array, options: CellOptions & TableLimitOptions = {}): Table {
  if (typeof input === "string") {
    throw new InputError("binary-input", "A Parquet file is read from bytes, not from text.");
  }
  return concatenateTables(tablesFromBytes(parquetSteps(input.length, options, true), input));
}

/** The row groups of a Parquet file, one after the other; no more than one is in memory. */
export function parquetGroups(source: RandomAccess, options: CellOptions & TableLimitOptions): AsyncGenerator<Table> {
  return tablesFromSource(parquetSteps(source.length, options, false), source);
}

/** `isWhole` says that all row groups will be in memory, so that they share the limits of one table. */
function* parquetSteps(fileLength: number, options: CellOptions & TableLimitOptions, isWhole: boolean): Steps {
  const limits = limitsOf(options);
  const spend = expansionCounter(limits, fileLength, "The Parquet file");
  if (fileLength < 4 + trailerLength) throw damaged("Parquet", "it is too short");
  const length = footerLength(yield { from: fileLength - trailerLength, to: fileLength }, fileLength);
  const footer = readFooter(yield { from: fileLength - length, to: fileLength }, fileLength, limits);
  if (isWhole) checkShape(limits, rowsOf(footer), footer.columns.length, "The Parquet file");
  checkDeclaredTypes(
    footer.columns.map(({ name }) => name),
    options,
  );
  let before = 0;
  for (const group of groupsOf(footer)) {
    const parts: Uint8Array[] = [];
    for (const { from, to } of group.chunks) parts.push(yield { from, to });
    yield readGroup(footer, group, parts, options, before, limits, spend);
    before += group.rows;
  }
}

/** The row groups; a file without any has one of no rows. */
function groupsOf({ columns, groups }: Footer): readonly RowGroup[] {
  if (groups.length > 0) return groups;
  return [{ rows: 0, chunks: columns.map(() => ({ from: 4, to: 4, codec: "UNCOMPRESSED" })) }];
}

function rowsOf({ groups }: Footer): number {
  return groups.reduce((sum, { rows }) => sum + rows, 0);
}

function readGroup(
  { columns, dates }: Footer,
  { rows, chunks }: RowGroup,
  parts: readonly Uint8Array[],
  options: CellOptions,
  before: number,
  limits: TableLimits,
  spend: (bytes: number) => void,
): Table {
  return readingOf("Parquet", () =>
    tableOf(
      columns.map((element, j) => {
        const stored = readPages(parts[j], element, chunks[j].codec, rows, limits, spend);
        const cells = cellsOfStored(element, stored, dates.has(element.name), before);
        return typedColumn(element.name, cells, options, before);
      }),
    ),
  );
}

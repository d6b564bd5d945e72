import type { TableOptions } from "../table/format.ts";
import { formatOfContent, parseTable, type TableFormat } from "../table/formats.ts";
import type { Table } from "../table/table.ts";

/**
 * A table from bytes of any format, as `parseTable` reads it, Excel included: its reader is loaded only here, so that programs which read other formats need not have it
 * in memory.
 */
export async function parseAnyTable(
  bytes: Uint8Array,
  format: TableFormat,
  options: TableOptions = {},
): Promise<Table> {
  const found = formatOfContent(bytes) ?? format;
  if (found !== "xlsx") return parseTable(bytes, format, options);
  const { parseExcel } = await import("../table/excel/parseExcel.ts");
  return parseExcel(bytes, options);
}

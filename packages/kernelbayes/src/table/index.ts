export { asText, type Column, type ColumnType, type DateColumn, type NumberColumn, type TextColumn } from "./column.ts";
export type { Cell } from "./columnFromCells.ts";
export { defaultMissing, type CellOptions } from "./columnFromTexts.ts";
export type { DecodeOptions } from "./decodeText.ts";
export { formatCsv } from "./formatCsv.ts";
export { parseCsv, parseTsv, type CsvOptions } from "./parseCsv.ts";
export { parseJsonRows, parseNdjson, type JsonOptions } from "./parseJson.ts";
export { formatOfName, parseTable, type TableFormat } from "./parseTable.ts";
export { columnNamed, columnNames, selectRows, tableFromColumns, tableFromRows, tableOf, type Table } from "./table.ts";

import type { Format } from "./format.ts";
import { parseCsv, parseTsv } from "./parseCsv.ts";
import { parseJsonRows, parseNdjson } from "./parseJson.ts";

/** A table format that can be read. */
export type TableFormat = "csv" | "tsv" | "json" | "ndjson";

/** The formats that can be read, by the names that `format` takes; `Format` says how to add one. */
export const formats: Readonly<Record<TableFormat, Format>> = {
  csv: { extensions: ["csv", "txt"], parse: parseCsv },
  tsv: { extensions: ["tsv", "tab"], parse: parseTsv },
  json: { extensions: ["json"], parse: parseJsonRows },
  ndjson: { extensions: ["ndjson", "jsonl"], parse: parseNdjson },
};

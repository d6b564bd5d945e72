import { InputError } from "../errors.ts";
import { parseCsv, parseTsv, type CsvOptions } from "./parseCsv.ts";
import { parseJsonRows, parseNdjson } from "./parseJson.ts";
import { quote } from "./quote.ts";
import type { Table } from "./table.ts";

/** A table format that can be read. */
export type TableFormat = "csv" | "tsv" | "json" | "ndjson";

const formats: Readonly<Record<TableFormat, (input: string | Uint8Array, options: CsvOptions) => Table>> = {
  csv: parseCsv,
  tsv: parseTsv,
  json: parseJsonRows,
  ndjson: parseNdjson,
};

const extensions: Readonly<Record<string, TableFormat>> = {
  csv: "csv",
  txt: "csv",
  tsv: "tsv",
  tab: "tsv",
  json: "json",
  ndjson: "ndjson",
  jsonl: "ndjson",
};

/** A table from text or bytes of the given format. Options that the format does not know are not used. */
export function parseTable(input: string | Uint8Array, format: TableFormat, options: CsvOptions = {}): Table {
  if (!Object.hasOwn(formats, format)) {
    const known = Object.keys(formats).map(quote).join(", ");
    throw new InputError("unknown-format", `There is no format ${quote(String(format))}; choose one of ${known}.`);
  }
  return formats[format](input, options);
}

/** The format that a file name tells, whether or not it ends in `.gz`. */
export function formatOfName(name: string): TableFormat {
  const extension = /\.([^./\\]*)$/.exec(name.replace(/\.gz$/i, ""))?.[1].toLowerCase() ?? "";
  if (Object.hasOwn(extensions, extension)) return extensions[extension];
  const known = Object.keys(extensions).map((known) => `.${known}`);
  throw new InputError(
    "unknown-format",
    `The name ${quote(name)} does not tell the format of the table. It should end in ${known.join(", ")}, each also with .gz; ` +
      `or give \`format\`.`,
  );
}

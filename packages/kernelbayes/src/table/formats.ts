import { arffRows, parseArff } from "./text/parseArff.ts";
import { arrowWriter } from "./arrow/formatArrow.ts";
import { arrowGroups, parseArrow } from "./arrow/parseArrow.ts";
import { csvRows, tsvRows, parseCsv, parseTsv } from "./text/parseCsv.ts";
import type { Format, TableOptions } from "./format.ts";
import { arffWriter } from "./text/formatArff.ts";
import { csvWriter } from "./text/formatCsv.ts";
import { libsvmWriter } from "./text/formatLibsvm.ts";
import { libsvmRows, parseLibsvm } from "./text/parseLibsvm.ts";
import { ndjsonRows, parseJsonRows, parseNdjson } from "./text/parseJsonRows.ts";
import { parquetWriter } from "./parquet/formatParquet.ts";
import { parquetGroups, parseParquet } from "./parquet/parseParquet.ts";
import { InputError } from "../errors.ts";
import { option, wording } from "../wording.ts";
import { quote } from "./quote.ts";
import type { Table } from "./table.ts";

/** A table format that can be read. */
export type TableFormat = "csv" | "tsv" | "json" | "ndjson" | "arff" | "libsvm" | "parquet" | "arrow" | "xlsx";

/** The formats that can be read, by the names that `format` takes; `Format` says how to add one. */
export const formats: Readonly<Record<TableFormat, Format>> = {
  csv: { extensions: ["csv", "txt"], parse: parseCsv, rows: csvRows, writer: () => csvWriter() },
  tsv: { extensions: ["tsv", "tab"], parse: parseTsv, rows: tsvRows, writer: () => csvWriter("\t") },
  json: { extensions: ["json"], parse: parseJsonRows },
  ndjson: { extensions: ["ndjson", "jsonl"], parse: parseNdjson, rows: ndjsonRows },
  arff: { extensions: ["arff"], parse: parseArff, rows: arffRows, writer: arffWriter },
  libsvm: { extensions: ["libsvm", "svm", "svmlight"], parse: parseLibsvm, rows: libsvmRows, writer: libsvmWriter },
  parquet: {
    extensions: ["parquet"],
    signatures: ["PAR1"],
    parse: parseParquet,
    groups: parquetGroups,
    writer: parquetWriter,
  },
  arrow: {
    extensions: ["arrow", "arrows", "feather"],
    signatures: ["ARROW1", "\u00ff\u00ff\u00ff\u00ff"],
    parse: parseArrow,
    groups: arrowGroups,
    writer: arrowWriter,
  },
  xlsx: {
    extensions: ["xlsx", "xlsm"],
    signatures: ["PK\u0003\u0004"],
    parse: () => {
      throw notAtOnce();
    },
  },
};

/**
 * A table from text or bytes of the given format. Bytes that begin like a binary format (Parquet, Arrow) are read as
 * such, whatever was given. Options that the format does not know are not used. Excel files are refused: `parseExcel` of `kernelbayes/excel` reads them.
 */
export function parseTable(input: string | Uint8Array, format: TableFormat, options: TableOptions = {}): Table {
  checkFormat(format);
  const found = typeof input === "string" ? undefined : formatOfContent(input);
  return formats[found ?? format].parse(input, options);
}

/** Spreadsheets in formats that are not read, by how their names end. */
const otherSpreadsheets: Readonly<Record<string, string>> = {
  xls: "an Excel file of the old format",
  xlsb: "a binary Excel file",
  ods: "an OpenDocument spreadsheet",
  numbers: "a spreadsheet of Numbers",
};

const saveAgain = wording`Open it in a spreadsheet program and save it as .xlsx. If it is text in spite of its name, give ${option("format", "csv")}.`;

/** The format that a file name tells, whether or not it ends in `.gz`. */
export function formatOfName(name: string): TableFormat {
  const extension = /\.([^./\\]*)$/.exec(name.replace(/\.gz$/i, ""))?.[1].toLowerCase() ?? "";
  const found = members().find(([, { extensions }]) => extensions.includes(extension));
  if (found !== undefined) return found[0];
  if (Object.hasOwn(otherSpreadsheets, extension)) {
    throw new InputError(
      "unknown-format",
      `The name ${quote(name)} is that of ${otherSpreadsheets[extension]}, which cannot be read.`,
      {},
      saveAgain,
    );
  }
  const known = members().flatMap(([, { extensions }]) => extensions.map((known) => `.${known}`));
  throw new InputError(
    "unknown-format",
    `The name ${quote(name)} does not show the format of the table.`,
    {},
    wording`It should end in ${known.join(", ")}, each also with .gz; or give ${option("format")}.`,
  );
}

/** The binary format that the first bytes tell, or undefined, which is the case for all text. */
export function formatOfContent(bytes: Uint8Array): TableFormat | undefined {
  return members().find(([, { signatures }]) =>
    signatures?.some((signature) =>
      Array.from(signature).every((character, i) => character.charCodeAt(0) === bytes[i]),
    ),
  )?.[0];
}

/** Refuses what is not the name of a format. */
export function checkFormat(format: TableFormat): void {
  if (Object.hasOwn(formats, format)) return;
  const known = Object.keys(formats).map(quote).join(", ");
  throw new InputError("unknown-format", `There is no format ${quote(String(format))}.`, {}, `Choose one of ${known}.`);
}

function notAtOnce(): InputError {
  return new InputError(
    "not-at-once",
    "An Excel file cannot be read by parseTable, since its reader is loaded when it is needed.",
    {},
    "Use readTable of kernelbayes/node, or parseExcel of kernelbayes/excel in a page.",
  );
}

function members(): [TableFormat, Format][] {
  return Object.entries(formats) as [TableFormat, Format][];
}

import { arffRows } from "./text/arffRows.ts";
import { arrowWriter } from "./arrow/formatArrow.ts";
import { arrowGroups, parseArrow } from "./arrow/parseArrow.ts";
import { csvRows, tsvRows } from "./text/csvRows.ts";
import type { Format } from "./format.ts";
import { arffWriter } from "./text/formatArff.ts";
import { csvWriter } from "./text/formatCsv.ts";
import { libsvmWriter } from "./text/formatLibsvm.ts";
import { libsvmRows } from "./text/libsvmRows.ts";
import { ndjsonRows } from "./text/ndjsonRows.ts";
import { parquetWriter } from "./parquet/formatParquet.ts";
import { parquetGroups, parseParquet } from "./parquet/parseParquet.ts";
import { parseArff } from "./text/parseArff.ts";
import { parseCsv, parseTsv } from "./text/parseCsv.ts";
import { parseJsonRows, parseNdjson } from "./text/parseJsonRows.ts";
import { parseLibsvm } from "./text/parseLibsvm.ts";

/** A table format that can be read. */
export type TableFormat = "csv" | "tsv" | "json" | "ndjson" | "arff" | "libsvm" | "parquet" | "arrow";

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
};

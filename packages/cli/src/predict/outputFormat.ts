import { InputError } from "kernelbayes";
import { formats, type TableFormat, type TableWriter } from "kernelbayes/table";
import { choice } from "../options.ts";
import { jsonLinesWriter } from "./jsonLinesWriter.ts";

/** The formats that predictions are written in. */
export const outputFormats: readonly OutputFormat[] = ["csv", "tsv", "ndjson", "parquet", "arrow"];

export type OutputFormat = "csv" | "tsv" | "ndjson" | "parquet" | "arrow";

/** Formats whose files are bytes and not text. */
const binary: readonly OutputFormat[] = ["parquet", "arrow"];

export interface OutputWords {
  /** The name of a file; none for the standard output. */
  readonly out?: string | undefined;
  /** The name of a format. */
  readonly as?: string | undefined;
  readonly isTerminal: boolean;
}

/** The format of the output: the one that is asked for, or that the name of the file tells, or CSV on the standard output. */
export function outputFormat({ out, as, isTerminal }: OutputWords): OutputFormat {
  const format = as === undefined ? (out === undefined ? "csv" : formatOfFile(out)) : choice("as", as, outputFormats);
  if (out === undefined && isTerminal && binary.includes(format)) {
    throw new InputError(
      "invalid-option",
      `--as ${format} is not for a terminal. Give --out FILE, or send the output on.`,
    );
  }
  return format;
}

function formatOfFile(path: string): OutputFormat {
  const extension = /\.([^./\\]+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const found = outputFormats.find((format) => formats[format].extensions.includes(extension));
  if (found !== undefined) return found;
  const known = outputFormats.map((format) => `.${formats[format].extensions[0]}`);
  throw new InputError(
    "unknown-format",
    `The name ${JSON.stringify(path)} does not show in which format to write predictions: end it in ${known.join(", ")}, or say which with --as.`,
  );
}

/** A writer of the format. */
export function writerOf(format: OutputFormat): TableWriter {
  const make = format === "ndjson" ? jsonLinesWriter : formats[format satisfies TableFormat].writer;
  if (make === undefined) throw new RangeError(`There is no writer for ${format}.`);
  return make();
}

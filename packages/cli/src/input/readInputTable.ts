import { InputError, type Table } from "kernelbayes";
import { defaultLimits, formatOfContent, type TableLimitOptions, type TableFormat } from "kernelbayes/table";
import { decompressed, parseAnyTable, readTable, type ReadTableOptions } from "kernelbayes/node";

/** How a table of the command line is read. */
export interface InputTableOptions extends ReadTableOptions {
  /** The label column, which is read as text, so that 01 and 1 are two labels; it must be there. */
  readonly target?: string | undefined;
}

/** The name of the standard input in the place of a file. */
export const standardInput = "-";

/**
 * The table in a file of any format that the library reads, or in what comes by the standard input if the path is "-".
 * What comes without a name is told by its content: Excel, Parquet and Arrow by their signatures, compressed or not, JSON by its first
 * bracket or brace, ARFF by its first word; all other text is delimited. `format` goes before all of this.
 */
export async function readInputTable(path: string, { target, ...options }: InputTableOptions = {}): Promise<Table> {
  const reading =
    target === undefined ? options : { ...options, types: { ...options.types, [target]: "text" as const } };
  if (path !== standardInput) return readTable(path, reading);
  const bytes = await allOfStandardInput(reading);
  try {
    return await parseAnyTable(bytes, reading.format ?? formatWithoutName(bytes), reading);
  } catch (error) {
    throw error instanceof InputError ? error.at({ source: "standard input" }) : error;
  }
}

async function allOfStandardInput(options: TableLimitOptions): Promise<Uint8Array> {
  const bytes = await allBytes(process.stdin as AsyncIterable<Buffer>, options);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? decompressed(bytes, "standard input", options) : bytes;
}

/** The bytes of a stream, which may have no end: no more are kept than a text may have. */
export async function allBytes(stream: AsyncIterable<Buffer>, { limits }: TableLimitOptions): Promise<Uint8Array> {
  const most = limits?.textLength ?? defaultLimits.textLength;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > most) {
      throw new InputError(
        "too-large",
        `more than ${most} bytes; the limit is ${most}.`,
        { source: "standard input" },
        `Save the table to a file, or raise the limit: --limit textLength=${2 * most}.`,
      );
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The format of a table without a name. */
export function formatWithoutName(bytes: Uint8Array): TableFormat {
  const binary = formatOfContent(bytes);
  if (binary !== undefined) return binary;
  const beginning = Buffer.from(bytes.subarray(0, 4096))
    .toString("latin1")
    .replace(/^(\xef\xbb\xbf)?\s*(%.*\s+)*/, "");
  if (beginning.startsWith("[")) return "json";
  if (beginning.startsWith("{")) return "ndjson";
  return /^@relation\b/i.test(beginning) ? "arff" : "csv";
}

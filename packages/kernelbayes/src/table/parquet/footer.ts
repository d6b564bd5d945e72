import {
  parquetMetadata,
  type ColumnChunk,
  type CompressionCodec,
  type FileMetaData,
  type SchemaElement,
} from "hyparquet";
import { InputError } from "../../errors.ts";
import { damaged, readingOf, nestedColumns } from "../damaged.ts";
import { checkLimit, checkShape, type TableLimits } from "../limits.ts";
import { quote } from "../quote.ts";
import { checkNames } from "../table.ts";
import { checkThrift } from "./checkThrift.ts";

/** What the footer of a Parquet file says of its content. */
export interface Footer {
  readonly columns: readonly SchemaElement[];
  readonly groups: readonly RowGroup[];
  /** The text columns that `formatParquet` wrote from columns of dates. */
  readonly dates: ReadonlySet<string>;
}

/** Rows that are stored together, column by column. */
export interface RowGroup {
  readonly rows: number;
  /** Where the bytes of each column are, and how they are compressed. */
  readonly chunks: readonly { readonly from: number; readonly to: number; readonly codec: CompressionCodec }[];
}

/** The name under which a file keeps which of its text columns are dates. */
export const datesKey = "kernelbayes.dates";

/** The bytes behind the footer: its length, and the signature. */
export const trailerLength = 8;

/** The length of the footer, with the trailer, from the last bytes of a file of the given length. */
export function footerLength(trailer: Uint8Array, fileLength: number): number {
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength);
  if (trailer.length < trailerLength || view.getUint32(4, true) !== 0x31524150) {
    throw damaged("Parquet", "it does not end in PAR1");
  }
  const length = view.getUint32(0, true) + trailerLength;
  if (length > fileLength - 4) throw damaged("Parquet", "the footer exceeds the file");
  return length;
}

/** Reads a footer, from its bytes and the trailer behind it, and holds it to the length of the file. */
export function readFooter(bytes: Uint8Array, fileLength: number, limits: TableLimits): Footer {
  if (checkThrift(bytes.subarray(0, bytes.length - trailerLength), 0) === 0) throw damaged("Parquet", "no footer");
  return readingOf("Parquet", () => {
    const metadata = parquetMetadata(new Uint8Array(bytes).buffer, { geoparquet: false });
    const columns = flatColumns(metadata.schema);
    checkLimit(limits, "columns", columns.length, "The Parquet file");
    checkLimit(limits, "groups", metadata.row_groups.length, "The Parquet file");
    const groups = metadata.row_groups.map((group, i): RowGroup => {
      const rows = count(group.num_rows);
      if (group.columns.length !== columns.length) throw damaged("Parquet", "a row group lacks columns");
      checkShape(limits, rows, columns.length, `Row group ${i + 1} of the Parquet file`);
      return { rows, chunks: group.columns.map((chunk, j) => locate(chunk, columns[j], rows, fileLength)) };
    });
    if (groups.reduce((sum, { rows }) => sum + rows, 0) !== count(metadata.num_rows)) {
      throw damaged("Parquet", "the numbers of rows do not agree");
    }
    return { columns, groups, dates: datesOf(metadata) };
  });
}

/** The elements below the root of the schema, none of which may have parts. */
function flatColumns([root, ...elements]: readonly SchemaElement[]): SchemaElement[] {
  const columns: SchemaElement[] = [];
  const nested: string[] = [];
  for (let at = 0; at < elements.length;) {
    const column = elements[at++];
    if (typeof column.name !== "string") throw damaged("Parquet", "a column has no name");
    columns.push(column);
    if (column.num_children || column.repetition_type === "REPEATED") nested.push(column.name);
    for (let parts = column.num_children ?? 0; parts > 0; parts--) parts += elements[at++].num_children ?? 0;
  }
  if (columns.length !== root.num_children) throw damaged("Parquet", "the number of columns is wrong");
  if (columns.length === 0) throw new InputError("empty-table", "The Parquet file has no columns.");
  if (nested.length > 0) throw nestedColumns(nested);
  checkNames(columns.map((column) => column.name));
  return columns;
}

function locate(
  { file_path, meta_data, crypto_metadata }: ColumnChunk,
  { name, type }: SchemaElement,
  rows: number,
  fileLength: number,
): RowGroup["chunks"][number] {
  if (file_path) throw elsewhere(name, `in another file (${quote(file_path)})`);
  if (meta_data === undefined || crypto_metadata !== undefined) throw elsewhere(name, "encrypted");
  if (meta_data.type !== type || meta_data.path_in_schema.join(".") !== name || count(meta_data.num_values) !== rows) {
    throw damaged("Parquet", `row groups and columns do not agree on ${quote(name)}`);
  }
  const data = count(meta_data.data_page_offset);
  const from = meta_data.dictionary_page_offset ? Math.min(data, count(meta_data.dictionary_page_offset)) : data;
  const to = from + count(meta_data.total_compressed_size);
  if (from < 4 || to > fileLength - trailerLength) throw damaged("Parquet", `column ${quote(name)} exceeds the file`);
  return { from, to, codec: meta_data.codec };
}

function datesOf({ key_value_metadata }: FileMetaData): Set<string> {
  const names: unknown = JSON.parse(key_value_metadata?.find(({ key }) => key === datesKey)?.value ?? "[]");
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

function count(value: bigint): number {
  if (typeof value !== "bigint" || value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw damaged("Parquet", "a size is impossible");
  }
  return Number(value);
}

function elsewhere(name: string, where: string): InputError {
  return new InputError(
    "unsupported-column",
    `The data of column ${quote(name)} of the Parquet file are ${where}, and cannot be read.`,
    { column: name },
  );
}

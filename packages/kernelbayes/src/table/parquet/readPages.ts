import type { CompressionCodec, DecodedArray, SchemaElement } from "hyparquet";
import { Encodings, PageTypes } from "hyparquet/src/constants.js";
import { readDataPageV2 } from "hyparquet/src/datapage.js";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { readPlain } from "hyparquet/src/plain.js";
import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js";
import { damaged } from "../damaged.ts";
import { checkLimit, type TableLimits } from "../limits.ts";
import { checkRuns, checkValues } from "./checkValues.ts";
import { quote } from "../quote.ts";
import { checkThrift } from "./checkThrift.ts";
import { compressors, decompressZstd } from "hyparquet-compressors";
import { InputError } from "../../errors.ts";
import { sumOf } from "../../matrix/dot.ts";

/** A value as it is stored, before the meaning of its column is applied to it; null is missing. */
export type Stored = boolean | number | bigint | Uint8Array | null;

/** A page of data: its values without the missing ones, and which cells have one. */
interface Page {
  readonly cells: number;
  readonly encoding: string;
  /** One level a cell: 1 if it has a value, 0 if it is missing. Undefined if none is. */
  readonly levels: ArrayLike<number> | undefined;
  readonly values: Uint8Array;
}

type Structure = Readonly<Record<string, unknown>>;

/**
 * The cells of one column in one row group, from its pages. Decoding is left to hyparquet; here pages are found, and nothing is
 * decoded whose sizes do not agree. `spend` counts the bytes of all pages.
 */
export function readPages(
  bytes: Uint8Array,
  element: SchemaElement,
  codec: CompressionCodec,
  rows: number,
  limits: TableLimits,
  spend: (bytes: number) => void,
): Stored[] {
  const cells: Stored[] = [];
  let dictionary: DecodedArray | undefined;
  for (let position = 0; cells.length < rows;) {
    const end = checkThrift(bytes, position);
    const header = deserializeTCompactProtocol({ view: viewOf(bytes), offset: position }) as Structure;
    const size = natural(header.field_3);
    if (size > bytes.length - end) throw damaged("Parquet", "a page exceeds its column");
    const body = bytes.subarray(end, end + size);
    position = end + size;
    const length = natural(header.field_2);
    checkLimit(limits, "textLength", length, `A page of column ${quote(element.name)} of the Parquet file`, {
      column: element.name,
    });
    spend(length);
    const type = PageTypes[natural(header.field_1)];
    if (type === "DICTIONARY_PAGE") {
      dictionary = readDictionary(decompress(body, length, codec), header.field_7, element, limits);
    } else if (type === "DATA_PAGE" || type === "DATA_PAGE_V2") {
      const most = rows - cells.length;
      const page =
        type === "DATA_PAGE"
          ? firstVersion(decompress(body, length, codec), header.field_5, element, most)
          : secondVersion(body, length, codec, header.field_8, element, most);
      appendCells(cells, page, readValues(page, element, dictionary, spend));
    } else if (type !== "INDEX_PAGE") throw damaged("Parquet", "a page is of an unknown kind");
  }
  return cells;
}

function readDictionary(page: Uint8Array, header: unknown, element: SchemaElement, limits: TableLimits): DecodedArray {
  const count = natural((header as Structure).field_1);
  checkLimit(limits, "rows", count, `The dictionary of column ${quote(element.name)} of the Parquet file`, {
    column: element.name,
  });
  checkValues(page, "PLAIN", element, count, () => undefined);
  return readPlain({ view: viewOf(page), offset: 0 }, element.type ?? "BOOLEAN", count, element.type_length);
}

/** In the first version, levels and values are compressed together, and the length of the levels stands before them. */
function firstVersion(page: Uint8Array, header: unknown, element: SchemaElement, most: number): Page {
  const { field_1, field_2 } = header as Structure;
  const cells = cellsOfPage(field_1, most);
  const encoding = Encodings[natural(field_2)];
  if (element.repetition_type === "REQUIRED") return { cells, encoding, levels: undefined, values: page };
  if (page.length < 4) throw damaged("Parquet", "a page is cut off");
  const length = viewOf(page).getUint32(0, true);
  if (length > page.length - 4) throw damaged("Parquet", "levels exceed their page");
  const levels = readLevels(page.subarray(4, 4 + length), cells);
  return { cells, encoding, levels, values: page.subarray(4 + length) };
}

/** In the second version, only the values are compressed, and the header tells the length of the levels. */
function secondVersion(
  body: Uint8Array,
  length: number,
  codec: CompressionCodec,
  header: unknown,
  element: SchemaElement,
  most: number,
): Page {
  const { field_1, field_4, field_5, field_6, field_7 } = header as Structure;
  const cells = cellsOfPage(field_1, most);
  const start = natural(field_6);
  const end = start + natural(field_5);
  if (end > body.length || end > length) throw damaged("Parquet", "levels exceed their page");
  const levels = element.repetition_type === "REQUIRED" ? undefined : readLevels(body.subarray(start, end), cells);
  const rest = body.subarray(end);
  const values = field_7 === false ? rest : decompress(rest, length - end, codec);
  return { cells, encoding: Encodings[natural(field_4)], levels, values };
}

/** The number of cells of a page, known to fit its group before there is memory for their levels. */
function cellsOfPage(value: unknown, most: number): number {
  const cells = natural(value);
  if (cells > most) throw damaged("Parquet", "a page has more rows than its group");
  return cells;
}

function readLevels(bytes: Uint8Array, cells: number): ArrayLike<number> {
  checkRuns(bytes, 0, bytes.length, 1, cells);
  const levels = new Uint8Array(cells);
  readRleBitPackedHybrid({ view: viewOf(bytes), offset: 0 }, 1, levels, bytes.length);
  return levels;
}

function readValues(
  { cells, encoding, levels, values }: Page,
  element: SchemaElement,
  dictionary: DecodedArray | undefined,
  spend: (bytes: number) => void,
): ArrayLike<Stored> {
  const count = levels === undefined ? cells : sumOf(levels);
  if (count === 0) return [];
  const isCoded = encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY";
  if (isCoded && values[0] === 0) return lookedUp(new Uint8Array(count), dictionary); // all codes are zero, and take no bits
  checkValues(values, encoding, element, count, spend);
  const { dataPage } = readDataPageV2(
    values,
    {
      type: "DATA_PAGE_V2",
      uncompressed_page_size: values.length,
      compressed_page_size: values.length,
      data_page_header_v2: {
        num_values: count,
        num_nulls: 0,
        num_rows: count,
        encoding: encoding as "PLAIN",
        definition_levels_byte_length: 0,
        repetition_levels_byte_length: 0,
        is_compressed: false,
      },
    },
    { pathInSchema: [], schemaPath: [], type: element.type, element, codec: "UNCOMPRESSED" } as unknown as Parameters<
      typeof readDataPageV2
    >[2],
  );
  if (dataPage.length !== count) throw damaged("Parquet", "a page has fewer values than it says");
  return isCoded ? lookedUp(dataPage as ArrayLike<number>, dictionary) : (dataPage as ArrayLike<Stored>);
}

function lookedUp(codes: ArrayLike<number>, dictionary: DecodedArray | undefined): ArrayLike<Stored> {
  return Array.from(codes, (code) => {
    const value: Stored | undefined = dictionary?.[code];
    if (value === undefined) throw damaged("Parquet", "a value is not in its dictionary");
    return value;
  });
}

function appendCells(cells: Stored[], page: Page, values: ArrayLike<Stored>): void {
  let next = 0;
  for (let i = 0; i < page.cells; i++)
    cells.push(page.levels === undefined || page.levels[i] === 1 ? values[next++] : null);
}

function viewOf(bytes: Uint8Array): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

function natural(value: unknown): number {
  if (typeof value !== "number" || value < 0) throw damaged("Parquet", "the header of a page is wrong");
  return value;
}

/**
 * The most that a byte can stand for in each compression: a size that exceeds it is damaged, and known to be so before there is memory
 * for it.
 */
const mostOfByte: Readonly<Partial<Record<CompressionCodec, number>>> = {
  SNAPPY: 32,
  GZIP: 1100,
  LZ4: 256,
  LZ4_RAW: 256,
  BROTLI: 2 ** 15,
  ZSTD: 2 ** 15,
};

/** The bytes of a page, of which there must be exactly `length`. */
function decompress(input: Uint8Array, length: number, codec: CompressionCodec | undefined): Uint8Array {
  if (codec === "UNCOMPRESSED") {
    if (input.length !== length) throw damaged("Parquet", "a page has another size than it says");
    return input;
  }
  if (codec === undefined) throw damaged("Parquet", "its compression is unknown");
  const most = mostOfByte[codec];
  if (most === undefined) {
    throw new InputError(
      "unknown-format",
      `The Parquet file is compressed by ${quote(codec)}, which cannot be read.`,
      {},
      `Write it with one of ${Object.keys(mostOfByte).join(", ")}.`,
    );
  }
  if (length === 0) return new Uint8Array(0);
  if (length > 64 + most * input.length) throw damaged("Parquet", "a page has an impossible size");
  // Zstandard would allocate what the page says of itself, unless it is given where to write.
  const output = codec === "ZSTD" ? decompressZstd(input, new Uint8Array(length)) : compressors[codec]?.(input, length);
  if (output?.length !== length) throw damaged("Parquet", "a page has another size than it says");
  return output;
}

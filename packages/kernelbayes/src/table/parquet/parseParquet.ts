import { InputError } from "../../errors.ts";
import type { CellOptions } from "../columnFromTexts.ts";
import { concatenateTables } from "../concatenateTables.ts";
import { damaged, readingOf, unreadableCell, unsupportedColumn } from "../damaged.ts";
import { type RandomAccess, tablesFromBytes, tablesFromSource, type Steps } from "../format.ts";
import { checkShape, expansionCounter, limitsOf, type TableLimitOptions, type TableLimits } from "../limits.ts";
import { checkDeclaredTypes, tableOf, type Table } from "../table.ts";
import { typedColumn, type TypedCells } from "../typedColumn.ts";
import { footerLength, readFooter, trailerLength, type Footer, type RowGroup } from "./footer.ts";
import { readPages, type Stored } from "./readPages.ts";
import type { SchemaElement } from "hyparquet";
import { parseFloat16 } from "hyparquet/src/convert.js";
import { dateOfDays, decimalText, instantText, timeText, type Digits } from "../instants.ts";

/**
 * A table from the bytes of a Parquet file. Columns have the types that the file declares, unless `types` says otherwise; null is
 * missing, and so is what `missing` lists.
 */
export function parseParquet(input: string | Uint8Array, options: CellOptions & TableLimitOptions = {}): Table {
  if (typeof input === "string") {
    throw new InputError("binary-input", "A Parquet file is read from bytes, not from text.");
  }
  return concatenateTables(tablesFromBytes(parquetSteps(input.length, options, true), input));
}

/** The row groups of a Parquet file, one after the other; no more than one is in memory. */
export function parquetGroups(source: RandomAccess, options: CellOptions & TableLimitOptions): AsyncGenerator<Table> {
  return tablesFromSource(parquetSteps(source.length, options, false), source);
}

/** `isWhole` says that all row groups will be in memory, so that they share the limits of one table. */
function* parquetSteps(fileLength: number, options: CellOptions & TableLimitOptions, isWhole: boolean): Steps {
  const limits = limitsOf(options);
  const spend = expansionCounter(limits, fileLength, "The Parquet file");
  if (fileLength < 4 + trailerLength) throw damaged("Parquet", "it is too short");
  const length = footerLength(yield { from: fileLength - trailerLength, to: fileLength }, fileLength);
  const footer = readFooter(yield { from: fileLength - length, to: fileLength }, fileLength, limits);
  if (isWhole) checkShape(limits, rowsOf(footer), footer.columns.length, "The Parquet file");
  checkDeclaredTypes(
    footer.columns.map(({ name }) => name),
    options,
  );
  let before = 0;
  for (const group of groupsOf(footer)) {
    const parts: Uint8Array[] = [];
    for (const { from, to } of group.chunks) parts.push(yield { from, to });
    yield readGroup(footer, group, parts, options, before, limits, spend);
    before += group.rows;
  }
}

/** The row groups; a file without any has one of no rows. */
function groupsOf({ columns, groups }: Footer): readonly RowGroup[] {
  if (groups.length > 0) return groups;
  return [{ rows: 0, chunks: columns.map(() => ({ from: 4, to: 4, codec: "UNCOMPRESSED" })) }];
}

function rowsOf({ groups }: Footer): number {
  return groups.reduce((sum, { rows }) => sum + rows, 0);
}

function readGroup(
  { columns, dates }: Footer,
  { rows, chunks }: RowGroup,
  parts: readonly Uint8Array[],
  options: CellOptions,
  before: number,
  limits: TableLimits,
  spend: (bytes: number) => void,
): Table {
  return readingOf("Parquet", () =>
    tableOf(
      columns.map((element, j) => {
        const stored = readPages(parts[j], element, chunks[j].codec, rows, limits, spend);
        const cells = cellsOfStored(element, stored, dates.has(element.name), before);
        return typedColumn(element.name, cells, options, before);
      }),
    ),
  );
}

type Meaning = readonly [type: TypedCells["type"], read: (stored: never) => number | bigint | string | undefined];

const digitsOf: Readonly<Record<string, Digits>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };

/**
 * The stored values with the meaning that the schema gives them.
 *
 * | stored                                     | column                                                                    |
 * | ------------------------------------------ | ------------------------------------------------------------------------- |
 * | integers, floating-point numbers, decimals | numbers; a decimal is the double nearest to it                             |
 * | booleans                                   | texts, `true` and `false`                                                 |
 * | strings, enumerations, JSON, UUIDs, times  | texts                                                                     |
 * | dates and timestamps                       | dates; timestamps with all digits of their unit, and Z in universal time |
 */
function cellsOfStored(element: SchemaElement, stored: readonly Stored[], isDate: boolean, before: number): TypedCells {
  const { name } = element;
  const [type, read] = meaningOf(element);
  const known = new Map<Stored, number | bigint | string | undefined>(); // values of a dictionary are the same objects
  const cells = stored.map((value, row) => {
    if (value === null) return undefined;
    let cell = value instanceof Uint8Array ? known.get(value) : undefined;
    if (cell !== undefined) return cell;
    cell = read(value as never);
    if (cell === undefined) throw unreadableCell(name, before + row + 1);
    if (value instanceof Uint8Array) known.set(value, cell);
    return cell;
  });
  return { type: isDate && type === "text" ? "date" : type, cells };
}

function meaningOf({ name, type, type_length, converted_type, logical_type, scale = 0 }: SchemaElement): Meaning {
  const logical = logical_type?.type ?? converted_type;
  const digits = logical_type !== undefined && "unit" in logical_type ? digitsOf[logical_type.unit] : 3;
  const isUniversal =
    logical_type !== undefined && "isAdjustedToUTC" in logical_type ? logical_type.isAdjustedToUTC : true;
  const instant = (digits: Digits): Meaning => ["date", (value: bigint) => instantText(value, digits, isUniversal)];
  const isUnsigned =
    (logical_type?.type === "INTEGER" && !logical_type.isSigned) || converted_type?.startsWith("UINT_") === true;

  if (logical === "DECIMAL") {
    const places = logical_type?.type === "DECIMAL" ? (logical_type.scale ?? 0) : scale;
    if (!(Math.abs(places) <= 400)) throw unsupportedColumn(name, `decimal with ${places} digits behind the point`);
    return ["number", (value: number | bigint | Uint8Array) => decimalText(wholeNumber(value), places)];
  }
  if (type === "BOOLEAN") return ["text", (value: boolean) => String(value)];
  if (type === "FLOAT" || type === "DOUBLE") return ["number", (value: number) => value];
  if (type === "INT96") return ["date", (value: bigint) => instantText(nanosecondsOf(value), 9, false)];
  if (type === "INT32") {
    if (logical === "DATE") return ["date", dateOfDays];
    if (logical === "TIME" || logical === "TIME_MILLIS") return ["text", (value: number) => timeText(BigInt(value), 3)];
    return ["number", (value: number) => (isUnsigned ? value >>> 0 : value)];
  }
  if (type === "INT64") {
    if (logical === "TIMESTAMP") return instant(digits);
    if (logical === "TIMESTAMP_MILLIS") return instant(3);
    if (logical === "TIMESTAMP_MICROS") return instant(6);
    if (logical === "TIME") return ["text", (value: bigint) => timeText(value, digits)];
    if (logical === "TIME_MICROS") return ["text", (value: bigint) => timeText(value, 6)];
    return ["number", (value: bigint) => (isUnsigned ? BigInt.asUintN(64, value) : value)];
  }
  if (logical === "FLOAT16" && type_length === 2) return ["number", parseFloat16];
  if (logical === "UUID" && type_length === 16) return ["text", uuidText];
  if (type === "BYTE_ARRAY" && !["BSON", "VARIANT", "GEOMETRY", "GEOGRAPHY", "INTERVAL"].includes(String(logical))) {
    return ["text", textOf];
  }
  throw unsupportedColumn(name, (logical ?? type ?? "unknown").toLowerCase().replaceAll("_", " "));
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decimals are integers, or bytes with the highest first, in two's complement. */
function wholeNumber(value: number | bigint | Uint8Array): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value);
  const digits = Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return BigInt.asIntN(8 * value.length, BigInt(`0x0${digits}`));
}

/** The old timestamps: a Julian day in the upper 32 bits, nanoseconds of the day in the lower 64. */
function nanosecondsOf(value: bigint): bigint {
  const julianDayOf1970 = 2_440_588n;
  return ((value >> 64n) - julianDayOf1970) * 86_400_000_000_000n + BigInt.asUintN(64, value);
}

function uuidText(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

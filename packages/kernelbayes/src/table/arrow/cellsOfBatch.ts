import { Type, type Batch, type Column as ArrowColumn, type DataType } from "@uwdata/flechette";
import { damaged, nestedColumns, unreadableCell, unsupportedColumn } from "../damaged.ts";
import { dateOfDays, decimalText, instantText, timeText, type Digits } from "../instants.ts";
import type { TypedCells } from "../typedColumn.ts";

type Value = number | bigint | string | undefined;

const digitsOfUnit: readonly Digits[] = [0, 3, 6, 9]; // seconds, milliseconds, microseconds, nanoseconds

const nested = new Set<number>([
  Type.List,
  Type.LargeList,
  Type.ListView,
  Type.LargeListView,
  Type.FixedSizeList,
  Type.Struct,
  Type.Union,
  Type.Map,
]);

/** Whether the cells of a type have parts. */
export function isNested(type: DataType): boolean {
  return nested.has(type.typeId === Type.Dictionary ? type.dictionary.typeId : type.typeId);
}

/** What a column of the type is in a table. */
export function kindOf(name: string, type: DataType): TypedCells["type"] {
  switch (type.typeId) {
    case Type.Dictionary:
      return kindOf(name, type.dictionary);
    case Type.Null:
    case Type.Int:
    case Type.Float:
    case Type.Decimal:
    case Type.Duration:
      return "number";
    case Type.Bool:
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
    case Type.Time:
      return "text";
    case Type.Date:
    case Type.Timestamp:
      return "date";
    default:
      throw isNested(type) ? nestedColumns([name]) : unsupportedColumn(name, nameOf(type.typeId));
  }
}

/**
 * The cells of a batch, by the same rules as those of Parquet: integers, floating-point numbers, decimals and durations are numbers;
 * booleans, texts and times are texts; dates and timestamps are dates. A dictionary is what its values are. They are taken from
 * the buffers of the batch, whose lengths are held to that of the batch before. Texts may share their bytes: `spend` counts
 * those that are made of them.
 */
export function cellsOfBatch(
  name: string,
  batch: Batch<unknown>,
  before: number,
  spend: (bytes: number) => void,
): TypedCells {
  const { length, nullCount, validity } = batch;
  const type = kindOf(name, batch.type);
  const read = reading(name, batch, spend);
  const hasMissing = nullCount !== 0 && validity !== undefined && validity.length > 0;
  if (hasMissing) need(8 * validity.length, length);
  const cells = new Array<Value>(length);
  for (let row = 0; row < length; row++) {
    if (hasMissing && ((validity[row >> 3] >> (row & 7)) & 1) === 0) continue;
    const cell = read(row);
    if (cell === undefined) throw unreadableCell(name, before + row + 1);
    cells[row] = cell ?? undefined;
  }
  return { type, cells };
}

/** Gives the cell of a row that is not missing: null if the dictionary has none, undefined if it cannot be told. */
type Reading = (row: number) => Value | null;

function reading(name: string, batch: Batch<unknown>, spend: (bytes: number) => void): Reading {
  const { type, length, values } = batch;
  switch (type.typeId) {
    case Type.Null:
      return () => null;
    case Type.Int:
    case Type.Duration:
      need(values.length, length);
      return (row) => values[row];
    case Type.Float:
      need(values.length, length);
      return type.precision === 0 ? (row) => batch.value(row) as number : (row) => values[row];
    case Type.Decimal: {
      const words = type.bitWidth <= 64 ? 1 : type.bitWidth / 64;
      need(values.length, words * length);
      if (!(Math.abs(type.scale) <= 400))
        throw unsupportedColumn(name, `decimal with ${type.scale} digits behind the point`);
      return (row) => decimalText(wordsAt(values, row, words, type.bitWidth), type.scale);
    }
    case Type.Bool:
      need(8 * values.length, length);
      return (row) => String(((Number(values[row >> 3]) >> (row & 7)) & 1) === 1);
    case Type.Date:
      need(values.length, length);
      return (row) => dateOfDays(type.unit === 0 ? Number(values[row]) : Math.floor(Number(values[row]) / 864e5));
    case Type.Timestamp:
      need(values.length, length);
      return (row) => instantText(BigInt(values[row]), digitsOfUnit[type.unit], Boolean(type.timezone));
    case Type.Time:
      need(values.length, length);
      return (row) => timeText(BigInt(values[row]), digitsOfUnit[type.unit]);
    case Type.Utf8:
    case Type.LargeUtf8:
      if (length > 0) need(batch.offsets.length, length + 1);
      return (row) => textBetween(values as Uint8Array, batch.offsets, row, spend);
    case Type.Utf8View:
      need(values.length, 16 * length);
      return (row) => decode((batch as unknown as { view(row: number): Uint8Array }).view(row), spend);
    case Type.Dictionary:
      need(values.length, length);
      return dictionaryReading(
        name,
        (batch as unknown as { dictionary: ArrowColumn<unknown> }).dictionary,
        values,
        spend,
      );
    default:
      throw unsupportedColumn(name, nameOf(type.typeId));
  }
}

function dictionaryReading(
  name: string,
  dictionary: ArrowColumn<unknown>,
  codes: ArrayLike<number | bigint>,
  spend: (bytes: number) => void,
): Reading {
  const levels = dictionary.data.flatMap((batch) => Array.from(cellsOfBatch(name, batch, 0, spend).cells));
  return (row) => {
    const code = Number(codes[row]);
    if (!(code >= 0 && code < levels.length)) throw damaged("Arrow", "a value is not in its dictionary");
    return levels[code] ?? null;
  };
}

/** The little-endian two's complement number in some 64-bit words, or in one of 32 bits. */
function wordsAt(values: ArrayLike<number | bigint>, row: number, words: number, bitWidth: number): bigint {
  let number = 0n;
  for (let word = words - 1; word >= 0; word--)
    number = (number << 64n) + BigInt.asUintN(64, BigInt(values[row * words + word]));
  return BigInt.asIntN(bitWidth, number);
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textBetween(
  bytes: Uint8Array,
  offsets: ArrayLike<number | bigint>,
  row: number,
  spend: (bytes: number) => void,
): string | undefined {
  const [from, to] = [Number(offsets[row]), Number(offsets[row + 1])];
  if (!(from >= 0 && from <= to && to <= bytes.length)) throw damaged("Arrow", "a text exceeds its column");
  return decode(bytes.subarray(from, to), spend);
}

function decode(bytes: Uint8Array, spend: (bytes: number) => void): string | undefined {
  spend(bytes.length);
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function need(there: number, needed: number): void {
  if (there < needed) throw damaged("Arrow", "a column has fewer values than rows");
}

function nameOf(typeId: number): string {
  return Object.entries(Type).find(([, id]) => id === typeId)?.[0] ?? `number ${typeId}`;
}

import {
  finiteNumber,
  flag,
  list,
  oneOf,
  optional,
  plainObject,
  record,
  refuse,
  text,
  wholeNumber,
  type Reader,
} from "../schema.ts";
import type { ColumnEncoding, Encoding } from "./encoding.ts";

const positive: Reader<number> = (value, path) =>
  finiteNumber(value, path) > 0 ? (value as number) : refuse(path, "a number greater than 0", value);

const name = text;

/** At least two finite numbers, none below the one before; strictly above it where `strict`. */
function ascending(strict: boolean): Reader<number[]> {
  return (value, path) => {
    const numbers = list(finiteNumber)(value, path);
    const inOrder = numbers.every(
      (number, i) => i === 0 || (strict ? number > numbers[i - 1] : number >= numbers[i - 1]),
    );
    return inOrder && numbers.length > 1 ? numbers : refuse(path, "a list of at least two ascending numbers", value);
  };
}

const different: Reader<string[]> = (value, path) => {
  const texts = list(text)(value, path);
  return new Set(texts).size === texts.length ? texts : refuse(path, "a list of different texts", value);
};

const columnReaders: Readonly<Record<ColumnEncoding["kind"], Reader<ColumnEncoding>>> = {
  number: record({
    kind: oneOf("number"),
    name,
    unit: positive,
    origin: finiteNumber,
    center: finiteNumber,
    scale: positive,
    fill: finiteNumber,
    indicator: flag,
  }),
  rank: (value, path) => {
    const column = record({
      kind: oneOf("rank"),
      name,
      values: ascending(true),
      counts: ascending(false),
      indicator: flag,
    })(value, path);
    if (column.counts.length !== column.values.length) {
      refuse(`${path}.counts`, `a list of ${column.values.length} numbers`, column.counts);
    }
    positive(column.counts[0], `${path}.counts[0]`);
    return column;
  },
  presence: record({ kind: oneOf("presence"), name }),
  category: (value, path) => {
    const column = record({
      kind: oneOf("category"),
      name,
      coding: oneOf("one-hot", "hamming"),
      numeric: flag,
      levels: different,
      missingLevel: flag,
    })(value, path);
    if (column.levels.length + (column.missingLevel ? 1 : 0) < 2)
      refuse(`${path}.levels`, "at least two levels", column.levels);
    return column;
  },
};

const column: Reader<ColumnEncoding> = (value, path) => {
  const { kind } = plainObject(value, path);
  return columnReaders[oneOf("number", "rank", "presence", "category")(kind, `${path}.kind`)](value, path);
};

const encoding = record({
  missing: oneOf("refuse", "impute", "drop"),
  unseen: oneOf("refuse", "zeros"),
  columns: list(column),
  selectedFrom: optional(wholeNumber(2)),
});

/** An encoding from its document, which may come from anywhere: whatever does not fit is an `InputError`. */
export function encodingFromDocument(document: unknown, path = "encoding"): Encoding {
  const { selectedFrom, ...read } = encoding(document, path);
  if (read.columns.length === 0) refuse(`${path}.columns`, "a list of at least one column", read.columns);
  different(
    read.columns.map(({ name }) => name),
    `${path}.columns names`,
  );
  if (selectedFrom === undefined) return read;
  if (selectedFrom <= read.columns.length) {
    refuse(`${path}.selectedFrom`, `a number above ${read.columns.length}, the columns that were kept`, selectedFrom);
  }
  return { ...read, selectedFrom };
}

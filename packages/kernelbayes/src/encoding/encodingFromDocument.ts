import {
  areAscending,
  finiteNumber,
  flag,
  list,
  oneOf,
  optional,
  positive,
  record,
  refined,
  text,
  that,
  variants,
  wholeNumber,
  type Codec,
} from "../codec.ts";
import { levelCount, widthOf, type ColumnEncoding, type Encoding, type NumberEncoding } from "./encoding.ts";

const name = text;

const numberCodec: Codec<NumberEncoding> = record({
  kind: oneOf("number"),
  name,
  unit: positive,
  origin: finiteNumber,
  fill: finiteNumber,
  indicator: flag,
  center: finiteNumber,
  scale: positive,
});

const columnCodec: Codec<ColumnEncoding> = variants<ColumnEncoding>({
  number: numberCodec,
  rank: refined(
    record({
      kind: oneOf("rank"),
      name,
      values: that(
        list(finiteNumber),
        "two or more ascending numbers",
        (values) => values.length > 1 && areAscending(values),
      ),
      // Counts of rows, or summed weights.
      counts: list(positive),
      indicator: flag,
    }),
    ({ values, counts }, expect) => {
      expect.length(counts, ".counts", values.length);
      const neverFalls = counts.every((count, at) => at === 0 || count >= counts[at - 1]);
      expect.that(neverFalls, ".counts", "numbers, none below the one before", counts);
    },
  ),
  presence: record({ kind: oneOf("presence"), name }),
  date: refined(
    record({
      kind: oneOf("date"),
      name,
      order: oneOf("ymd", "dmy", "mdy"),
      elapsed: optional(numberCodec),
      cycles: that(list(oneOf("year", "week", "day")), "a list of different cycles", areDifferent),
      indicator: flag,
    }),
    (column, expect) => expect.that(widthOf(column) > 0, ".cycles", "something that varies", column.cycles),
  ),
  category: refined(
    record({
      kind: oneOf("category"),
      name,
      coding: oneOf("one-hot", "hamming"),
      numeric: flag,
      levels: that(list(text), "a list of different texts", areDifferent),
      rareLevels: optional(that(list(text), "a list of at least two texts", (rare) => rare.length > 1)),
      missingLevel: flag,
    }),
    (column, expect) => {
      const { levels, rareLevels = [] } = column;
      expect.that(levelCount(column) >= 2, ".levels", "at least two levels", levels);
      const isOnce = areDifferent([...levels, ...rareLevels]);
      expect.that(isOnce, ".rareLevels", "different texts, none of which is among the levels", rareLevels);
    },
  ),
});

function areDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** An encoding in a document. */
export const encodingCodec: Codec<Encoding> = refined(
  record({
    missing: oneOf("refuse", "impute", "drop"),
    unseen: oneOf("refuse", "zeros"),
    columns: list(columnCodec),
    selectedFrom: optional(wholeNumber(2)),
  }),
  ({ columns, selectedFrom }, expect) => {
    expect.that(columns.length > 0, ".columns", "a list of at least one column", columns);
    const names = columns.map((column) => column.name);
    expect.that(areDifferent(names), ".columns names", "a list of different texts", names);
    const expected = `a number above ${columns.length}, the columns that were kept`;
    const isSelected = selectedFrom === undefined || selectedFrom > columns.length;
    expect.that(isSelected, ".selectedFrom", expected, selectedFrom);
  },
);

/** An encoding from its document, which may come from anywhere: whatever does not fit is an `InputError`. */
export function encodingFromDocument(document: unknown, path = "encoding"): Encoding {
  return encodingCodec.read(document, path);
}

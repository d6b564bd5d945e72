import { expect, test } from "vitest";
import { encode } from "../../src/encoding/encode.ts";
import { encodedColumns } from "../../src/encoding/encoding.ts";
import { encodingFromDocument } from "../../src/encoding/encodingFromDocument.ts";
import { learnEncoding, type EncodingOptions } from "../../src/encoding/learnEncoding.ts";
import { tableFromColumns, type Cell } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const encodingOf = (
  day: readonly Cell[],
  options: EncodingOptions = {},
): ReturnType<typeof learnEncoding>["encoding"] =>
  learnEncoding(tableFromColumns({ day, x: day.map((_, row) => row) }), { missing: "impute", ...options }).encoding;
const namesOf = (day: readonly Cell[], options?: EncodingOptions): string[] =>
  encodedColumns(encodingOf(day, options))
    .map(({ name }) => name)
    .filter((name) => name !== "x");

test("a date is elapsed time and its places in the cycles that vary", () => {
  expect(namesOf(["2021-01-04", "2022-06-07"])).toEqual([
    "day: elapsed",
    "day: year, sine",
    "day: year, cosine",
    "day: week, sine",
    "day: week, cosine",
  ]);
  expect(namesOf(["2021-01-04", "2021-01-11"])).not.toContain("day: week, sine");
  expect(namesOf(["2021-01-04T08:00", "2021-01-04T09:00"])).toEqual([
    "day: elapsed",
    "day: day, sine",
    "day: day, cosine",
  ]);
  expect(namesOf(["2021-01-04", "2021-01-04", null])).toEqual(["day is missing"]);
});

test("elapsed time is standardised, cycles are points on a circle, and a missing date is the middle of all", () => {
  const day = ["2021-01-01", "2021-07-02T12:00", "2022-01-01", null];
  const encoding = encodingOf(day);
  const { data, columns } = encode(encoding, tableFromColumns({ day, x: [0, 1, 2, 3] }));
  const rows = [0, 1, 2, 3].map((row) => Array.from(data.subarray(row * columns, (row + 1) * columns)));
  expect(rows[0][0] + rows[1][0] + rows[2][0]).toBeCloseTo(0, 12);
  for (const k of [0, 1, 2]) {
    for (const at of [1, 3, 5]) expect(Math.hypot(rows[k][at], rows[k][at + 1])).toBeCloseTo(1, 12);
  }
  expect(rows[0].slice(1, 3)).toEqual([0, 1]); // the first of January
  expect(rows[1][2]).toBeCloseTo(-1, 3); // half a year later
  expect(rows[2].slice(1, 3)).toEqual([0, 1]);
  expect(rows[1].slice(5, 7).map((value) => Math.round(1e9 * value) / 1e9 + 0)).toEqual([0, -1]); // noon
  expect(rows[3].slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
});

test("the week begins on Monday and Sunday is next to it, before 1970 too", () => {
  const days = ["2024-01-01", "2024-01-07", "2024-01-04", "1969-12-29"];
  const { data, columns } = encode(encodingOf(days), tableFromColumns({ day: days, x: [0, 1, 2, 3] }));
  const weekday = (row: number): number[] => Array.from(data.subarray(row * columns + 3, row * columns + 5));
  const distance = (a: number, b: number): number =>
    Math.hypot(weekday(a)[0] - weekday(b)[0], weekday(a)[1] - weekday(b)[1]);
  expect(weekday(0)).toEqual([0, 1]);
  expect(weekday(3)).toEqual([0, 1]);
  expect(distance(0, 1)).toBeLessThan(distance(0, 2) / 2);
});

test("the encoding survives its document, and a damaged one is refused", () => {
  const encoding = encodingOf(["2021-01-04", "2022-06-07", null]);
  expect(encodingFromDocument(JSON.parse(JSON.stringify(encoding)))).toEqual(encoding);
  const [date, x] = encoding.columns;
  for (const wrong of [{ order: "ydm" }, { cycles: ["month"] }, { cycles: ["year", "year"] }, { elapsed: {} }]) {
    expect(thrown(() => encodingFromDocument({ ...encoding, columns: [{ ...date, ...wrong }, x] }))).toBeDefined();
  }
  const empty = { kind: "date", name: "day", order: "ymd", cycles: [], indicator: false };
  expect(thrown(() => encodingFromDocument({ ...encoding, columns: [empty, x] }))).toBeDefined();
});

test("dates can be left out, with a warning, or taken for categories", () => {
  const day = ["2021-01-04", "2022-06-07", "2021-01-04"];
  const table = tableFromColumns({ day, x: [1, 2, 3] });
  const { encoding, warnings } = learnEncoding(table, { dates: "ignore" });
  expect(encoding.columns.map(({ name }) => name)).toEqual(["x"]);
  expect(warnings).toEqual([{ code: "date-column", message: 'Column "day" holds dates and was left out.' }]);
  expect(learnEncoding(table, { dates: "ignore", asCategory: ["day"] }).encoding.columns[0]).toMatchObject({
    kind: "category",
    levels: ["2021-01-04", "2022-06-07"],
  });
  expect(thrown(() => learnEncoding(table, { dates: "no" as "ignore" })).code).toBe("invalid-option");
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arffWriter, formatArff } from "../../../src/table/text/formatArff.ts";
import { parseArff } from "../../../src/table/text/parseArff.ts";
import { parseCsv } from "../../../src/table/text/parseCsv.ts";
import { columnNamed, selectRows, tableFromColumns, type Cell, type Table } from "../../../src/table/table.ts";

test("writes a table", () => {
  const table = tableFromColumns(
    {
      "a b": [1.5, null, "01"],
      kind: ["ash", "silver birch", "it's 5%\n"],
      day: ["2024-01-01", null, "2024-01-02"],
      empty: [null, null, null],
    },
    { types: { empty: "text" } },
  );
  expect(formatArff(table, { relation: "my trees" })).toBe(String.raw`@relation 'my trees'

@attribute 'a b' numeric
@attribute kind {ash,'silver birch','it\'s 5\%\n'}
@attribute day date "yyyy-MM-dd"
@attribute empty string

@data
1.5,ash,2024-01-01,?
?,'silver birch',?,?
01,'it\'s 5\%\n',2024-01-02,?
`);
  expect(parseArff(formatArff(table))).toEqual(table);
});

test("dates have the pattern that all of them follow, or none", () => {
  const patternOf = (...dates: string[]): string =>
    /date ?(.*)/.exec(formatArff(tableFromColumns({ day: dates })))?.[1] ?? "";
  expect(patternOf("2024-01-01T10:00:00")).toBe(`"yyyy-MM-dd'T'HH:mm:ss"`);
  expect(patternOf("2024-01-01 10:00:00", "2024-01-02 11:00:00")).toBe('"yyyy-MM-dd HH:mm:ss"');
  expect(patternOf("2024-01-01T10:00:00.000Z")).toBe(`"yyyy-MM-dd'T'HH:mm:ss.SSSX"`);
  expect(patternOf("2024-01-01", "2024-01-02T10:00+01:00")).toBe("");
  for (const dates of [["2024-01-01T10:00:00"], ["2024-01-01", "2024-01-02T10:00+01"], ["2024-01-01T10:00:00.000Z"]]) {
    const table = tableFromColumns({ day: dates });
    expect(parseArff(formatArff(table))).toEqual(table);
  }
});

test("a table may be written in parts, whatever levels and dates the later ones have", () => {
  const table = tableFromColumns({
    size: [1, "02", null, 4],
    kind: ["ash", "ash", "silver birch", null],
    day: ["2024-01-01", null, "2024-01-02T10:00", null],
  });
  const writer = arffWriter();
  const parts = [[], [0, 1], [2], [3]].map((rows) => writer.add(selectRows(table, rows)));
  const text = parts.join("") + writer.end();
  expect(text.match(/@data/g)).toHaveLength(1);
  expect(text).toContain("@attribute kind string\n@attribute day date\n");
  expect(parseArff(text)).toEqual(table);
});

test("numbers that were written with a decimal comma are written with a point", () => {
  const table = parseCsv("a;b\n1,50;x\n-0;y\n", { decimal: "," });
  expect(columnNamed(parseArff(formatArff(table)), "a")).toMatchObject({ values: Float64Array.of(1.5, -0) });
});

test("reading what was written gives the same table", () => {
  const text = fc.string({
    unit: fc.constantFrom(...`ab01.-?"'\\%{},;@#\t\r\n é\u0000\u0085\u2028\uFEFF\uD800`),
    maxLength: 5,
  });
  const finite = fc.double().filter((value) => !Object.is(value, -0));
  const cells = fc.oneof(
    fc.array(fc.oneof(text, fc.constantFrom(null, "NA", "?", "nan")), { minLength: 4, maxLength: 4 }),
    fc.array(fc.oneof(finite, fc.constantFrom("007", "1.50", "1e3", "-0", "+5")), { minLength: 4, maxLength: 4 }),
    fc.array(fc.constantFrom("2024-01-01", "2024-02-29T10:00Z", null), { minLength: 4, maxLength: 4 }),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(text, cells), { minLength: 1, maxLength: 4, selector: ([name]) => name }),
      text,
      (columns, relation) => {
        const table: Table = tableFromColumns(Object.fromEntries<Cell[]>(columns), { missing: [] });
        expect(parseArff(formatArff(table, { relation }))).toEqual(table);
      },
    ),
    { numRuns: 1000, seed: 35 },
  );
});

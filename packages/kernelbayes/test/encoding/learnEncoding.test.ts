import { describe, expect, test } from "vitest";
import { encode } from "../../src/encoding/encode.ts";
import { columnGroups, encodedColumns } from "../../src/encoding/encoding.ts";
import {
  learnEncoding,
  type EncodingOptions,
  chooseColumns,
  named,
  completeRows,
} from "../../src/encoding/learnEncoding.ts";
import { selectRows, tableFromColumns, type Table } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";
import type { Warning } from "../../src/errors.ts";
import { encodingFromDocument } from "../../src/encoding/encodingFromDocument.ts";
import { marginalRelevance } from "../../src/evaluate/marginalRelevance.ts";

const table = tableFromColumns({
  age: [20, 30, 40, 50],
  color: ["red", "blue", "red", "blue"],
  children: [0, 1, 2, 0],
  label: ["a", "b", "a", "b"],
});

const names = (table: Table, options?: EncodingOptions, weights?: readonly number[]): string[] =>
  encodedColumns(learnEncoding(table, options, weights).encoding).map(({ name }) => name);

describe("the columns", () => {
  test("are all but the excluded, in the order of the table, with groups by source", () => {
    const { encoding, rows, warnings } = learnEncoding(table, { exclude: ["label"] });
    expect(encodedColumns(encoding)).toEqual([
      { name: "age", source: "age", group: 0, kind: "number" },
      { name: "color = blue", source: "color", group: 1, kind: "level" },
      { name: "color = red", source: "color", group: 1, kind: "level" },
      { name: "children", source: "children", group: 2, kind: "number" },
    ]);
    expect(columnGroups(encoding)).toEqual([0, 1, 1, 2]);
    expect(Array.from(rows)).toEqual([0, 1, 2, 3]);
    expect(warnings).toEqual([]);
  });

  test("can be named, in any order, once each", () => {
    expect(names(table, { columns: ["children", "age", "children"] })).toEqual(["children", "age"]);
  });

  test("can be numbers as categories, ranks, and codes for the Hamming kernel", () => {
    const options = { exclude: ["label"], asCategory: ["children"], rank: ["age"], categories: "hamming" } as const;
    expect(encodedColumns(learnEncoding(table, options).encoding).map(({ kind }) => kind)).toEqual([
      "rank",
      "code",
      "code",
    ]);
    expect(names(table, { columns: ["children"], asCategory: ["children"] })).toEqual([
      "children = 0",
      "children = (rare levels)",
    ]);
    const ranked = learnEncoding(table, { columns: ["age", "children"], rank: true }).encoding;
    expect(ranked.columns.map(({ kind }) => kind)).toEqual(["rank", "rank"]);
  });

  test.each<[EncodingOptions, string]>([
    [{ columns: ["agee"] }, "unknown-column"],
    [{ exclude: ["labels"] }, "unknown-column"],
    [{ asCategory: ["nothing"] }, "unknown-column"],
    [{ rank: ["nothing"] }, "unknown-column"],
    [{ columns: ["age"], exclude: ["age"] }, "invalid-option"],
    [{ missing: "skip" as "drop" }, "invalid-option"],
    [{ unseen: "ignore" as "zeros" }, "invalid-option"],
    [{ standardize: "yes" as "none" }, "invalid-option"],
    [{ categories: "ordinal" as "hamming" }, "invalid-option"],
    [{ exclude: ["age", "color", "children", "label"] }, "no-features"],
  ])("options %j are refused", (options, code) => {
    expect(thrown(() => learnEncoding(table, options)).code).toBe(code);
  });
});

describe("useless columns", () => {
  test("of one value are left out with one warning that names them", () => {
    const { encoding, warnings } = learnEncoding(
      tableFromColumns({ a: [1, 1], b: [1, 2], c: ["x", "x"], d: ["", ""] }),
      {
        missing: "impute",
      },
    );
    expect(encoding.columns.map(({ name }) => name)).toEqual(["b"]);
    expect(warnings).toEqual([
      { code: "constant-column", message: 'Columns "a", "c", "d" left out: the same value in every training row.' },
    ]);
  });

  test("that name the rows are left out with a warning, or refused if asked for", () => {
    const people = tableFromColumns({
      name: Array.from({ length: 12 }, (_, i) => `person ${i}`),
      age: Array.from({ length: 12 }, (_, i) => i),
    });
    const { encoding, warnings } = learnEncoding(people);
    expect(encoding.columns.map(({ name }) => name)).toEqual(["age"]);
    expect(warnings.map(({ code }) => code)).toEqual(["identifier-column"]);
    expect(thrown(() => learnEncoding(people, { columns: ["name", "age"] }))).toMatchObject({
      code: "identifier-column",
      place: { column: "name" },
    });
    expect(thrown(() => learnEncoding(people, { exclude: ["age"] })).message).toContain(
      "a different text in every row",
    );
  });

  test("of mostly unique texts are left out with a warning, as every new row would have a new one, unless they are named", () => {
    const tickets = tableFromColumns({
      ticket: [..."abcdefghijkl", "a", "b"],
      x: Array.from({ length: 14 }, (_, i) => i),
    });
    const { encoding, warnings } = learnEncoding(tickets);
    expect(encoding.columns.map(({ name }) => name)).toEqual(["x"]);
    expect(warnings).toEqual([
      {
        code: "mostly-unique-column",
        message: expect.stringMatching(/^Column "ticket" left out: mostly unique texts/),
      },
    ]);
    const named = learnEncoding(tickets, { columns: ["ticket"] });
    expect(named.encoding.columns.map(({ name }) => name)).toEqual(["ticket"]);
    expect(named.warnings.map(({ code }) => code)).toEqual(["many-levels", "rare-levels"]);
    expect(named.encoding.columns[0]).toMatchObject({ levels: ["a", "b"], rareLevels: [..."cdefghijkl"] });
    expect(thrown(() => learnEncoding(tickets, { exclude: ["x"] })).message).toContain("mostly unique texts");
  });

  test("only: nothing can be learned", () => {
    expect(thrown(() => learnEncoding(tableFromColumns({ a: [1, 1], b: ["x", "x"] })))).toMatchObject({
      code: "no-features",
      message: 'There is no column to learn from. Unusable columns have the same value in every row: "a", "b".',
    });
  });

  test("such as one date in all rows are left out", () => {
    const { encoding, warnings } = learnEncoding(tableFromColumns({ day: ["2024-01-01", "2024-01-01"], x: [1, 2] }));
    expect(encoding.columns.map(({ name }) => name)).toEqual(["x"]);
    expect(warnings).toMatchObject([{ code: "constant-column" }]);
  });
});

describe("missing cells", () => {
  const age = [20, null, 40, 50, null];
  const color = ["red", "red", "", "blue", "blue"];

  test("are refused by default, with the first row and the way out", () => {
    expect(thrown(() => learnEncoding(tableFromColumns({ age })))).toMatchObject({
      code: "missing-values",
      place: { row: 2, column: "age" },
      message:
        'Column "age" has 2 missing values (first in row 2). Choose `missing: "impute"` or `missing: "drop"`, or fill them beforehand.',
    });
    expect(thrown(() => learnEncoding(tableFromColumns({ color }))).message).toContain(
      'Column "color" has a missing value in row 3.',
    );
    expect(thrown(() => learnEncoding(tableFromColumns({ age, color }))).message).toContain('So has "color".');
  });

  test("are imputed, with a column or a level that says where", () => {
    const table = tableFromColumns({ age, color, rank: age, same: [7, null, 7, 7, 7] });
    const { encoding, warnings } = learnEncoding(table, { missing: "impute", rank: ["rank"] });
    expect(warnings).toEqual([]);
    const columns = encodedColumns(encoding);
    expect(columns.map(({ name }) => name)).toEqual([
      "age",
      "age is missing",
      "color = blue",
      "color = red",
      "color = (missing)",
      "rank",
      "rank is missing",
      "same is missing",
    ]);
    expect(columns.map(({ group }) => group)).toEqual([0, 0, 1, 1, 1, 2, 2, 3]);
    const X = encode(encoding, table);
    expect(Array.from(X.data.subarray(8, 16))).toEqual([0, 1, 0, Math.SQRT1_2, 0, 0, 1, 1]);
    expect(X.data[2 * 8 + 4]).toBe(Math.SQRT1_2);
    expect(X.data[2 * 8 + 1]).toBe(0);
  });

  test("can drop their rows, and what is learned is learned from the others", () => {
    const table = tableFromColumns({ age, color, x: [1, 2, 3, 4, 100] });
    const { encoding, rows, warnings } = learnEncoding(table, { missing: "drop" });
    expect(Array.from(rows)).toEqual([0, 3]);
    expect(warnings).toEqual([
      { code: "dropped-rows", message: "3 of 5 rows have missing values and were left out of the training." },
    ]);
    expect(encoding.columns).toEqual(learnEncoding(selectRows(table, [0, 3])).encoding.columns);
    const empty = tableFromColumns({ a: [1, null], b: [null, 1] });
    expect(thrown(() => learnEncoding(empty, { missing: "drop" })).code).toBe("no-rows");
  });
});

describe("row weights", () => {
  const rows = tableFromColumns({
    x: [1, 5, 2, 8, 1e6, 3],
    color: ["a", "b", "a", "c", "never", "c"],
    constant: [1, 1, 1, 1, 2, 1],
    rank: [3, 1, 4, 1, 5, 9],
  });
  const options: EncodingOptions = { rank: ["rank"] };

  test("of 0 remove rows altogether, with their missing and infinite cells", () => {
    const kept = selectRows(rows, [0, 1, 2, 3, 5]);
    const weighted = learnEncoding(rows, options, [1, 1, 1, 1, 0, 1]);
    const removed = learnEncoding(kept, options);
    expect(weighted.encoding).toEqual(removed.encoding);
    expect(weighted.warnings).toEqual(removed.warnings);
    expect(Array.from(weighted.rows)).toEqual([0, 1, 2, 3, 5]);
    const broken = tableFromColumns({ a: [1, 2, null, Infinity], b: ["x", "y", "", "z"] });
    expect(learnEncoding(broken, {}, [1, 1, 0, 0]).encoding).toEqual(
      learnEncoding(selectRows(broken, [0, 1])).encoding,
    );
  });

  test.each<EncodingOptions>([options, { standardize: "robust" }, { standardize: "none" }])(
    "of 2 are the same as rows given twice (%j)",
    (options) => {
      const weighted = learnEncoding(rows, options, [2, 1, 2, 1, 1, 3]).encoding;
      const repeated = learnEncoding(selectRows(rows, [0, 1, 2, 3, 4, 5, 0, 2, 5, 5]), options).encoding;
      const a = encode(weighted, rows);
      const b = encode(repeated, rows);
      expect(a.columns).toBe(b.columns);
      a.data.forEach((value, i) => expect(value).toBeCloseTo(b.data[i], 12));
    },
  );

  test("of other lengths and below 0 are refused", () => {
    expect(thrown(() => learnEncoding(rows, {}, [1, 2])).code).toBe("weights-length");
    expect(thrown(() => learnEncoding(rows, {}, [1, 1, 1, 1, 1, -1])).place).toEqual({ row: 6 });
  });
});

test("a robust scale that had to be replaced is told", () => {
  const { warnings } = learnEncoding(tableFromColumns({ x: [0, 0, 0, 0, 0, 9] }), { standardize: "robust" });
  expect(warnings.map(({ code }) => code)).toEqual(["robust-scale"]);
});

test("an infinite value is refused with row and column", () => {
  expect(thrown(() => learnEncoding(tableFromColumns({ x: [1, 2, Infinity] })))).toMatchObject({
    code: "not-finite",
    place: { row: 3, column: "x" },
  });
});

test("a table without rows is refused", () => {
  expect(thrown(() => learnEncoding(tableFromColumns({ x: [] }))).code).toBe("no-rows");
});

const small = tableFromColumns({ a: [1], day: ["2024-01-01"], b: ["x"] });
const chosen = (columns: "all" | string[], exclude: string[]): string[] =>
  chooseColumns(small, columns, exclude).map(({ name }) => name);

test("all columns but the excluded come in the order of the table, named ones in the order given", () => {
  expect(chosen("all", ["day"])).toEqual(["a", "b"]);
  expect(chosen(["b", "a", "b"], [])).toEqual(["b", "a"]);
});

test("a date column is chosen like any other", () => {
  expect(chosen("all", [])).toEqual(["a", "day", "b"]);
  expect(chosen(["day"], [])).toEqual(["day"]);
});

test("names that no column has are refused", () => {
  expect(thrown(() => chosen(["c"], [])).place).toEqual({ column: "c" });
  expect(thrown(() => chosen("all", ["c"])).place).toEqual({ column: "c" });
  expect(thrown(() => named(small, ["a", "c"])).code).toBe("unknown-column");
  expect(["a", "b"].map(named(small, ["b"]))).toEqual([false, true]);
});

const { columns } = tableFromColumns({ a: [1, null, 3, 4], b: ["x", null, "y", ""], c: [1, 2, null, 4] });

test("rows with a missing cell are left out once each, with one warning", () => {
  const warnings: Warning[] = [];
  expect(Array.from(completeRows(columns, Int32Array.of(0, 1, 2, 3), "drop", warnings))).toEqual([0]);
  expect(warnings).toEqual([
    { code: "dropped-rows", message: "3 of 4 rows have missing values and were left out of the training." },
  ]);
});

test("only the given rows count", () => {
  const warnings: Warning[] = [];
  expect(Array.from(completeRows(columns, Int32Array.of(0), "refuse", warnings))).toEqual([0]);
  expect(warnings).toEqual([]);
});

test("under refuse the first column is named with its count, the others by name", () => {
  expect(thrown(() => completeRows(columns, Int32Array.of(0, 1, 2, 3), "refuse", []))).toMatchObject({
    code: "missing-values",
    place: { row: 2, column: "a" },
    message:
      'Column "a" has a missing value in row 2. So have "b", "c". Choose `missing: "impute"` or `missing: "drop"`, or fill them beforehand.',
  });
});

const measured = tableFromColumns({
  noise: [3, 1, 2, 3, 1, 2],
  good: [1, 2, 1, 5, 6, 4],
  color: ["red", "blue", "red", "green", "green", "green"],
  poor: [1, 2, 3, 2, 3, 4],
  constant: [7, 7, 7, 7, 7, 7],
  best: [0, 0, 0, 1, 1, 1],
});
const classes = [0, 0, 0, 1, 1, 1];
const kept = (options: EncodingOptions, weights?: readonly number[]): string[] =>
  learnEncoding(measured, options, weights, classes).encoding.columns.map(({ name }) => name);

describe("selected columns", () => {
  test("are those of highest marginal relevance, in the order of the table", () => {
    expect(kept({ select: 1 })).toEqual(["best"]);
    expect(kept({ select: 2 })).toEqual(["good", "best"]);
    expect(kept({ select: 3 })).toEqual(["good", "color", "best"]);
    expect(kept({ select: 4 })).toEqual(["good", "color", "poor", "best"]);
  });

  test("tell how many there were, columns that say nothing not counted", () => {
    const { encoding, warnings } = learnEncoding(measured, { select: 2 }, undefined, classes);
    expect(encoding.selectedFrom).toBe(5);
    expect(warnings.map(({ code }) => code)).toEqual(["constant-column"]);
    expect(encode(encoding, measured).columns).toBe(2);
  });

  test("are all where there are no more, and then nothing was selected", () => {
    expect(learnEncoding(measured, { select: 5 }, undefined, classes).encoding).toEqual(
      learnEncoding(measured).encoding,
    );
    expect(learnEncoding(measured, { select: 5 }, undefined, classes).encoding.selectedFrom).toBeUndefined();
  });

  test("are encoded as they are without a selection", () => {
    const all = learnEncoding(measured).encoding.columns;
    const { columns } = learnEncoding(measured, { select: 3 }, undefined, classes).encoding;
    expect(columns).toEqual(all.filter(({ name }) => ["good", "color", "best"].includes(name)));
  });

  test("take a category by its levels, whatever its code", () => {
    const codes = kept({ select: 3, categories: "hamming" });
    expect(codes).toEqual(["good", "color", "best"]);
    const { encoding } = learnEncoding(measured, { select: 3, categories: "hamming" }, undefined, classes);
    expect(encode(encoding, measured).columns).toBe(3);
    // Numbered by the alphabet, the levels would say next to nothing: blue 0, green 1, red 2.
    const numbers = learnEncoding(measured, { categories: "hamming", columns: ["color", "poor"] }).encoding;
    const [asCodes, poor] = marginalRelevance(encode(numbers, measured), classes);
    expect(asCodes).toBeLessThan(poor);
  });

  test("count rows by their weights, those of weight 0 not at all", () => {
    const weights = [1, 0, 2, 1, 3, 1];
    const copies = weights.flatMap((weight, row) => new Array<number>(weight).fill(row));
    const repeated = learnEncoding(
      selectRows(measured, copies),
      { select: 3 },
      undefined,
      copies.map((row) => classes[row]),
    );
    expect(kept({ select: 3 }, weights)).toEqual(repeated.encoding.columns.map(({ name }) => name));
  });

  test('are learned from complete rows under `missing: "drop"`, and may be imputed', () => {
    const holes = tableFromColumns({ a: [1, 2, null, 4, 5, 60], b: [1, 1, 2, 2, 1, 9], c: [0, 1, 0, 1, 0, 1] });
    const dropped = learnEncoding(holes, { missing: "drop", select: 1 }, undefined, classes);
    const without = [0, 1, 3, 4, 5];
    const rest = learnEncoding(
      selectRows(holes, without),
      { select: 1 },
      undefined,
      without.map((row) => classes[row]),
    );
    expect(dropped.encoding.columns).toEqual(rest.encoding.columns);
    expect(learnEncoding(holes, { missing: "impute", select: 1 }, undefined, classes).encoding.selectedFrom).toBe(3);
  });

  test.each([0, -1, 2.5, Number.NaN, "3", null, {}])("cannot be %j of them", (select) => {
    const error = thrown(() => learnEncoding(measured, { select: select as number }, undefined, classes));
    expect(error.code).toBe("invalid-option");
    expect(error.message).toContain("select must be a number of columns");
  });

  test("need the classes of all rows", () => {
    expect(() => learnEncoding(measured, { select: 2 })).toThrow(RangeError);
    expect(() => learnEncoding(measured, { select: 2 }, undefined, [0, 1])).toThrow(RangeError);
  });
});

describe("the document of an encoding with selected columns", () => {
  const { encoding } = learnEncoding(measured, { select: 2 }, undefined, classes);

  test("comes back as it was, and one from before there were selections has none", () => {
    expect(encodingFromDocument(JSON.parse(JSON.stringify(encoding)))).toEqual(encoding);
    const { selectedFrom: _, ...old } = encoding;
    expect(Object.keys(encodingFromDocument(old))).not.toContain("selectedFrom");
  });

  test.each([2, 1, 2.5, "5", null])("is refused with %j columns to select from", (selectedFrom) => {
    const error = thrown(() => encodingFromDocument({ ...encoding, selectedFrom }));
    expect(error.code).toBe("invalid-document");
    expect(error.message).toContain("encoding.selectedFrom should be");
  });
});

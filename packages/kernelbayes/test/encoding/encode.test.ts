import { describe, expect, test } from "vitest";
import { encode } from "../../src/encoding/encode.ts";
import { learnEncoding } from "../../src/encoding/learnEncoding.ts";
import { selectRows, tableFromColumns, tableFromRows } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const table = tableFromColumns({ age: [20, 30, 40, 60], color: ["red", "blue", "red", "blue"], grade: [1, 2, 3, 1] });
const { encoding } = learnEncoding(table, { asCategory: ["grade"] });
const half = Math.SQRT1_2;

describe("encode", () => {
  test("gives one row of numbers a row", () => {
    const { rows, columns, data } = encode(encoding, table);
    expect([rows, columns]).toEqual([4, 5]);
    const deviation = Math.sqrt((17.5 ** 2 + 7.5 ** 2 + 2.5 ** 2 + 22.5 ** 2) / 3);
    expect(data[0]).toBeCloseTo(-17.5 / deviation, 14);
    // The grades 2 and 3 have one row each and share an indicator.
    expect(Array.from(data.subarray(1, 5))).toEqual([0, half, half, 0]);
    expect(data[5]).toBeCloseTo(-7.5 / deviation, 14);
    expect(Array.from(data.subarray(6, 10))).toEqual([half, 0, 0, half]);
    expect(Array.from(data.subarray(11, 15))).toEqual([0, half, 0, half]);
  });

  test("finds columns by name in any order and ignores others", () => {
    const [age, color, grade] = table.columns;
    const shuffled = { rows: 4, columns: [grade, { ...age, name: "other" }, color, age] };
    expect(encode(encoding, shuffled)).toEqual(encode(encoding, table));
  });

  test("encodes a row alike whatever rows are beside it", () => {
    const all = encode(encoding, table);
    for (let row = 0; row < 4; row++) {
      expect(Array.from(encode(encoding, selectRows(table, [row])).data)).toEqual(
        Array.from(all.data.subarray(row * 5, row * 5 + 5)),
      );
    }
    expect(encode(encoding, selectRows(table, []))).toMatchObject({ rows: 0, columns: 5 });
  });

  test("reads numbers that arrive as texts and texts that arrive as numbers", () => {
    const texts = tableFromRows(
      [{ age: "2e1", color: "red", grade: "1.0" }],
      { types: { age: "text", grade: "text" } }, // prettier-ignore
    );
    expect(encode(encoding, texts)).toEqual(encode(encoding, selectRows(table, [0])));
    const zip = learnEncoding(tableFromColumns({ zip: ["01", "x", "02"] })).encoding;
    expect(Array.from(encode(zip, tableFromColumns({ zip: ["01", "02"] })).data)).toEqual([half, 0, 0, 0, half, 0]);
  });

  test("names all columns that are not there", () => {
    expect(thrown(() => encode(encoding, tableFromColumns({ color: ["red"] })))).toMatchObject({
      code: "missing-columns",
      message: 'The table lacks 2 columns that the model needs: "age", "grade".',
    });
    expect(thrown(() => encode(encoding, tableFromColumns({ age: [1], color: ["red"] }))).message).toContain(
      'lacks a column that the model needs: "grade".',
    );
    // A table from elsewhere often has the same names in another case.
    const other = tableFromColumns({ Age: [1], color: ["red"], Grade: [1] });
    expect(thrown(() => encode(encoding, other)).message).toBe(
      'The table lacks 2 columns that the model needs: "age", "grade". Did you mean "Age", "Grade"?',
    );
    const lengths = learnEncoding(tableFromColumns({ "sepal length": [1, 2], "petal length": [1, 3] })).encoding;
    expect(thrown(() => encode(lengths, tableFromColumns({ "petal length": [1] }))).message).toBe(
      'The table lacks a column that the model needs: "sepal length".',
    );
  });

  test.each([
    ["a text among numbers", { age: ["20", "old"], color: ["red", "red"], grade: [1, 1] }, "not-a-number", "age"],
    ["an infinite value", { age: [20, Infinity], color: ["red", "red"], grade: [1, 1] }, "not-finite", "age"],
    ["an unseen level", { age: [20, 20], color: ["red", "pink"], grade: [1, 1] }, "unseen-level", "color"],
    ["an unseen number", { age: [20, 20], color: ["red", "red"], grade: [1, 4] }, "unseen-level", "grade"],
    ["a missing number", { age: [20, null], color: ["red", "red"], grade: [1, 1] }, "missing-values", "age"],
    ["a missing level", { age: [20, 20], color: ["red", null], grade: [1, 1] }, "missing-values", "color"],
  ])("refuses %s with row and column", (_, columns, code, column) => {
    expect(thrown(() => encode(encoding, tableFromColumns(columns)))).toMatchObject({
      code,
      place: { row: 2, column },
    });
  });

  test("does not drop rows, which training under missing: drop does", () => {
    const { encoding, rows } = learnEncoding(tableFromColumns({ x: [1, 2, null] }), { missing: "drop" });
    expect(rows.length).toBe(2);
    const error = thrown(() => encode(encoding, tableFromColumns({ x: [1, null] })));
    expect(error).toMatchObject({ code: "missing-values", place: { row: 2, column: "x" } });
    expect(error.message).toContain('missing: "impute"');
  });

  test("imputes cells that were never missing in training", () => {
    const { encoding } = learnEncoding(table, { missing: "impute", columns: ["age", "color"] });
    const X = encode(encoding, tableFromColumns({ age: [null], color: [null] }));
    expect(Array.from(X.data)).toEqual([0, 0, 0]);
  });

  test("encodes unseen levels as zeros when allowed", () => {
    const { encoding } = learnEncoding(table, { unseen: "zeros", columns: ["color"] });
    expect(Array.from(encode(encoding, tableFromColumns({ color: ["pink", "red"] })).data)).toEqual([0, 0, 0, half]);
  });
});

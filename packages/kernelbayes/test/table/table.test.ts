import { describe, expect, test } from "vitest";
import {
  columnNamed,
  columnNames,
  selectRows,
  tableFromColumns,
  tableFromRows,
  tableOf,
  type Cell,
} from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const iris = tableFromColumns({ length: [5.1, 4.9, NaN], species: ["setosa", "virginica", "setosa"] });

describe("tables from data", () => {
  test("made of columns and made of rows are equal", () => {
    const rows = [
      { length: 5.1, species: "setosa" },
      { length: 4.9, species: "virginica" },
      { species: "setosa", length: null },
    ];
    expect(tableFromRows(rows)).toEqual(iris);
  });

  test("have all keys that occur as columns, in order of first appearance", () => {
    const table = tableFromRows([{ b: 1 }, { a: "x", b: 2 }, { c: true }]);
    expect(columnNames(table)).toEqual(["b", "a", "c"]);
    expect(columnNamed(table, "a")).toMatchObject({ codes: Int32Array.of(-1, 0, -1) });
  });

  test("are plain data that survive cloning", () => {
    expect(structuredClone(iris)).toEqual(iris);
  });

  test("take a Float64Array as a column and keep their own copy of it", () => {
    const values = Float64Array.of(1, 2);
    const table = tableFromColumns({ x: values });
    values[0] = 9;
    expect(columnNamed(table, "x")).toMatchObject({ values: Float64Array.of(1, 2) });
  });

  test("can have columns with the names of object internals", () => {
    const rows = JSON.parse('[{"__proto__": 1, "constructor": 2, "toString": 3}]') as Record<string, Cell>[];
    expect(columnNames(tableFromRows(rows))).toEqual(["__proto__", "constructor", "toString"]);
  });

  test("need a column", () => {
    expect(thrown(() => tableFromColumns({})).code).toBe("empty-table");
    expect(thrown(() => tableFromRows([])).code).toBe("empty-table");
    expect(thrown(() => tableFromRows([{}])).code).toBe("empty-table");
  });

  test("need columns of one length", () => {
    const error = thrown(() => tableFromColumns({ a: [1, 2], b: [1] }));
    expect(error).toMatchObject({ code: "unequal-columns", place: { column: "b" } });
    expect(error.message).toBe('Column "b" has 1 cells, but column "a" has 2.');
  });

  test("need different names", () => {
    expect(thrown(() => tableOf([...iris.columns, iris.columns[0]]))).toMatchObject({
      code: "duplicate-column",
      place: { column: "length" },
    });
  });

  test("cannot have types for columns that are not there", () => {
    expect(thrown(() => tableFromColumns({ a: [1] }, { types: { A: "text" } })).message).toContain('Did you mean "a"?');
    expect(thrown(() => tableFromRows([{ a: 1 }], { types: { b: "text" } })).code).toBe("unknown-column");
  });

  test("refuse rows that share no keys instead of filling the memory", () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ({ [`key ${i}`]: i }));
    expect(thrown(() => tableFromRows(rows))).toMatchObject({ code: "too-sparse", place: { row: 3163 } });
  });

  test("are not too sparse for their first row alone, however many rows follow", () => {
    const row = { a: 1, b: 2, c: 3, d: 4 };
    expect(tableFromRows(Array.from({ length: 3_400_000 }, () => row)).columns.length).toBe(4);
  });
});

describe("columnNamed", () => {
  test("finds a column", () => {
    expect(columnNamed(iris, "species").type).toBe("text");
  });

  test("offers the nearest names for one that is not there", () => {
    const error = thrown(() => columnNamed(iris, "Specie"));
    expect(error).toMatchObject({ code: "unknown-column", place: { column: "Specie" } });
    expect(error.message).toBe('There is no column "Specie". Did you mean "species"?');
  });

  test("lists the columns if none is near", () => {
    expect(thrown(() => columnNamed(iris, "zzz")).message).toContain('The columns are "length", "species".');
    const wide = tableFromColumns(Object.fromEntries(Array.from({ length: 9 }, (_, j) => [`column ${j}`, [j]])));
    expect(thrown(() => columnNamed(wide, "zzz")).message).toMatch(/"column 7", …\.$/);
  });
});

describe("selectRows", () => {
  test("takes rows in the given order, also twice", () => {
    expect(selectRows(iris, [1, 0, 1])).toEqual(
      tableFromColumns({ length: [4.9, 5.1, 4.9], species: ["virginica", "setosa", "virginica"] }),
    );
    expect(selectRows(iris, Int32Array.of())).toMatchObject({ rows: 0 });
  });

  test.each([-1, 3, 0.5, NaN])("refuses row index %d", (row) => {
    expect(() => selectRows(iris, [row])).toThrow(RangeError);
  });
});

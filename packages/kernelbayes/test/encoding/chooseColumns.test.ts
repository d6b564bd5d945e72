import { expect, test } from "vitest";
import { chooseColumns, named } from "../../src/encoding/chooseColumns.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const table = tableFromColumns({ a: [1], day: ["2024-01-01"], b: ["x"] });
const names = (columns: "all" | string[], exclude: string[]): string[] =>
  chooseColumns(table, columns, exclude).map(({ name }) => name);

test("all columns but the excluded come in the order of the table, named ones in the order given", () => {
  expect(names("all", ["day"])).toEqual(["a", "b"]);
  expect(names(["b", "a", "b"], [])).toEqual(["b", "a"]);
});

test("a date column is refused unless it is excluded", () => {
  expect(thrown(() => names("all", []))).toMatchObject({ code: "date-column", place: { column: "day" } });
  expect(thrown(() => names(["day"], [])).code).toBe("date-column");
});

test("names that no column has are refused", () => {
  expect(thrown(() => names(["c"], [])).place).toEqual({ column: "c" });
  expect(thrown(() => names("all", ["c"])).place).toEqual({ column: "c" });
  expect(thrown(() => named(table, ["a", "c"])).code).toBe("unknown-column");
  expect(["a", "b"].map(named(table, ["b"]))).toEqual([false, true]);
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Column } from "../../../src/table/column.ts";
import { formatParquet, parquetWriter } from "../../../src/table/parquet/formatParquet.ts";
import { parseParquet } from "../../../src/table/parquet/parseParquet.ts";
import { selectRows, tableFromColumns } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { anyTable, bitsOfTable, codedColumn } from "../anyTable.ts";

describe("formatParquet", () => {
  test("writes what parseParquet reads as the same table, bit for bit", () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const again = parseParquet(formatParquet(table));
        expect(again.rows).toBe(table.rows);
        expect(bitsOfTable(again)).toEqual(bitsOfTable(table));
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  test("splits many rows into row groups, which are one table again", () => {
    const values = Float64Array.from({ length: 100_003 }, (_, i) => (i % 1000 === 7 ? NaN : Math.sin(i)));
    const codes = Int32Array.from(values, (_, i) => (i % 3) - 1);
    const columns: Column[] = [
      { name: "x", type: "number", values },
      { name: "y", type: "text", codes, levels: ["a", "b"] },
    ];
    const [x, y] = parseParquet(formatParquet({ rows: values.length, columns })).columns;
    expect(x.type === "number" && values.every((value, row) => Object.is(value, x.values[row]))).toBe(true);
    expect(y.type === "text" && codes.every((code, row) => code === y.codes[row])).toBe(true);
  });

  test("keeps numbers but not how they were written, as its page says", () => {
    const table = tableFromColumns({ x: ["01", "1.50"] });
    expect(table.columns[0]).toHaveProperty("texts");
    expect(parseParquet(formatParquet(table)).columns[0]).toEqual({
      name: "x",
      type: "number",
      values: Float64Array.of(1, 1.5),
    });
  });

  test("refuses half a character instead of changing it", () => {
    const column = codedColumn("x", "text", ["a\uD800"]);
    expect(thrown(() => formatParquet({ rows: 1, columns: [column] }))).toMatchObject({
      code: "wrong-encoding",
      place: { column: "x" },
    });
  });
});

describe("parquetWriter", () => {
  test("writes parts of one table, also empty ones", () => {
    fc.assert(
      fc.property(anyTable, fc.array(fc.nat(12), { maxLength: 3 }), (table, cuts) => {
        const bounds = [0, ...cuts.map((cut) => Math.min(cut, table.rows)).toSorted((a, b) => a - b), table.rows];
        const { add, end } = parquetWriter();
        const parts = bounds.slice(1).map((to, k) =>
          add(
            selectRows(
              table,
              Array.from({ length: to - bounds[k] }, (_, i) => bounds[k] + i),
            ),
          ),
        );
        const bytes = Uint8Array.from([...parts, end()].flatMap((part) => [...part]));
        expect(bitsOfTable(parseParquet(bytes))).toEqual(bitsOfTable(table));
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test("refuses parts with other columns, and a file without any", () => {
    const { add } = parquetWriter();
    add(tableFromColumns({ x: [1] }));
    expect(thrown(() => add(tableFromColumns({ x: ["a"] }))).code).toBe("different-columns");
    expect(() => parquetWriter().end()).toThrow(RangeError);
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrowWriter, formatArrow } from "../../../src/table/arrow/formatArrow.ts";
import { parseArrow } from "../../../src/table/arrow/parseArrow.ts";
import { selectRows, tableFromColumns } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { anyTable, bitsOfTable, codedColumn } from "../anyTable.ts";

describe("formatArrow", () => {
  test("writes what parseArrow reads as the same table, bit for bit", () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const again = parseArrow(formatArrow(table));
        expect(again.rows).toBe(table.rows);
        expect(bitsOfTable(again)).toEqual(bitsOfTable(table));
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  test("refuses half a character instead of changing it", () => {
    const column = codedColumn("x", "text", ["a\uD800"]);
    expect(thrown(() => formatArrow({ rows: 1, columns: [column] }))).toMatchObject({
      code: "wrong-encoding",
      place: { column: "x" },
    });
  });
});

describe("arrowWriter", () => {
  test("writes a stream of the parts of one table, also empty ones", () => {
    fc.assert(
      fc.property(anyTable, fc.array(fc.nat(12), { maxLength: 3 }), (table, cuts) => {
        const bounds = [0, ...cuts.map((cut) => Math.min(cut, table.rows)).toSorted((a, b) => a - b), table.rows];
        const { add, end } = arrowWriter();
        const parts = bounds.slice(1).map((to, k) =>
          add(
            selectRows(
              table,
              Array.from({ length: to - bounds[k] }, (_, i) => bounds[k] + i),
            ),
          ),
        );
        const bytes = Uint8Array.from([...parts, end()].flatMap((part) => [...part]));
        expect(bitsOfTable(parseArrow(bytes))).toEqual(bitsOfTable(table));
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test("refuses parts with other columns, and a stream without any", () => {
    const { add } = arrowWriter();
    add(tableFromColumns({ x: [1] }));
    expect(thrown(() => add(tableFromColumns({ y: [1] }))).code).toBe("different-columns");
    expect(() => arrowWriter().end()).toThrow(RangeError);
  });
});

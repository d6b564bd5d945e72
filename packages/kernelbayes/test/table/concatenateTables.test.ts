import * as fc from "fast-check";
import { expect, test } from "vitest";
import { concatenateTables, rechunk } from "../../src/table/concatenateTables.ts";
import { selectRows, tableFromColumns, type Table } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";
import { anyTable, bitsOfTable } from "./anyTable.ts";
import { defaultLimits } from "../../src/table/limits.ts";

test("the parts of a table are the table again", () => {
  fc.assert(
    fc.property(anyTable, fc.nat(8), (table, cut) => {
      const at = Math.min(cut, table.rows);
      const rows = Array.from({ length: table.rows }, (_, i) => i);
      const parts = [selectRows(table, rows.slice(0, at)), selectRows(table, rows.slice(at))];
      expect(bitsOfTable(concatenateTables(parts))).toEqual(bitsOfTable(table));
    }),
    { numRuns: 300, seed: 7 },
  );
});

test("numbers that were written in another way are remembered in their rows", () => {
  const joined = concatenateTables([
    tableFromColumns({ x: [1] }),
    tableFromColumns({ x: ["01"] }),
    tableFromColumns({ x: [2] }),
  ]);
  expect(joined.columns[0]).toEqual({
    name: "x",
    type: "number",
    values: Float64Array.of(1, 1, 2),
    texts: [undefined, "01", undefined],
  });
});

test.each([
  ["another name", { y: [1] }],
  ["another type", { x: ["a"] }],
  ["more columns", { x: [1], y: [1] }],
])("a table with %s is refused", (_, columns) => {
  expect(thrown(() => concatenateTables([tableFromColumns({ x: [1] }), tableFromColumns(columns)])).code).toBe(
    "different-columns",
  );
});

test("no table is not a table", () => {
  expect(thrown(() => concatenateTables([])).code).toBe("empty-table");
});

test("whatever the parts, the chunks have the wanted size and the rows in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 12 }),
      async (lengths, size) => {
        let next = 0;
        const parts = lengths.map((length) => tableFromColumns({ x: Array.from({ length }, () => next++) }));
        async function* source(): AsyncGenerator<Table> {
          yield* parts;
        }
        const chunks: Table[] = [];
        for await (const chunk of rechunk(source(), size, defaultLimits)) chunks.push(chunk);
        const count = Math.max(1, Math.ceil(next / size));
        expect(chunks.map(({ rows }) => rows)).toEqual(
          Array.from({ length: count }, (_, k) => Math.min(size, next - k * size)),
        );
        expect(concatenateTables(chunks)).toEqual(concatenateTables(parts));
      },
    ),
    { numRuns: 1000, seed: 7 },
  );
});

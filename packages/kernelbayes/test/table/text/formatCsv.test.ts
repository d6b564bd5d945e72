import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatCsv } from "../../../src/table/text/formatCsv.ts";
import { parseCsv } from "../../../src/table/text/parseCsv.ts";
import { tableFromColumns, type Cell } from "../../../src/table/table.ts";

test("writes a table", () => {
  const table = tableFromColumns({ "a b": [1.5, null], c: ["x,y", 'say "so"'], d: [" z", "01"] });
  expect(formatCsv(table)).toBe('a b,c,d\n1.5,"x,y"," z"\n,"say ""so""",01\n');
});

test("reading what was written gives the same table", () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab01.-",;|\t\r\n é\uFEFF'), minLength: 0, maxLength: 5 });
  const cells = fc.oneof(
    fc.array(fc.oneof(text, fc.constant(null)), { minLength: 4, maxLength: 4 }),
    fc.array(fc.oneof(fc.double(), fc.constantFrom("007", "1.50", "1e3")), { minLength: 4, maxLength: 4 }),
  );
  const name = text.map((text) => `n${text}n`);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, cells), { minLength: 1, maxLength: 4, selector: ([name]) => name }),
      (columns) => {
        const table = tableFromColumns(Object.fromEntries<Cell[]>(columns));
        expect(parseCsv(formatCsv(table))).toEqual(table);
      },
    ),
    { numRuns: 1000, seed: 7 },
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { concatenateTables } from "../../src/table/concatenateTables.ts";
import { defaultLimits } from "../../src/table/limits.ts";
import { rechunk } from "../../src/table/rechunk.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";

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

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { libsvmRows, parseLibsvm } from "../../../src/table/text/parseLibsvm.ts";
import { pieceLengths, rowsInPieces, tableInChunks } from "../textInPieces.ts";

const text = "# a file\n+1 1:0.70 3:-2 # note: 2:5\n\n-1\t2:1e3\t \n+1\n3.0 1:nan 5:inf\né 4:01\n";

test("the rows do not depend on how the text is cut into pieces", () => {
  const whole = rowsInPieces(libsvmRows, text, [text.length]);
  expect(whole).toHaveLength(5);
  fc.assert(
    fc.property(fc.constantFrom("\n", "\r\n", "\r"), pieceLengths, (end, lengths) => {
      expect(rowsInPieces(libsvmRows, text.replaceAll("\n", end), lengths)).toEqual(whole);
    }),
    { numRuns: 1000, seed: 61 },
  );
});

test("chunks together are the whole table, also if the number of features only shows at the end", async () => {
  const whole = parseLibsvm(text);
  await fc.assert(
    fc.asyncProperty(pieceLengths, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (lengths, size, isKnown) => {
      // A text that cannot be opened twice needs to be told how many features there are.
      const options = isKnown ? { features: 5 } : {};
      const { table, chunks } = await tableInChunks(libsvmRows, text, lengths, size, !isKnown, options);
      expect(table).toEqual(whole);
      expect(chunks).toBe(Math.ceil(5 / size));
    }),
    { numRuns: 1000, seed: 62 },
  );
});

test("a feature that comes too late in a text that cannot be opened twice is told", async () => {
  await expect(tableInChunks(libsvmRows, text, [10], 1, false)).rejects.toMatchObject({
    code: "new-column",
    place: { line: 6, row: 4, column: "x4" },
  });
});

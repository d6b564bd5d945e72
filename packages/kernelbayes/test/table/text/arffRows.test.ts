import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arffRows } from "../../../src/table/text/arffRows.ts";
import { parseArff } from "../../../src/table/text/parseArff.ts";
import { pieceLengths, rowsInPieces, tableInChunks } from "../textInPieces.ts";

const text = `% Trees of a park, é included
@RELATION trees
@attribute length NUMERIC
@attribute 'leaf width' real % in cm
@attribute note string
@attribute kind {ash, 'silver birch'}
@DATA
5.1, 2.0, 'it\\'s', ash
% one more
?,3,"a, b\\n\\"c\\"",'silver birch'
{0 7, 2 é}
1e3,\t01 ,?,?
-.5\t2\tplain words\tash
`;

test("the rows do not depend on how the text is cut into pieces", () => {
  const whole = rowsInPieces(arffRows, text, [text.length]);
  expect(whole).toHaveLength(5);
  fc.assert(
    fc.property(fc.constantFrom("\n", "\r\n", "\r"), pieceLengths, (end, lengths) => {
      expect(rowsInPieces(arffRows, text.replaceAll("\n", end), lengths)).toEqual(whole);
    }),
    { numRuns: 1000, seed: 51 },
  );
});

test("chunks together are the whole table, whether or not the text can be opened twice", async () => {
  const whole = parseArff(text);
  await fc.assert(
    fc.asyncProperty(pieceLengths, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (lengths, size, canReopen) => {
      const { table, chunks } = await tableInChunks(arffRows, text, lengths, size, canReopen);
      expect(table).toEqual(whole);
      expect(chunks).toBe(Math.ceil(5 / size));
    }),
    { numRuns: 1000, seed: 52 },
  );
});

test("a value that does not fit is told with the row of the whole table, in whichever chunk it is", async () => {
  const wrong = text.replace("-.5", "half");
  await expect(tableInChunks(arffRows, wrong, [10], 2, true)).rejects.toMatchObject({
    code: "not-a-number",
    place: { line: 13, row: 5, column: "length" },
  });
});

import { expect, test } from "vitest";
import { pairwise } from "../../../src/models/coupled/pairwise.ts";
import { fitTo, gaussianRows, problemOf } from "../problems.ts";
import { textbookLinear } from "../textbook.ts";

test("one machine for each pair of classes is kept, with the rows of these two", () => {
  const data = gaussianRows({ sizes: [6, 7, 8, 9], columns: 2 });
  const { machines } = fitTo(pairwise(textbookLinear()), problemOf(data)).parameters();
  const sizes = (machines as { parameters: { sizes: number[] } }[]).map((machine) => machine.parameters.sizes);
  // The second class of a machine is the positive one, which comes first in the pair.
  expect(sizes).toEqual([
    [7, 6],
    [8, 6],
    [9, 6],
    [8, 7],
    [9, 7],
    [9, 8],
  ]);
});

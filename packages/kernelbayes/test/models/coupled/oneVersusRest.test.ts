import { expect, test } from "vitest";
import { oneVersusRest } from "../../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../../src/models/coupled/pairwise.ts";
import { fitTo, gaussianRows, probabilitiesOf, problemOf } from "../problems.ts";
import { textbookLinear } from "../textbook.ts";

test("one machine a class is kept, each with all rows", () => {
  const data = gaussianRows({ sizes: [6, 7, 8, 9], columns: 2 });
  const { machines, sizes } = fitTo(oneVersusRest(textbookLinear()), problemOf(data)).parameters();
  expect(sizes).toEqual([6, 7, 8, 9]);
  expect(machines).toHaveLength(4);
  for (const [k, machine] of (machines as { parameters: { sizes: number[] } }[]).entries()) {
    expect(machine.parameters.sizes).toEqual([30 - [6, 7, 8, 9][k], [6, 7, 8, 9][k]]);
  }
});

test("linear machines against the rest never speak up for a class between two others, where pairs are certain", () => {
  const data = gaussianRows({ sizes: [30, 30, 30], columns: 2, widening: 0, distance: 8 });
  const [against, pairs] = [oneVersusRest, pairwise].map((couple) => {
    const p = probabilitiesOf(fitTo(couple(textbookLinear()), problemOf(data)), data.X);
    return data.classes.reduce((sum, q, i) => sum + (q === 1 ? p[i][1] / 30 : 0), 0);
  });
  expect(against).toBeLessThan(0.8);
  expect(pairs).toBeGreaterThan(0.99);
});

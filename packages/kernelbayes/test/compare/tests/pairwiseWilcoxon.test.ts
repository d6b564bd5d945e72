import { expect, test } from "vitest";
import { holm } from "../../../src/compare/tests/holm.ts";
import { pairedDifferences } from "../../../src/compare/tests/pairedDifferences.ts";
import { pairwiseWilcoxon } from "../../../src/compare/tests/pairwiseWilcoxon.ts";
import { wilcoxonSignedRank } from "../../../src/compare/tests/wilcoxonSignedRank.ts";
import fixture from "../../fixtures/compare/tests.json" with { type: "json" };
import { thrown } from "../../thrown.ts";

test("every pair has its own test, corrected for all pairs", () => {
  const { scores } = fixture.friedman[1];
  const pairs = pairwiseWilcoxon(scores);
  expect(pairs).toHaveLength(10);
  const column = (method: number): number[] => scores.map((row) => row[method]);
  for (const pair of pairs) {
    expect(pair.first).toBeLessThan(pair.second);
    expect(pair).toMatchObject(wilcoxonSignedRank(pairedDifferences(column(pair.first), column(pair.second))));
  }
  expect(pairs.map(({ corrected }) => corrected)).toEqual(Array.from(holm(pairs.map(({ p }) => p))));
});

test("pairs are tested on the same data sets, and a table with holes is refused", () => {
  expect(thrown(() => pairwiseWilcoxon([[1, 2], [1]])).code).toBe("methods-differ");
  expect(thrown(() => pairedDifferences([1, 2], [1])).code).toBe("pairs-differ");
});

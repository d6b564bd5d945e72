import * as fc from "fast-check";
import fixture from "../../fixtures/compare/tests.json" with { type: "json" };
import { expect, test } from "vitest";
import { wilcoxonSignedRank, pairwiseWilcoxon } from "../../../src/compare/tests/wilcoxonSignedRank.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { thrown } from "../../thrown.ts";
import { holm } from "../../../src/compare/tests/holm.ts";
import { pairedDifferences } from "../../../src/compare/tests/pairedT.ts";

test.each(fixture.paired)("statistic and probability agree with SciPy: $name", ({ differences, wilcoxon }) => {
  const { statistic, p, method } = wilcoxonSignedRank(differences);
  expect({ statistic, method }).toEqual({ statistic: wilcoxon.statistic, method: wilcoxon.method });
  expectClose([Math.log(p)], [Math.log(wilcoxon.p)], 1e-11);
});

test("the exact p is the share of sign patterns at least as extreme, of all 2ⁿ", () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8];
  const share = (differences: readonly number[]): number => {
    const n = differences.length;
    const w = wilcoxonSignedRank(differences).statistic;
    let extreme = 0;
    for (let pattern = 0; pattern < 2 ** n; pattern++) {
      const plus = sizes.slice(0, n).reduce((sum, rank) => sum + ((pattern >> (rank - 1)) & 1) * rank, 0);
      if (Math.min(plus, (n * (n + 1)) / 2 - plus) <= w) extreme++;
    }
    return extreme / 2 ** n;
  };
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), (signs) => {
      const differences = signs.map((sign, index) => (sign ? 1 : -1) * sizes[index]);
      expect(wilcoxonSignedRank(differences).p).toBe(share(differences));
    }),
    { seed: 2 },
  );
});

test("only order and sign count, and turning all signs exchanges the sums", () => {
  const differences = [0.3, -0.2, 1.5, 0.7, -0.9, 2, 0];
  const one = wilcoxonSignedRank(differences);
  expect(one).toMatchObject({ plus: 16, minus: 5, pairs: 6, zeros: 1, degreesOfFreedom: [] });
  expect(wilcoxonSignedRank(differences.map((d) => d ** 3))).toEqual(one);
  expect(wilcoxonSignedRank(differences.map((d) => -d))).toEqual({ ...one, plus: one.minus, minus: one.plus });
});

test("where the exact distribution ends, the normal one is close to it", () => {
  const differences = Array.from({ length: 25 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (i + 1));
  const exact = wilcoxonSignedRank(differences);
  const tied = wilcoxonSignedRank([...differences.slice(0, 24), -24]); // the same sums but for half a rank
  expect([exact.method, tied.method]).toEqual(["exact", "normal"]);
  expect(Math.abs(exact.p - tied.p)).toBeLessThan(0.02);
});

test("nothing but zeros, or a single difference, says nothing: p = 1", () => {
  expect(wilcoxonSignedRank([0, -0, 0])).toMatchObject({ statistic: 0, p: 1, pairs: 0, zeros: 3 });
  expect(wilcoxonSignedRank([5])).toMatchObject({ p: 1, plus: 1, minus: 0 });
});

test("no differences and infinite ones are refused", () => {
  expect(thrown(() => wilcoxonSignedRank([])).code).toBe("too-few-values");
  expect(thrown(() => wilcoxonSignedRank([1, -Infinity]))).toMatchObject({ code: "not-finite", place: { row: 2 } });
});

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

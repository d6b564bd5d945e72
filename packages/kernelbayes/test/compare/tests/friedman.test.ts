import { expect, test } from "vitest";
import { friedman } from "../../../src/compare/tests/friedman.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import fixture from "../../fixtures/compare/tests.json" with { type: "json" };
import { thrown } from "../../thrown.ts";

test.each(fixture.friedman)("ranks, χ², F and their probabilities agree with SciPy: $name", (one) => {
  const { statistic, p, chiSquare, meanRanks } = friedman(one.scores, { better: "lower" });
  expectClose(meanRanks, one.ranks, 1e-14);
  expectClose([chiSquare.statistic, statistic], [one.chiSquare, one.f], 1e-11);
  expectClose([Math.log(chiSquare.p), Math.log(p)], [Math.log(one.p), Math.log(one.pF)], 1e-11);
});

const scores = [
  [0.1, 0.2, 0.2, 0.4],
  [0.3, 0.2, 0.5, 0.1],
  [0.2, 0.1, 0.1, 0.1],
];

test("turning the scores round changes the ranks and nothing else", () => {
  const lower = friedman(scores, { better: "lower" });
  const higher = friedman(scores, { better: "higher" });
  expect(higher).toEqual({ ...lower, meanRanks: lower.meanRanks.map((rank) => 5 - rank) });
  expect(lower).toMatchObject({ dataSets: 3, methods: 4, degreesOfFreedom: [3, 6] });
});

test("of two methods it is the sign test in its normal form", () => {
  // 7 of 9 data sets for the first: χ² = (7 − 2)²/9.
  const seven = Array.from({ length: 9 }, (_, i) => (i < 7 ? [1, 2] : [2, 1]));
  expect(friedman(seven, { better: "lower" }).chiSquare.statistic).toBeCloseTo(25 / 9, 14);
});

test("methods that tie everywhere do not differ: statistic 0, p = 1", () => {
  const tied = friedman([new Array(4).fill(0.3), new Array(4).fill(0.1)], { better: "lower" });
  expect(tied).toMatchObject({ statistic: 0, p: 1, chiSquare: { statistic: 0, p: 1 } });
});

test("ranks that cancel out give p = 1", () => {
  const opposed = [
    [1, 2],
    [2, 1],
  ];
  expect(friedman(opposed, { better: "lower" })).toMatchObject({ statistic: 0, p: 1 });
});

test.each([
  ["without ties", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]],
  ["with ties", [0.1, 0.2, 0.2, 0.2, 0.5, 0.6, 0.6]],
])("data sets that agree perfectly give an infinite F and p = 0, %s", (_, row) => {
  for (let dataSets = 2; dataSets < 40; dataSets++) {
    const { statistic, p, chiSquare } = friedman(new Array<number[]>(dataSets).fill(row), { better: "lower" });
    expect([statistic, p]).toEqual([Infinity, 0]);
    expect(chiSquare.statistic).toBeCloseTo(dataSets * 6, 10);
  }
});

test("one data set cannot tell", () => {
  expect(thrown(() => friedman([[1, 2, 3]], { better: "lower" })).code).toBe("too-few-data-sets");
});

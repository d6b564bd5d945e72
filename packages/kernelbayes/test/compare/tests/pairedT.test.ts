import { expect, test } from "vitest";
import { pairedT } from "../../../src/compare/tests/pairedT.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import fixture from "../../fixtures/compare/tests.json" with { type: "json" };
import { thrown } from "../../thrown.ts";

test.each(fixture.paired)("statistic and probability agree with SciPy: $name", ({ differences, t }) => {
  const { statistic, p, degreesOfFreedom } = pairedT(differences);
  expectClose([statistic, Math.log(p)], [t.statistic, Math.log(t.p)], 1e-10);
  expect(degreesOfFreedom).toEqual([differences.length - 1]);
});

test("the statistic is the mean in units of its standard error", () => {
  const { mean, standardError, statistic } = pairedT([1, 2, 3]);
  expectClose([mean, standardError, statistic], [2, 1 / Math.sqrt(3), 2 * Math.sqrt(3)], 1e-15);
});

test("equal differences, even where their mean is rounded, decide: p = 1 for zeros, 0 for others", () => {
  expect(pairedT([0, -0, 0])).toMatchObject({ statistic: 0, p: 1, standardError: 0 });
  for (const length of [2, 3, 7, 11]) {
    expect(pairedT(new Array<number>(length).fill(-0.1))).toMatchObject({ statistic: -Infinity, p: 0, mean: -0.1 });
  }
});

test("differences that cancel out give p = 1", () => {
  expect(pairedT([1, -1])).toMatchObject({ statistic: 0, p: 1 });
});

test("one difference has no spread, and an infinite one no mean", () => {
  expect(thrown(() => pairedT([1])).code).toBe("too-few-values");
  expect(thrown(() => pairedT([1, Infinity]))).toMatchObject({ code: "not-finite", place: { row: 2 } });
  expect(thrown(() => pairedT([NaN, 1]))).toMatchObject({ code: "not-finite", place: { row: 1 } });
});

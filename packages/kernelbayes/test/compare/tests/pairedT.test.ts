import fixture from "../../fixtures/compare/tests.json" with { type: "json" };
import { expect, test } from "vitest";
import { pairedT, correctedResampledT } from "../../../src/compare/tests/pairedT.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
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

const differences = [0.02, -0.01, 0.04, 0.03, 0.01, 0.02];

test("the statistic is that of the plain test, divided by √(1 + J n_test/n_train)", () => {
  const plain = pairedT(differences);
  const corrected = correctedResampledT(differences, { testRows: 20, trainRows: 80 });
  expect(corrected.statistic).toBeCloseTo(plain.statistic / Math.sqrt(1 + (6 * 20) / 80), 12);
  expect(corrected.p).toBeGreaterThan(plain.p);
  expect(corrected.degreesOfFreedom).toEqual(plain.degreesOfFreedom);
});

test("repeating the same partitions adds certainty to the plain test without end, to the corrected one hardly any", () => {
  const many = Array.from({ length: 100 }, () => differences).flat();
  const rows = { testRows: 20, trainRows: 80 };
  expect(pairedT(many).statistic / pairedT(differences).statistic).toBeGreaterThan(9);
  const ratio = correctedResampledT(many, rows).statistic / correctedResampledT(differences, rows).statistic;
  expect(ratio).toBeLessThan(1.5);
});

test("equal differences decide: p = 1 for zeros, 0 for others", () => {
  const rows = { testRows: 1, trainRows: 9 };
  expect(correctedResampledT([0, 0, 0], rows)).toMatchObject({ statistic: 0, p: 1 });
  expect(correctedResampledT([0.1, 0.1, 0.1], rows)).toMatchObject({ statistic: Infinity, p: 0 });
});

test("numbers of rows must be positive and finite", () => {
  expect(thrown(() => correctedResampledT(differences, { testRows: 0, trainRows: 9 })).message).toContain("testRows");
  expect(thrown(() => correctedResampledT(differences, { testRows: 1, trainRows: NaN })).code).toBe("invalid-rows");
});

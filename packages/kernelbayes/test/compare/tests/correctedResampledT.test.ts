import { expect, test } from "vitest";
import { correctedResampledT } from "../../../src/compare/tests/correctedResampledT.ts";
import { pairedT } from "../../../src/compare/tests/pairedT.ts";
import { thrown } from "../../thrown.ts";

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

import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { fairness } from "../../../src/explain/slices/fairness.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { tableFromColumns } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { fitted, sample } from "../samples.ts";

const two = sample(60, 2);
const posterior = fitted(modelFromDocument({ name: "lda" }), two);

/** 40 rows of two groups, with labels and predictions that are known: [group, label, predicted, times]. */
const cases = [
  ["m", 1, 1, 9],
  ["m", 1, 0, 1],
  ["m", 0, 1, 2],
  ["m", 0, 0, 8],
  ["w", 1, 1, 4],
  ["w", 1, 0, 6],
  ["w", 0, 0, 10],
] as const;
const list = cases.flatMap(([group, label, predicted, times]) =>
  Array.from({ length: times }, () => ({ group, label, predicted })),
);
const table = tableFromColumns({
  sex: list.map(({ group }) => group),
  age: list.map((_, i) => i),
  label: list.map(({ label }) => `class ${label}`),
});
const logProbabilities = matrix(
  list.length,
  2,
  Float64Array.from(list.flatMap(({ predicted }) => (predicted === 1 ? [0.2, 0.8] : [0.7, 0.3])).map(Math.log)),
);

describe("fairness", () => {
  const found = fairness(posterior, table, { column: "sex", logProbabilities });
  const [m, w] = found.groups;

  test("has the rates of each group, counted", () => {
    expect(found.positive).toBe("class 1");
    expect([m.group, m.rows, w.group, w.rows]).toEqual(["m", 20, "w", 20]);
    expect([m.base.rate, w.base.rate]).toEqual([0.5, 0.5]);
    expect([m.selected.rate, w.selected.rate]).toEqual([11 / 20, 4 / 20]);
    expect([m.error.rate, w.error.rate]).toEqual([3 / 20, 6 / 20]);
    expect([m.missed!.rate, w.missed!.rate]).toEqual([0.1, 0.6]);
    expect([m.falseAlarms!.rate, w.falseAlarms!.rate]).toEqual([0.2, 0]);
    expect([m.precision!.rate, w.precision!.rate]).toEqual([9 / 11, 1]);
    expect(m.meanProbability).toBeCloseTo((11 * 0.8 + 9 * 0.3) / 20, 12);
    expect(w.missed!.lower).toBeLessThan(0.6);
    expect(w.missed!.upper).toBeGreaterThan(0.6);
  });

  test("names the gap of each figure with a corrected p value", () => {
    const missed = found.gaps.find(({ figure }) => figure === "missed")!;
    expect(missed).toMatchObject({ lowest: "m", highest: "w" });
    expect(missed.difference).toBeCloseTo(0.5, 12);
    // χ² = 5.495 of one degree: p = 0.0191; the second smallest of five, and selected (χ² = 5.227, 0.0222) next to it.
    expect(missed.pValue).toBeCloseTo(5 * 0.01909, 2);
    expect(found.gaps).toHaveLength(5);
  });

  test("cuts a number of many values at its quartiles", () => {
    const { groups } = fairness(posterior, table, { column: "age", logProbabilities });
    expect(groups.map(({ rows }) => rows)).toEqual([10, 10, 10, 10]);
    expect(groups.map(({ group }) => group)).toEqual([
      "age ≤ 9.75",
      "age in (9.75, 19.5]",
      "age in (19.5, 29.25]",
      "age > 29.25",
    ]);
  });

  test("of more than two classes needs the class that rates are about, and groups of some size", () => {
    const three = fitted(modelFromDocument({ name: "lda" }), sample(60, 3));
    expect(thrown(() => fairness(three, sample(60, 3), { column: "kind" }), InputError).code).toBe("unknown-class");
    expect(fairness(three, sample(60, 3), { column: "kind", positive: "class 2" }).groups).toHaveLength(3);
    expect(
      thrown(() => fairness(posterior, table, { column: "sex", fewest: 30, logProbabilities }), InputError).code,
    ).toBe("too-few-groups");
    const small = fairness(posterior, two, { column: "kind", fewest: 12 });
    expect(small.groups.length + small.smallGroups.length).toBe(3);
  });
});

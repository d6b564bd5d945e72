import { matrix } from "kernelbayes/engine";
import type { ShapleyValues } from "kernelbayes/explain";
import { expect, test } from "vitest";
import { explanationOfRow, howExplained } from "../../src/answers/explanationText.ts";

/** One machine for each pair of three classes. */
const values: ShapleyValues = {
  rows: 1,
  columns: ["size", "weight"],
  absent: "background",
  scale: "latent",
  method: "sampled",
  backgroundRows: 7,
  outputs: [
    ["a", "b", 1],
    ["a", "c", 2],
    ["b", "c", 3],
  ].map(([name, against, base]) => ({
    class: name as string,
    against: against as string,
    base: base as number,
    totals: Float64Array.of((base as number) + 0.75),
    contributions: matrix(1, 2, Float64Array.of(0.25, 0.5)),
    deviations: undefined,
    errors: matrix(1, 2, Float64Array.of(0.01, 0.02)),
  })),
};

test("the outputs of pairs are turned so that they rise with the class that is decided", () => {
  expect(JSON.parse(explanationOfRow({ values, classes: "decided" }, 0, "b"))).toEqual([
    {
      class: "b",
      against: "c",
      base: 3,
      total: 3.75,
      contributions: { size: 0.25, weight: 0.5 },
      errors: { size: 0.01, weight: 0.02 },
    },
    {
      class: "b",
      against: "a",
      base: -1,
      total: -1.75,
      contributions: { size: -0.25, weight: -0.5 },
      errors: { size: 0.01, weight: 0.02 },
    },
  ]);
});

test("all outputs are shown as they are on request, with how they were found", () => {
  const explanation = { values, classes: "all" } as const;
  expect(JSON.parse(explanationOfRow(explanation, 0, "b"))).toMatchObject([{ base: 1 }, { base: 2 }, { base: 3 }]);
  expect(JSON.parse(howExplained(explanation))).toEqual({
    absent: "background",
    scale: "latent",
    method: "sampled",
    backgroundRows: 7,
  });
});

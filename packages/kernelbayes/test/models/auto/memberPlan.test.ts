import { expect, test } from "vitest";
import { auto } from "../../../src/models/auto/auto.ts";
import { candidatesOf, memberPlans, type TriedMember } from "../../../src/models/auto/memberPlan.ts";

const tried = [-0.7, -0.6, -0.5].map((density, place): TriedMember => ({
  plan: { title: `member ${density}`, model: { name: "lssvm" }, view: "given" },
  densities: Float64Array.of(density, density),
  place,
  share: 1 / 3,
}));
const titles = (...differences: number[]): string[] => {
  const errors = new Float64Array(3).fill(Number.NaN);
  const cut = { best: 0, kept: [0, 1, 2], differences: Float64Array.from(differences), errors };
  return candidatesOf(tried, cut, Float64Array.of(1, 1)).map(({ title }) => title);
};

test("members that are not behind one another are listed by their scores: of three rows the worst came first, as if it were the best", () => {
  expect(titles(0, 0, 0)).toEqual(["member -0.5", "member -0.6", "member -0.7"]);
  expect(titles(0, -0.1, -0.2)).toEqual(["member -0.7", "member -0.6", "member -0.5"]);
});

test("kernels are fitted in all rows as far as the engine is fast enough, and metrics learned where there are rows enough", () => {
  const exactOf = (rows: number, isFast: boolean, columns = 20): number =>
    memberPlans({ rows, columns, classes: 2, isFast, has: (view) => view !== "selected" }, "normal").filter(
      ({ model }) => model.name === "rfm",
    ).length;
  expect(exactOf(80, true)).toBe(0);
  // Three learned metrics; above 1500 rows three kernels as they are beside them.
  expect(exactOf(400, false)).toBe(3);
  expect(exactOf(2400, false)).toBe(6);
  expect(exactOf(5000, false)).toBe(0);
  expect(exactOf(5000, true)).toBe(6);
  expect(exactOf(7000, true)).toBe(0);
  expect(exactOf(400, true, 1000)).toBe(0);
});

test("wide tables of many classes have no member whose Newton steps or folds take longer than all kernels together", () => {
  const modelsOf = (rows: number, columns: number, classes: number): string[] =>
    memberPlans({ rows, columns, classes, isFast: true, has: () => true }, "normal").map(({ model }) => model.name);
  for (const heavy of [modelsOf(360, 1300, 10), modelsOf(1080, 856, 9)]) {
    expect(heavy).not.toContain("logistic");
    expect(heavy).not.toContain("rda");
  }
  expect(modelsOf(63, 2308, 4)).toEqual(expect.arrayContaining(["logistic", "rda"]));
  expect(modelsOf(2000, 5000, 2)).toEqual(expect.arrayContaining(["logistic", "rda"]));
});

test("the largest table whose kernels are fitted in all rows stays within the usual limit of memory", () => {
  expect(auto().cost(6000, 40, 4).memory).toBeLessThan(2 * 2 ** 30);
});

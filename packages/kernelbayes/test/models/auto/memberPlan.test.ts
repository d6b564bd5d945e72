import { expect, test } from "vitest";
import { candidatesOf, type TriedMember } from "../../../src/models/auto/memberPlan.ts";

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

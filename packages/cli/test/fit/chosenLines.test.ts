import type { Candidate } from "kernelbayes";
import { expect, test } from "vitest";
import { chosenLines } from "../../src/fit/chosenLines.ts";

const used = (title: string, weight: number, difference: number): Candidate => ({
  title,
  model: "lssvm",
  outcome: "used",
  score: -0.25 + difference,
  difference,
  differenceError: 0.01,
  weight,
});
const worse: Candidate = { ...used("linear", 0, -0.125), outcome: "left out" };
const failed: Candidate = { title: "process", model: "gpc", outcome: "failed", reason: "No memory.", weight: 0 };
const untried: Candidate = {
  title: "steps",
  model: "krr",
  outcome: "left out",
  reason: "There was no time.",
  weight: 0,
};

test("models that predict together are told with their parts, and those that do not with the reason", () => {
  const candidates = [used("smooth", 0.75, 0), used("ranks", 0.25, -0.005), worse, failed, untried];
  expect(chosenLines({ model: { name: "auto" }, candidates })).toEqual([
    "Model: auto combines 2 of 4 models that it tried, by how well each predicts rows that it has not seen; one is clearly worse and one could not be fitted.",
    "",
    [
      "tried   log loss  behind the best      part",
      "------  --------  ---------------  --------",
      "smooth    0.2500                     75.0 %",
      "ranks     0.2550  0.0050 ± 0.0100    25.0 %",
      "linear    0.3750  0.1250 ± 0.0100  left out",
    ].join("\n"),
    "process could not be fitted: No memory.",
    "steps was not tried: There was no time.",
  ]);
});

test("a single choice is named, and so is a model that chooses among no others", () => {
  const [line] = chosenLines({ model: { name: "auto" }, candidates: [used("smooth", 1, 0), worse, worse] });
  expect(line).toContain('auto chose "smooth" among 3 models that it tried');
  expect(line).toContain("2 are clearly worse.");
  expect(chosenLines({ model: { name: "auto" }, candidates: [used("smooth", 1, 0)] })).toEqual([
    'Model: auto fitted one model, "smooth".',
  ]);
  expect(chosenLines({ model: { name: "lda" }, candidates: undefined })).toEqual(["Model: lda, Linear discriminant."]);
  const coupled = { name: "one-versus-rest", model: { name: "gpc" } };
  expect(chosenLines({ model: coupled, candidates: undefined })[0]).toMatch(/^Model: gpc, .*, one-versus-rest\.$/);
});

import type { Candidate } from "kernelbayes/models";
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
  expect(chosenLines({ model: { name: "auto" }, candidates, score: undefined })).toEqual([
    "Model: auto combines 2 of 4 models that it tried, by how well each predicts rows that it has not seen; one is clearly worse and one could not be fitted.",
    "",
    [
      "tried   log loss  behind the best      part",
      "------  --------  ---------------  --------",
      "smooth    0.2500                     75.0 %",
      "ranks     0.2550  0.0050 ± 0.0100    25.0 %",
      "linear    0.3750  0.1250 ± 0.0100  left out",
    ].join("\n"),
    "These log losses chose the models and flatter the best of them. What to expect on new rows is measured with everything chosen anew.",
    "process could not be fitted: No memory.",
    "steps was not tried: There was no time.",
  ]);
});

test("models that no rows compare are said to have equal parts, and no log losses are spoken of", () => {
  const { score: _, difference: __, differenceError: ___, ...bare } = used("smooth", 0.5, 0);
  const lines = chosenLines({
    model: { name: "auto" },
    candidates: [bare, { ...bare, title: "ranks" }],
    score: undefined,
  });
  expect(lines[0]).toBe(
    "Model: auto combines 2 of 2 models that it tried, in equal parts, as no row could be left out to compare them.",
  );
  expect(lines).toHaveLength(3);
  expect(lines[2]).toBe(["tried     part", "------  ------", "smooth  50.0 %", "ranks   50.0 %"].join("\n"));
});

test("a single choice is named, and so is a model that chooses among no others", () => {
  const [line] = chosenLines({
    model: { name: "auto" },
    candidates: [used("smooth", 1, 0), worse, worse],
    score: undefined,
  });
  expect(line).toContain('auto chose "smooth" among 3 models that it tried');
  expect(line).toContain("2 are clearly worse.");
  expect(chosenLines({ model: { name: "auto" }, candidates: [used("smooth", 1, 0)], score: undefined })).toEqual([
    'Model: auto fitted one model, "smooth".',
  ]);
  expect(chosenLines({ model: { name: "lda" }, candidates: undefined, score: undefined })).toEqual([
    "Model: lda, Linear discriminant.",
  ]);
  const coupled = { name: "one-versus-rest", model: { name: "gpc" } };
  expect(chosenLines({ model: coupled, candidates: undefined, score: undefined })[0]).toMatch(
    /^Model: gpc, .*, one-versus-rest\.$/,
  );
});

test("a member that looks better than the combination is explained: the best of several looks better than it is", () => {
  const candidates = [used("smooth", 0.75, 0), used("ranks", 0.25, -0.005), worse];
  const lines = (perRow: number): string[] => {
    const score = { total: 100 * perRow, standardError: 1, perRow, rows: 100, floored: 0 };
    return chosenLines({ model: { name: "auto" }, candidates, score });
  };
  expect(lines(-0.26).at(-1)).toBe(
    'Left-out rows favour "smooth" by itself (log loss 0.2500) over the combination (0.2600), but it was picked as the best by these same rows, and the best of several looks better than it is.',
  );
  expect(lines(-0.24).join()).not.toContain("by itself");
});

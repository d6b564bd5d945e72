import { matrix } from "kernelbayes/engine";
import { describe, expect, test } from "vitest";
import { stepsOf, useOf } from "../../src/report/answers.ts";
import { judgedRows, type HeldOut } from "../../src/report/findings.ts";
import { pair } from "./problems.ts";

const { posterior } = pair();

/** Held-out rows of two classes in turn, the second with a probability for each; weighted intervals are those of the rows. */
function heldOutOf(count: number, probability: (row: number) => number, truthOf = (row: number) => row % 2): HeldOut {
  const truth = Array.from({ length: count }, (_, row) => truthOf(row));
  const logProbabilities = matrix(
    count,
    2,
    Float64Array.from({ length: 2 * count }, (_, at) => {
      const p = probability(at >> 1);
      return Math.log(at % 2 === 1 ? p : 1 - p);
    }),
  );
  return judgedRows({ posterior }, { how: "hold-out", truth, logProbabilities })!;
}

const stepWords = (heldOut: HeldOut): string =>
  stepsOf({ suspects: () => undefined }, heldOut)
    .map(({ words }) => words)
    .join(" ")
    .replaceAll("\u00a0", " ");

/** Nine of ten rows of either class are predicted as what they are, with the probability 0.9. */
const honest = (row: number): number => ((row % 2 === 1) !== ((row >> 1) % 10 === 0) ? 0.9 : 0.1);

describe("what to do", () => {
  test("calibrated on many rows: use it", () => {
    const heldOut = heldOutOf(200, honest);
    expect(useOf(heldOut, 1).gist).toBe("Use it on rows like these.");
    expect(stepWords(heldOut)).toBe("");
  });

  test("a rare class: use it with care, and collect more of its rows", () => {
    const heldOut = heldOutOf(200, honest, (row) => (row < 20 ? row % 2 : 0));
    expect(useOf(heldOutOf(36, honest), 1).gist).toBe("Use it with care.");
    expect(stepWords(heldOut)).toContain(`Collect more rows of ${posterior.classes[1]}: there are 10.`);
  });

  test("overconfident: use it with care, and not its probabilities by themselves", () => {
    const heldOut = heldOutOf(200, (row) => (honest(row) > 0.5 ? 0.9999 : 0.0001));
    expect(useOf(heldOut, 1).gist).toBe("Use it with care.");
    expect(stepWords(heldOut)).toContain("Do not act on its probabilities by themselves.");
  });

  test("doubtful rows are counted where they are few, and a share of the rows where they are many", () => {
    const doubtful = (row: number): number => (row < 4 ? (row % 2 === 1 ? 0.6 : 0.55) : honest(row));
    expect(stepWords(heldOutOf(200, doubtful))).toContain(
      "predictions below 70 %: 4 of 200 rows, 2 of them wrong here.",
    );
    const many = heldOutOf(200, (row) => (row < 100 ? 0.6 : honest(row)));
    expect(stepWords(many)).toContain("predictions below 70 %: 50 % of rows, 50 % of them wrong here.");
  });
});

import { evaluate } from "kernelbayes/evaluate";
import { expect, test } from "vitest";
import { scoreTable } from "../src/scoreTable.ts";

test("each model has a line with its measures", () => {
  const scores = evaluate({ probabilities: [0.9, 0.2, 0.6, 0.4] }, [1, 0, 0, 1]);
  const logLoss = (-(Math.log(0.9) + Math.log(0.8) + 2 * Math.log(0.4)) / 4).toFixed(4);
  const [head, , line] = scoreTable([{ model: "lda", scores }]).split("\n");
  expect(head.split(/ {2,}/).map((name) => name.trim())).toEqual([
    "model",
    "error %",
    "log loss",
    "AUC",
    "Brier",
    "calibration error",
  ]);
  expect(line.split(/ {2,}/).slice(0, 4)).toEqual(["lda", "50.00", logLoss, "0.7500"]);
});

import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { comparisonReport, type ComparedModelData, type ComparisonInput } from "../../src/report/comparisonReport.ts";
import { svgDocument } from "../../src/svgDocument.ts";

const options = { document: svgDocument() };

function model(title: string, loss: number, p: number | undefined): ComparedModelData {
  const measure = (mean: number): { mean: number; deviation: number } => ({ mean, deviation: mean / 10 });
  return {
    title,
    errorRate: measure(loss / 2),
    logLoss: measure(loss),
    areaUnderCurve: measure(1 - loss),
    brier: measure(loss / 3),
    calibrationError: 0.02,
    calibrationByChance: 0.02,
    meanRank: 1 + 2 * loss,
    p,
    values: [loss - 0.01, loss + 0.01],
  };
}

const input: ComparisonInput = {
  target: "species",
  measure: "logLoss",
  alpha: 0.05,
  models: [model("rda", 0.1, undefined), model("<lda>", 0.12, 0.4), model("lssvm", 0.3, 0.001)],
  groups: [[0, 1], [2]],
  splits: "2 random splits",
  rows: 150,
  trainRows: 112,
  testRows: 38,
  seed: 1,
  library: "0.1.0",
};

const textOf = (page: Document, selector: string): string =>
  page.querySelector(selector)!.textContent.replaceAll(/\s+/g, " ");

test("a comparison says which model is the best, which are as good, and which are worse", () => {
  const page = parseHTML(comparisonReport(input, options)).document;
  const answers = textOf(page, ".answers");
  expect(answers).toContain("rda has the lowest log loss.");
  expect(answers).toContain("Not significantly different from it: <lda>.");
  expect(answers).toContain("Significantly worse: lssvm.");
  expect([...page.querySelectorAll("#measures tbody tr")]).toHaveLength(3);
  expect([...page.querySelectorAll("#splits tbody tr")]).toHaveLength(2);
  expect(page.querySelector("#ranks figure svg desc")!.textContent).toContain("rda");
});

test("a best model that all others lose to is recommended, and what failed stands first", () => {
  const [best, , worst] = input.models;
  const page = parseHTML(
    comparisonReport({ ...input, models: [best, worst], groups: [[0], [1]], failures: ["qda failed."] }, options),
  ).document;
  expect(textOf(page, ".answers")).toContain("Use rda.");
  expect(textOf(page, ".alert")).toBe("qda failed.");
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

/** The names that a program finds at the root of the library. Every other name has a path of its own. */
const rootNames = [
  "EnvironmentError InputError NumericalError Place Warning Matrix",
  "crossValidate fit fitSync FitOptions CrossValidateOptions CrossValidation estimateCost CostEstimate",
  "loadPosterior Posterior PosteriorDocument PredictOptions Prediction Scores Executor Progress",
  "parseCsv CsvOptions parseJsonRows selectRows tableFromColumns tableFromRows Table Column iris",
  "Kernel gaussian linear matern polynomial",
  "Model auto bayesianFisher bayesianKernelFisher bayesianLeastSquaresSupportVector bayesianTrigonometric gaussianProcess",
  "kernelFisher kernelLogistic kernelProjections kernelRidge leastSquaresSupportVector linearBayesianFisher",
  "linearDiscriminant logistic multinomialKernel oneVersusRest optimallyRegularizedFisher pairwise",
  "quadraticDiscriminant recursiveFeatureMachine shrunkenDiscriminant supportVector trigonometric",
].flatMap((line) => line.split(" "));

test("the root of the library has sixty names", () => {
  const listed = Array.from(read("../../../src/index.ts").matchAll(/\{([^}]*)\}/g), ([, names]) => names)
    .flatMap((names) => names.split(","))
    .map((name) => name.replace("type ", "").trim())
    .filter((name) => name !== "");
  expect(listed.toSorted()).toEqual(rootNames.toSorted());
  expect(listed).toHaveLength(60);
});

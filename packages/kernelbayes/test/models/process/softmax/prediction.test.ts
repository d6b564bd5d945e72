import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { softmaxMode } from "../../../../src/models/process/softmax/mode.ts";
import { softmaxPrediction } from "../../../../src/models/process/softmax/prediction.ts";
import { rowCovariances } from "../../../../src/models/process/softmax/rowCovariances.ts";
import { smallProblem } from "./problem.ts";

const engine = selectEngine();
const { X, rows, kernel } = smallProblem(18, 4);
const K = kernel.matrix(engine, X);
const mode = softmaxMode(engine, K, rows);
const law = { coefficients: mode.likelihood.slopes, blocks: mode.blocks };

test("predicting the training rows gives their mode and their posterior covariances", () => {
  const { mean, covariance } = softmaxPrediction(engine, law, K, kernel.diagonal(X));
  mean.data.forEach((value, at) => expect(Math.abs(value - mode.latent.data[at])).toBeLessThan(1e-10));
  const { covariances } = rowCovariances(K, mode.blocks);
  covariance.data.forEach((value, at) => expect(Math.abs(value - covariances.data[at])).toBeLessThan(1e-10));
});

test("where the kernel vanishes the latent values have their prior", () => {
  const far = kernel.withValues([4, 1.2, 1e-9]);
  const there = { rows: 1, columns: 2, data: Float64Array.of(1e4, 1e4) };
  const { mean, covariance } = softmaxPrediction(engine, law, far.cross(engine, X, there), far.diagonal(there));
  mean.data.forEach((value) => expect(Math.abs(value)).toBeLessThan(1e-7));
  covariance.data.forEach((value, at) => expect(Math.abs(value - (at % 5 === 0 ? 4 : 0))).toBeLessThan(1e-7));
});

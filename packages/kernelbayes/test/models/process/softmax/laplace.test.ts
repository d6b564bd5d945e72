import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { logisticLaplace } from "../../../../src/models/process/latent/logisticLaplace.ts";
import { softmaxLaplace } from "../../../../src/models/process/softmax/laplace.ts";
import { scaleMatrix, selectRows } from "../../../../src/matrix/index.ts";
import { smallProblem } from "./problem.ts";

const engine = selectEngine();

test("a row of weight two has the evidence and the leave-one-out law of two equal rows", () => {
  const weights = Float64Array.from({ length: 15 }, (_, i) => (i % 4 === 0 ? 2 : 1));
  const { X, rows, kernel } = smallProblem(15, 3, 4, weights);
  const copies = Int32Array.from(Array.from(weights).flatMap((weight, i) => new Array<number>(weight).fill(i)));
  const byWeight = softmaxLaplace(engine, kernel.matrix(engine, X), rows);
  const byCopies = softmaxLaplace(engine, kernel.matrix(engine, selectRows(X, copies)), {
    classes: Int32Array.from(copies, (i) => rows.classes[i]),
    classCount: 3,
    weights: new Float64Array(copies.length).fill(1),
  });
  expect(Math.abs(byWeight.logEvidence - byCopies.logEvidence)).toBeLessThan(1e-8);
  const [a, b] = [byWeight.cavities(), byCopies.cavities()];
  copies.forEach((i, copy) => {
    for (let c = 0; c < 3; c++) expect(Math.abs(a.mean.data[3 * i + c] - b.mean.data[3 * copy + c])).toBeLessThan(1e-8);
    for (let c = 0; c < 9; c++) {
      expect(Math.abs(a.covariance.data[9 * i + c] - b.covariance.data[9 * copy + c])).toBeLessThan(1e-8);
    }
  });
});

test("naming the classes in another order permutes the latent values and keeps the evidence", () => {
  const { X, rows, kernel } = smallProblem(20, 4);
  const K = kernel.matrix(engine, X);
  const order = [2, 0, 3, 1];
  const plain = softmaxLaplace(engine, K, rows);
  const renamed = softmaxLaplace(engine, K, { ...rows, classes: rows.classes.map((c) => order[c]) });
  expect(Math.abs(plain.logEvidence - renamed.logEvidence)).toBeLessThan(1e-10);
  for (let i = 0; i < 20; i++) {
    for (let c = 0; c < 4; c++) {
      expect(Math.abs(plain.mode.latent.data[4 * i + c] - renamed.mode.latent.data[4 * i + order[c]])).toBeLessThan(
        1e-10,
      );
    }
  }
});

test("latent functions of different classes sum to zero at the mode, as the likelihood is blind to their sum", () => {
  const { X, rows, kernel } = smallProblem(20, 4);
  const { mode } = softmaxLaplace(engine, kernel.matrix(engine, X), rows);
  for (let i = 0; i < 20; i++) {
    expect(Math.abs(mode.latent.data.subarray(4 * i, 4 * i + 4).reduce((sum, f) => sum + f, 0))).toBeLessThan(1e-10);
  }
});

test("two classes with the kernel K are the logistic Laplace approximation with 2 K", () => {
  const { X, rows, kernel } = smallProblem(25, 2);
  const K = kernel.matrix(engine, X);
  const softmax = softmaxLaplace(engine, K, rows);
  const signs = Float64Array.from(rows.classes, (c) => (c === 1 ? 1 : -1));
  const logistic = logisticLaplace(engine, scaleMatrix(K, 2), { signs, weights: rows.weights }, { tolerance: 1e-13 });
  expect(Math.abs(softmax.logEvidence - logistic.logEvidence)).toBeLessThan(1e-10);
  const [both, cavities, single] = [logistic.latent(), softmax.cavities(), logistic.cavities()];
  for (let i = 0; i < 25; i++) {
    const f = softmax.mode.latent.data;
    expect(Math.abs(f[2 * i + 1] - f[2 * i] - both.mean[i])).toBeLessThan(1e-9);
    const [m0, m1] = cavities.mean.data.subarray(2 * i, 2 * i + 2);
    const [v00, v01, v10, v11] = cavities.covariance.data.subarray(4 * i, 4 * i + 4);
    expect(Math.abs(m1 - m0 - single.mean[i])).toBeLessThan(1e-8);
    expect(Math.abs(v00 + v11 - v01 - v10 - single.variance[i])).toBeLessThan(1e-8);
  }
});

import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { matrix } from "../../../../src/engine/matrix.ts";
import { softmaxMode } from "../../../../src/models/process/softmax/mode.ts";
import { selectRows } from "../../../../src/matrix/index.ts";
import { smallProblem } from "./problem.ts";

const engine = selectEngine();

for (const variance of [0.01, 4, 1e4]) {
  const { X, rows, kernel } = smallProblem(30, 4, variance);
  const K = kernel.matrix(engine, X);
  const mode = softmaxMode(engine, K, rows);

  test(`at the mode f = K w (y − π), with a variance of ${variance}`, () => {
    expect(mode.converged).toBe(true);
    const image = engine.multiply(K, mode.likelihood.slopes);
    image.data.forEach((value, at) =>
      expect(Math.abs(value - mode.latent.data[at])).toBeLessThan(1e-9 * Math.sqrt(variance + 1)),
    );
  });

  test(`the mode does not depend on where the search for it begins, with a variance of ${variance}`, () => {
    const start = matrix(
      30,
      4,
      mode.coefficients.data.map((value, at) => value + 0.1 * Math.sin(at)),
    );
    const again = softmaxMode(engine, K, rows, { start: { ...mode, coefficients: start } });
    again.latent.data.forEach((value, at) =>
      expect(Math.abs(value - mode.latent.data[at])).toBeLessThan(1e-9 * Math.sqrt(variance + 1)),
    );
  });
}

test("near a good start the only curvature that is made is that at the mode", () => {
  const { X, rows, kernel } = smallProblem(40, 3);
  const K = kernel.matrix(engine, X);
  const start = softmaxMode(engine, K, rows);
  const near = softmaxMode(engine, kernel.withValues([4.0001, 1.20001, 0.6]).matrix(engine, X), rows, { start });
  expect(near.converged).toBe(true);
  expect(near.factorizations).toBe(1);
});

test("a row of weight three has the latent values of three equal rows", () => {
  const weights = Float64Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 3 : 1));
  const { X, rows, kernel } = smallProblem(12, 3, 4, weights);
  const copies = Int32Array.from(Array.from(weights).flatMap((weight, i) => new Array<number>(weight).fill(i)));
  const byWeight = softmaxMode(engine, kernel.matrix(engine, X), rows);
  const byCopies = softmaxMode(engine, kernel.matrix(engine, selectRows(X, copies)), {
    classes: Int32Array.from(copies, (i) => rows.classes[i]),
    classCount: 3,
    weights: new Float64Array(copies.length).fill(1),
  });
  copies.forEach((i, copy) => {
    for (let c = 0; c < 3; c++) {
      expect(Math.abs(byWeight.latent.data[3 * i + c] - byCopies.latent.data[3 * copy + c])).toBeLessThan(1e-8);
    }
  });
});

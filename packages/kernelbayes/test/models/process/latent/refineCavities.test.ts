import { expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { approximate } from "../../../../src/models/process/latent/approximate.ts";
import type { LatentMethod } from "../../../../src/models/process/latent/latentApproximation.ts";
import { refineCavities } from "../../../../src/models/process/latent/refineCavities.ts";
import { constant, gaussian, scale, sum, type Kernel } from "../../../../src/kernels/index.ts";

const engine = selectEngine();
const n = 30;
const kernelOf = (lengthScale: number): Kernel =>
  sum(scale(gaussian({ lengthScale }), { variance: 20 }), constant({ variance: 1 }));
/** Thirty rows on a line, of which three have the wrong class. */
const values = Array.from({ length: n }, (_, i) => 0.5 * (i - 14.5));
const wrong = [5, 11, 22];
const matrixOf = (lengthScale: number): Matrix =>
  kernelOf(lengthScale).matrix(engine, matrix(n, 1, Float64Array.from(values)));
const rows = {
  signs: Float64Array.from(values, (x, i) => (wrong.includes(i) ? -1 : 1) * Math.sign(x)),
  weights: new Float64Array(n).fill(1),
};

for (const [approximation, lengthScale] of [
  ["laplace", 0.8],
  ["ep", 3],
] as const) {
  test(`the rows that matter most, a tenth at most, get what a fit without them says (${approximation})`, () => {
    const K = matrixOf(lengthScale);
    const method: LatentMethod = { likelihood: "trigonometric", approximation };
    const found = approximate(engine, K, rows, method);
    const cavities = found.cavities();
    const refined = refineCavities(engine, K, rows, method, { ...found, cavities });
    const changed = values.map((_, i) => i).filter((i) => refined.mean[i] !== cavities.mean[i]);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThanOrEqual(3);
    for (const row of changed) {
      const kept = values.map((_, i) => i).filter((i) => i !== row);
      const part = matrix(n - 1, n - 1, Float64Array.from(kept.flatMap((i) => kept.map((j) => K.data[i * n + j]))));
      const signs = Float64Array.from(kept, (i) => rows.signs[i]);
      const { active, law } = approximate(engine, part, { signs, weights: rows.weights.slice(1) }, method);
      const mean = law.coefficients.reduce((total, c, a) => total + c * K.data[row * n + kept[active[a]]], 0);
      expect(refined.mean[row]).toBeCloseTo(mean, 8);
    }
  });
}

test("of a row of weight 1.2 a unit is left out and a fifth of a row stays", () => {
  const method: LatentMethod = { likelihood: "trigonometric", approximation: "ep" };
  const K = matrixOf(3);
  const weighted = { ...rows, weights: rows.weights.map((w) => 1.2 * w) };
  const found = approximate(engine, K, weighted, method);
  const cavities = found.cavities();
  const refined = refineCavities(engine, K, weighted, method, { ...found, cavities });
  const changed = Array.from(values.keys()).filter((i) => refined.mean[i] !== cavities.mean[i]);
  expect(changed.length).toBeGreaterThan(0);
  for (const row of changed) {
    const weights = weighted.weights.map((w, i) => (i === row ? w - 1 : w));
    const { mean, variance } = approximate(engine, K, { ...rows, weights }, method).latent();
    expect(refined.mean[row]).toBeCloseTo(mean[row], 6);
    expect(refined.variance[row]).toBeCloseTo(variance[row], 6);
  }
});

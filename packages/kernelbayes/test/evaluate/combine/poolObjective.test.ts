import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { poolObjective } from "../../../src/evaluate/combine/poolObjective.ts";
import { row } from "../../../src/matrix/row.ts";
import { logSoftmaxInPlace } from "../../../src/numeric/logSumExp.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";
import { expectClose } from "../expectClose.ts";

function objectiveOf(C: number, shares: readonly number[], source = stream(C)) {
  const n = 12;
  const members = [0, 1, 2].map(() => {
    const logs = matrix(n, C);
    for (let i = 0; i < n; i++) {
      row(logs, i).forEach((_, c, own) => (own[c] = 2 * normal(source)));
      logSoftmaxInPlace(row(logs, i));
    }
    return logs;
  });
  const scored = shares.flatMap((share, c) => (share > 0 ? [c] : []));
  const classes = Int32Array.from({ length: n }, (_, i) => scored[i % scored.length]);
  const mass = Float64Array.from({ length: n }, (_, i) => i % 4);
  return poolObjective(members, classes, mass, 3, Float64Array.from(shares));
}

test.each([
  ["two classes", [1, 1]],
  ["two classes of which one has no scored row", [1, 0]],
  ["four classes scored in part", [1, 0.3, 0.7, 1]],
  ["three classes of which one has no scored row", [0.5, 0, 1]],
])("gradient and Hessian equal central differences: %s", (_, shares) => {
  const C = shares.length;
  const objective = objectiveOf(C, shares);
  const source = stream(77);
  for (let trial = 0; trial < 5; trial++) {
    const point = Float64Array.from({ length: 3 + C }, (__, k) => (k < 3 ? source.uniform() : normal(source)));
    const { gradient, hessian } = objective(point);
    const step = 1e-5;
    point.forEach((x, k) => {
      const [up, down] = [objective(point.with(k, x + step)), objective(point.with(k, x - step))];
      expect(gradient[k]).toBeCloseTo((up.value - down.value) / (2 * step), 6);
      const slopes = up.gradient.map((value, l) => (value - down.gradient[l]) / (2 * step));
      expectClose(hessian.subarray(k * point.length, (k + 1) * point.length), slopes, 1e-6);
    });
  }
});

test("offsets are held by the prior alone where all scored rows are of one class", () => {
  const objective = objectiveOf(2, [1, 0]);
  const point = Float64Array.of(1 / 3, 1 / 3, 1 / 3, 1.5, -1.5);
  // 12.5 Σ b² = 6.25 c₀² with c₀ = 3: the negative log density of a normal of variance 2/25, up to a constant.
  expect(objective(point).value).toBeCloseTo(6.25 * 9, 12);
});

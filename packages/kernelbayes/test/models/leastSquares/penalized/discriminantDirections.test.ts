import { describe, expect, test } from "vitest";
import { fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { classGroups } from "../../../../src/rows/classGroups.ts";
import { discriminantDirections } from "../../../../src/models/leastSquares/penalized/discriminantDirections.ts";
import { penalizedForm, type PenaltyMatrix } from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { linear } from "../../../../src/kernels/index.ts";
import { column, fromRows, toRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { thrown } from "../../../thrown.ts";
import { combination, identityRows, times, transposed } from "../../naive.ts";
import { copied, cosine, engine, sample, smooth } from "../../fisher/samples.ts";
import { penaltyRows, rowsOf } from "./support.ts";

const n = 17;
const given = sample(n, 2);
const labels = Array.from({ length: n }, (_, i) => [0, 2, 1, 3, 2][i % 5]);
const K = smooth().matrix(engine, given.X);
const penalties: readonly (readonly [string, PenaltyMatrix])[] = [
  ["the identity", "identity"],
  ["the kernel", "kernel"],
  ["a given matrix", fromRows(penaltyRows(n))],
];

/** B and L of the classes as matrices. */
function scatters(classes: readonly number[]) {
  const sizes = [0, 0, 0, 0];
  for (const c of classes) sizes[c]++;
  const same = classes.map((a) => classes.map((b) => (a === b ? 1 / sizes[a] : 0)));
  return {
    B: same.map((row) => row.map((value) => value - 1 / classes.length)),
    L: combination(1, identityRows(classes.length), -1, same),
  };
}

describe.each(penalties)("with the penalty %s", (_, penalty) => {
  test.each([1e-3, 0.4, 100])("the directions diagonalize both scatters at μ = %s", (mu) => {
    const { ratios, coefficients } = discriminantDirections(
      engine,
      penalizedForm(engine, { K }, penalty),
      classGroups(labels, 4),
      mu,
    );
    const { B, L } = scatters(labels);
    const rows = toRows(K);
    const alpha = toRows(coefficients);
    const form = (A: number[][]) => times(times(transposed(alpha), A), alpha);
    const within = combination(1, times(times(rows, L), rows), mu, rowsOf(penalty, K));
    const between = times(times(rows, B), rows);
    expect(ratios.length).toBe(3);
    expect([...ratios]).toEqual([...ratios].toSorted((a, b) => b - a));
    expectClose(form(within).flat(), identityRows(3).flat(), 1e-9);
    const diagonal = identityRows(3).map((row, i) => row.map((value) => value * ratios[i]));
    expectClose(form(between).flat(), diagonal.flat(), 1e-9 * ratios[0]);
    // K B K α = γ (K L K + μA) α, every entry.
    const left = times(between, alpha);
    const right = times(within, alpha).map((row) => row.map((value, j) => value * ratios[j]));
    const largest = Math.max(...left.flat().map(Math.abs));
    expectClose(left.flat(), right.flat(), 1e-8 * largest);
  });
});

test("for two classes, regularized by the kernel, it is the Bayesian Fisher discriminant with β = 1/μ", () => {
  for (const mu of [1e-3, 0.4, 100]) {
    const penalized = penalizedForm(engine, { K }, "kernel");
    const { coefficients } = discriminantDirections(engine, penalized, classGroups(given.labels, 2), mu);
    const posterior = fisherPosterior(engine, { K }, given.contrasts, { precision: 1 / mu });
    expect(1 - cosine(coefficients.data, posterior.coefficients)).toBeLessThan(1e-12);
  }
});

test("a row of weight w is w copies of it, also with a nugget", () => {
  const kernel = smooth();
  const weighted = kernelOnRows(engine, kernel, given.X, {
    ...given.contrasts,
    weights: Float64Array.from(given.weights),
  });
  const copies = copied(given);
  const copiedLabels = given.weights.flatMap((w, i) => new Array<number>(w).fill(labels[i]));
  const cross = kernel.cross(engine, given.X, given.X);
  const crossOfCopies = kernel.cross(engine, copies.X, given.X);
  for (const penalty of ["identity", "kernel"] as const) {
    const weights = Float64Array.from(given.weights);
    const a = discriminantDirections(
      engine,
      penalizedForm(engine, weighted, penalty, weights),
      classGroups(labels, 4, weights),
      0.3,
    );
    const b = discriminantDirections(
      engine,
      penalizedForm(engine, { K: kernel.matrix(engine, copies.X) }, penalty),
      classGroups(copiedLabels, 4),
      0.3,
    );
    expectClose(a.ratios, b.ratios, 1e-10);
    for (let j = 0; j < 3; j++) {
      const f = engine.multiply(cross, { data: column(a.coefficients, j), rows: n, columns: 1 }, { transposeA: true });
      const g = engine.multiply(
        crossOfCopies,
        { data: column(b.coefficients, j), rows: copies.X.rows, columns: 1 },
        { transposeA: true },
      );
      expectClose(f.data, g.data, 1e-9);
    }
  }
});

test("class means on a line leave one direction for three classes", () => {
  const X = fromRows([[-3.1], [-2.9], [0.1], [-0.1], [2.9], [3.1]]);
  const penalized = penalizedForm(engine, { K: linear().matrix(engine, X) }, "kernel");
  const { ratios, coefficients } = discriminantDirections(engine, penalized, classGroups([0, 0, 1, 1, 2, 2], 3), 0.5);
  expect(ratios.length).toBe(1);
  // Linear kernel: w = Σ α x, between/(within + μ) = 36/(0.06 + 0.5).
  expect(ratios[0]).toBeCloseTo(36 / 0.56, 10);
  expect(coefficients.columns).toBe(1);
});

test("classes whose means coincide, and a regularization that is not positive, are refused", () => {
  const twins = smooth(1, 1, 0).matrix(engine, fromRows([[0], [1], [0], [1], [0], [1]]));
  const penalized = penalizedForm(engine, { K: twins }, "identity");
  const groups = classGroups([0, 0, 1, 1, 2, 2], 3);
  expect(() => discriminantDirections(engine, penalized, groups, 1)).toThrow(/not separable/);
  expect(thrown(() => discriminantDirections(engine, penalized, groups, 0)).code).toBe("invalid-option");
});

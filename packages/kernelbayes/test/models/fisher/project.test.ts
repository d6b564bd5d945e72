import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { iris } from "../../../src/data/index.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { gaussian, nugget, scale, sum } from "../../../src/kernels/index.ts";
import type { Kernel } from "../../../src/kernels/kernel.ts";
import { toRows } from "../../../src/matrix/row.ts";
import { bayesianFisher } from "../../../src/models/fisher/bfd.ts";
import { linearBayesianFisher } from "../../../src/models/fisher/bfdLinear.ts";
import { bayesianKernelFisher } from "../../../src/models/leastSquares/bayesianKfda.ts";
import type { Model } from "../../../src/models/model.ts";
import type { NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import type { Problem } from "../../../src/rows/labelledRows.ts";
import { selectRows } from "../../../src/table/index.ts";
import { formOf, identityRows, times, transposed, type Rows } from "../naive.ts";
import { fitTo, problemOf } from "../problems.ts";
import { applied, engine, inverseOf, sample, smooth } from "./samples.ts";

const { X, labels, weights } = sample(22, 2, 5);
const problem = problemOf({ X: toRows(X), classes: labels });
const asked = sample(6, 2, 9).X;
const d = 2;
/** The kernel of `smooth`, no parameter of which is searched. */
const fixed = sum(
  scale(gaussian({ lengthScale: 1.1, fixed: ["lengthScale"] }), { variance: 1.3, fixed: ["variance"] }),
  nugget({ variance: 0.05, fixed: ["variance"] }),
);

/** δ, L and h, row by row, for counts of rows. */
function contrastsOf(classes: readonly number[]): { delta: number[]; L: Rows; h: number[] } {
  const sizes = [0, 1].map((q) => classes.filter((each) => each === q).length);
  return {
    delta: classes.map((q) => (q === 1 ? 1 / sizes[1] : -1 / sizes[0])),
    h: classes.map((q) => 0.5 / sizes[q]),
    L: classes.map((q, i) => classes.map((r, j) => (i === j ? 1 : 0) - (q === r ? 1 / sizes[q] : 0))),
  };
}

const inner = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, i) => sum + value * b[i], 0);

/**
 * Equations (21) and (22) of Peña Centeno & Lawrence as printed but for the sign of Δŷ, with A = βKLK + K and
 * D⁻¹ = A⁻¹ − A⁻¹KΔŷ(ΔŷᵀKA⁻¹KΔŷ)⁻¹ΔŷᵀKA⁻¹.
 */
function printed(kernel: Kernel, beta: number, rows: Matrix): { mean: number[]; variance: number[]; alpha: number[] } {
  const K = toRows(kernel.matrix(engine, X));
  const { delta, L } = contrastsOf(labels);
  const A = times(times(K, L), K).map((row, i) => row.map((value, j) => beta * value + K[i][j]));
  const inverse = inverseOf(A);
  const direction = applied(inverse, applied(K, delta));
  const norm = inner(applied(K, delta), direction);
  const alpha = direction.map((value) => (d * value) / norm);
  const ofPrior = inverseOf(K);
  const cross = transposed(toRows(kernel.cross(engine, X, rows)));
  const own = kernel.diagonal(rows);
  return {
    alpha,
    mean: cross.map((k) => inner(alpha, k)),
    variance: cross.map(
      (k, t) =>
        own[t] - inner(k, applied(ofPrior, k)) + inner(k, applied(inverse, k)) - inner(k, direction) ** 2 / norm,
    ),
  };
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  const scaleOf = Math.max(...Array.from(expected, Math.abs));
  expect(actual.length).toBe(expected.length);
  Array.from(expected).forEach((value, i) => expect(Math.abs(actual[i] - value)).toBeLessThan(tolerance * scaleOf));
}

function variancesOf(posterior: NumericPosterior, rows: Matrix): number[] {
  return Array.from(posterior.project?.(rows).deviations?.data ?? [], (deviation) => deviation ** 2);
}

/** The class means of the projections of the training rows. */
function centersOf(posterior: NumericPosterior, ofWeights: readonly number[] = labels.map(() => 1)): number[] {
  const values = posterior.project!(X).data;
  return [0, 1].map((q) => {
    const own = labels.map((label, i) => (label === q ? ofWeights[i] : 0));
    return inner(own, values) / own.reduce((sum, weight) => sum + weight, 0);
  });
}

describe.each([0.02, 3, 400])("bfd at β = %d", (precision) => {
  const kernel = smooth(1.3, 1.1, 0.05);
  const asGiven = (options: object): Model => bayesianFisher({ kernel: fixed, precision, ...options });

  test("projections are those of equations (21) and (22)", () => {
    const posterior = fitTo(asGiven({}), problem);
    const expected = printed(kernel, precision, asked);
    expectClose(posterior.project!(asked).data, expected.mean, 1e-9);
    expectClose(variancesOf(posterior, asked), expected.variance, 1e-9);
  });

  test("α, the class centers and d are those of the training rows", () => {
    const [{ coefficients, constant, centers, distance }] = fitTo(asGiven({}), problem).axes!;
    // Rows are kept in an order of their own: α is compared through what it makes of the asked rows and as a set.
    expectClose(coefficients.toSorted(), Float64Array.from(printed(kernel, precision, asked).alpha).toSorted(), 1e-9);
    expect([constant, distance]).toEqual([0, d]);
    expect(centers[1] - centers[0]).toBeCloseTo(d, 12);
  });

  test("of few pivots the mean is α with the pivots, and all rows as pivots are the dense form", () => {
    const [few, all] = [7, 22].map((rank) => fitTo(asGiven({ rank }), problem));
    const dense = fitTo(asGiven({}), problem);
    expectClose(all.project!(asked).data, dense.project!(asked).data, 1e-7);
    expectClose(variancesOf(all, asked), variancesOf(dense, asked), 1e-7);
    expectClose(all.axes![0].centers, dense.axes![0].centers, 1e-7);
    const { sparse } = few.parameters() as {
      readonly sparse: { readonly basis: { rows: number; columns: number; data: ArrayLike<number> } };
    };
    const { rows, columns, data } = sparse.basis;
    const cross = toRows(kernel.cross(engine, asked, matrix(rows, columns, Float64Array.from(data))));
    const [{ coefficients }] = few.axes!;
    expect(coefficients.length).toBe(7);
    expectClose(
      few.project!(asked).data,
      cross.map((k) => inner(coefficients, k)),
      1e-9,
    );
  });
});

test.each(["parzen", "fisher"] as const)(
  "at the end %s of β projections are the limit of those on the way",
  (limit) => {
    const kernel = fixed;
    const [end, near] = [limit, limit === "parzen" ? 1e-7 : 1e7].map((precision) =>
      fitTo(bayesianFisher({ kernel, precision }), problem),
    );
    expectClose(end.project!(asked).data, near.project!(asked).data, 1e-4);
    expectClose(variancesOf(end, asked), variancesOf(near, asked), 1e-4);
    expectClose(end.axes![0].centers, near.axes![0].centers, 1e-4);
  },
);

describe("bfd-linear", () => {
  const posterior = fitTo(linearBayesianFisher({ ard: true }), problem);
  const { priorPrecision, precision } = posterior.parameters() as {
    readonly priorPrecision: Float64Array;
    readonly precision: number;
  };

  test("projections are those of w ~ N(w̄, B⁻¹ − B⁻¹ΔΔᵀB⁻¹/s)", () => {
    const { delta, L } = contrastsOf(labels);
    const rows = toRows(X);
    const Z = times(times(transposed(rows), L), rows);
    const B = Z.map((row, i) => row.map((value, j) => precision * value + (i === j ? priorPrecision[i] : 0)));
    const Delta = rows[0].map((_, j) =>
      inner(
        delta,
        rows.map((row) => row[j]),
      ),
    );
    const s = formOf(B, Delta);
    const asRows = toRows(asked);
    expectClose(
      posterior.project!(asked).data,
      asRows.map((x) => (d * formOf(B, x, Delta)) / s),
      1e-9,
    );
    expectClose(
      variancesOf(posterior, asked),
      asRows.map((x) => formOf(B, x) - formOf(B, x, Delta) ** 2 / s),
      1e-9,
    );
  });

  test("the class centers are those of the training rows, and the weights the direction", () => {
    const [{ coefficients, centers, distance }] = posterior.axes!;
    expectClose(centers, centersOf(posterior), 1e-9);
    expect(distance).toBe(d);
    expectClose(
      posterior.project!(asked).data,
      toRows(asked).map((x) => inner(coefficients, x)),
      1e-9,
    );
  });
});

describe.each(["identity", "kernel"] as const)("bayesian-kfda, penalty %s", (penalty) => {
  const kernel = smooth(1.3, 1.1, 0);
  const r = 0.7;
  const posterior = fitTo(bayesianKernelFisher({ kernel, penalty, regularization: r }), problem);
  const [{ coefficients, constant, centers, distance }] = posterior.axes!;

  test("the variance is σ²/n and that of the position relative to the mean of all rows, σ²qᵀ(KHK + rA)⁻¹q", () => {
    const n = labels.length;
    const K = toRows(kernel.matrix(engine, X));
    const H = identityRows(n).map((row) => row.map((value) => value - 1 / n));
    const A = penalty === "identity" ? identityRows(n) : K;
    const M = times(times(K, H), K).map((row, i) => row.map((value, j) => value + r * A[i][j]));
    const means = K.map((row) => row.reduce((sum, value) => sum + value, 0) / n);
    const { noise } = (posterior.parameters() as { readonly machines: readonly { readonly noise: number }[] })
      .machines[0];
    const cross = transposed(toRows(kernel.cross(engine, X, asked)));
    const expected = cross.map((k) => {
      const q = k.map((value, i) => value - means[i]);
      return noise * (1 / n + formOf(M, q));
    });
    expectClose(variancesOf(posterior, asked), expected, 1e-6);
  });

  test("f = 0 lies halfway between the class centers, which are those of the training rows", () => {
    expectClose(centers, centersOf(posterior), 1e-9);
    expect(centers[0] + centers[1]).toBeCloseTo(0, 9);
    expect(distance).toBe(centers[1] - centers[0]);
    expect(coefficients.length).toBe(labels.length);
    expect(Number.isFinite(constant)).toBe(true);
  });
});

test("rows of weight w are w rows in projections and centers", () => {
  const kernel = fixed;
  const weighted: Problem = { ...problem, weights: Float64Array.from(weights) };
  for (const model of [
    bayesianFisher({ kernel, precision: 2 }),
    linearBayesianFisher(),
    bayesianKernelFisher({ kernel: smooth(1.3, 1.1, 0), regularization: 1 }),
  ]) {
    const posterior = fitTo(model, weighted);
    expectClose(posterior.axes![0].centers, centersOf(posterior, weights), 0.2);
    if (model.name !== "bfd") expectClose(posterior.axes![0].centers, centersOf(posterior, weights), 1e-8);
  }
});

test("a document holds α, the class centers and d, projects as before, and does so without them", () => {
  const table = selectRows(
    iris(),
    Array.from({ length: 100 }, (_, i) => i + 50),
  );
  for (const [model, parts] of [
    [bayesianFisher({ kernel: fixed, precision: 3 }), ["coefficients", "centers", "distance"]],
    [linearBayesianFisher(), ["centers"]],
    [bayesianKernelFisher({ regularization: 1 }), ["centers"]],
  ] as const) {
    const posterior = fitSync(model, table, { target: "species", seed: 1 });
    const document = JSON.parse(JSON.stringify(posterior.toDocument())) as { parameters: Record<string, unknown> };
    for (const part of parts) expect(document.parameters[part]).toBeDefined();
    const again = loadPosterior(document);
    expect(again.project!(table)).toEqual(posterior.project!(table));
    expect(again.axes).toEqual(posterior.axes);
    for (const part of parts) if (part !== "distance") delete document.parameters[part];
    const former = loadPosterior(document);
    expect(former.project!(table)).toEqual(posterior.project!(table));
    if (model.name === "bayesian-kfda") expect(former.axes).toBeUndefined();
    else expect(former.axes).toEqual(posterior.axes);
  }
});

test("many classes have a direction for each machine", () => {
  const posterior = fitSync(linearBayesianFisher(), iris(), { target: "species", seed: 1 });
  const projected = posterior.project!(iris());
  expect([projected.rows, projected.columns]).toEqual([150, 3]);
  expect([projected.deviations?.rows, projected.deviations?.columns]).toEqual([150, 3]);
  expect(posterior.axes?.map(({ distance }) => distance)).toEqual([2, 2, 2]);
  const several = fitSync(bayesianKernelFisher({ regularization: 1 }), iris(), { target: "species", seed: 1 });
  expect(several.project!(iris()).columns).toBe(3);
  expect(several.axes).toHaveLength(3);
});

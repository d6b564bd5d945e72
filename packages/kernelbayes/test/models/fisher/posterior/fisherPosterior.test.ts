import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { classMeans, fisherContrasts, type FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import {
  fisherPosterior,
  trainingMoments,
  type FisherPosterior,
} from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { linear } from "../../../../src/kernels/index.ts";
import {
  addToDiagonal,
  doubleCenter,
  dot,
  factorize,
  fromRows,
  multiplyVector,
  scaleMatrix,
  toRows,
} from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { engines } from "../../../kernels/engines.ts";
import { thrown } from "../../../thrown.ts";
import { combination, identityRows, logDeterminantOf, times, traceOf, transposed, type Rows } from "../../naive.ts";
import {
  applied,
  copied,
  cosine,
  engine,
  inverseOf,
  relative,
  sample,
  smooth,
  withinMatrix,
  withoutFactors,
} from "../samples.ts";

const given = sample(13, 2);
const { X, contrasts } = given;
const K = smooth().matrix(engine, X);
const L = withinMatrix(contrasts);
const betas = [1e-6, 1e-2, 1, 30, 1e5];

/** Everything by its definition, with K⁻¹ and dense inverses. */
function byDefinition(Kmat: Matrix, at: FisherContrasts, beta: number) {
  const rows = toRows(Kmat);
  const Lrows = withinMatrix(at);
  const Sigma = inverseOf(combination(1, inverseOf(rows), beta, Lrows));
  const bordered = combination(1, identityRows(rows.length), beta, times(rows, Lrows));
  const inner = inverseOf(combination(1, identityRows(rows.length), beta, times(times(Lrows, rows), Lrows)));
  return {
    u: applied(inverseOf(combination(1, identityRows(rows.length), beta, times(Lrows, rows))), at.delta),
    s: dot(at.delta, applied(Sigma, at.delta)),
    M: times(times(Lrows, inner), Lrows).map((row) => row.map((value) => beta * value)),
    logDeterminant: logDeterminantOf(bordered),
    trace: traceOf(times(Lrows, Sigma)),
    Sigma,
  };
}

function expectSame(a: FisherPosterior, b: FisherPosterior, tolerance: number): void {
  expectClose(a.u, b.u, tolerance);
  expect(relative(a.s, b.s)).toBeLessThan(tolerance);
  expect(Math.abs(a.logDeterminant - b.logDeterminant)).toBeLessThan(
    tolerance * Math.max(1, Math.abs(b.logDeterminant)),
  );
  expect(relative(a.withinTrace(), b.withinTrace())).toBeLessThan(tolerance);
  expect(relative(a.projectedScatter, b.projectedScatter)).toBeLessThan(10 * tolerance);
  const scale = b.combination(1, 0).data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expectClose(a.combination(1, 0).data, b.combination(1, 0).data, tolerance * scale);
  expectClose(a.diagonalOfM(), b.diagonalOfM(), tolerance * scale);
}

describe.each([1e-3, 1, 30])("by the main route at β = %s", (beta) => {
  const posterior = fisherPosterior(engine, { K }, contrasts, { precision: beta });
  const expected = byDefinition(K, contrasts, beta);
  const M = toRows(posterior.combination(1, 0));

  test("u, s, M, the determinant and the trace are those of the definition", () => {
    expectClose(posterior.u, expected.u, 1e-12);
    expect(relative(posterior.s, expected.s)).toBeLessThan(1e-10);
    expectClose(M.flat(), expected.M.flat(), 1e-10 * beta);
    expect(posterior.logDeterminant).toBeCloseTo(expected.logDeterminant, 10);
    expect(relative(posterior.withinTrace(), expected.trace)).toBeLessThan(1e-9);
    const Ku = multiplyVector(K, posterior.u);
    expect(relative(posterior.projectedScatter, dot(Ku, applied(L, Ku)))).toBeLessThan(1e-9);
    expect(posterior.route).toBe("factor");
    expect(posterior.clipped).toBe(0);
  });

  test("u sums to 1 in class 1, to −1 in class 0, and solves (I + βLK)u = δ", () => {
    const { u } = posterior;
    expect(u.reduce((sum, value, i) => sum + value * contrasts.classes[i], 0)).toBeCloseTo(1, 12);
    expect(u.reduce((sum, value, i) => sum + value * (1 - contrasts.classes[i]), 0)).toBeCloseTo(-1, 12);
    const LKu = applied(L, multiplyVector(K, u));
    expectClose(
      u.map((value, i) => value + beta * LKu[i]),
      contrasts.delta,
      1e-12,
    );
  });

  test("M maps constants and δ to zero", () => {
    expectClose(applied(M, new Float64Array(13).fill(1)), new Float64Array(13), 1e-12 * beta);
    expectClose(applied(M, contrasts.delta), new Float64Array(13), 1e-12 * beta);
  });

  test("Σ = K − KMK, Σδ = Ku", () => {
    const rows = toRows(K);
    expectClose(combination(1, rows, -1, times(times(rows, M), rows)).flat(), expected.Sigma.flat(), 1e-11);
    expectClose(multiplyVector(K, posterior.u), applied(expected.Sigma, contrasts.delta), 1e-11);
  });

  test("it is kriging with one unknown constant a class: M = V⁻¹ − V⁻¹E(EᵀV⁻¹E)⁻¹EᵀV⁻¹, V = K + I/β", () => {
    const inverse = inverseOf(toRows(addToDiagonal(K, 1 / beta)));
    const E = Array.from(contrasts.classes, (y) => [y, 1 - y]);
    const VE = times(inverse, E);
    const T = inverseOf(
      times(
        E[0].map((_, j) => E.map((row) => row[j])),
        VE,
      ),
    );
    const kriging = combination(
      1,
      inverse,
      -1,
      times(
        times(VE, T),
        VE[0].map((_, j) => VE.map((row) => row[j])),
      ),
    );
    expectClose(M.flat(), kriging.flat(), 1e-11 * beta);
  });

  test("the class means of the posterior mean lie d apart, at the centers", () => {
    const { mean } = trainingMoments(engine, posterior, K);
    const { midpoint, distance } = posterior;
    expectClose(classMeans(contrasts, mean), [midpoint - distance / 2, midpoint + distance / 2], 1e-12);
  });

  test("the covariance has no variance along the constraint", () => {
    const { covariance } = trainingMoments(engine, posterior, K);
    expectClose(multiplyVector(covariance, contrasts.delta), new Float64Array(13), 1e-12);
  });
});

test.each(betas)("the spectrum gives what the factor gives at β = %s, also for a singular kernel", (precision) => {
  for (const kernel of [smooth(), linear()]) {
    const prior = { K: kernel.matrix(engine, X) };
    const bySpectrum = fisherPosterior(withoutFactors, prior, contrasts, { precision });
    expect(bySpectrum.route).toBe("spectrum");
    expectSame(
      fisherPosterior(engine, prior, contrasts, { precision }),
      bySpectrum,
      kernel.kind === "linear" && precision > 1e3 ? 1e-7 : 1e-9,
    );
  }
});

test.each(betas)("a constant in the kernel and its grand mean are invisible at β = %s", (precision) => {
  const plain = fisherPosterior(engine, { K }, contrasts, { precision });
  const raised = matrix(
    13,
    13,
    K.data.map((value) => value + 50),
  );
  for (const other of [raised, doubleCenter(K)]) {
    expectSame(fisherPosterior(engine, { K: other }, contrasts, { precision }), plain, 1e-9);
  }
});

test("a M + b uuᵀ is symmetric to the last bit by both routes, with weights", () => {
  const weighted = fisherContrasts(given.labels, given.weights);
  const prior = kernelOnRows(engine, smooth(), X, weighted);
  for (const on of [engine, withoutFactors]) {
    const posterior = fisherPosterior(on, prior, weighted, { precision: 2 });
    const W = posterior.combination(-0.5, 0.37);
    for (let i = 0; i < 13; i++) for (let j = 0; j < i; j++) expect(W.data[i * 13 + j]).toBe(W.data[j * 13 + i]);
    // What was handed out belongs to the caller: asking again gives the same.
    expectClose(posterior.combination(-0.5, 0.37).data, W.data, 0);
  }
});

test("all engines agree", () => {
  for (const on of engines) {
    expectSame(
      fisherPosterior(on, { K }, contrasts, { precision: 3 }),
      fisherPosterior(engine, { K }, contrasts, { precision: 3 }),
      1e-11,
    );
  }
});

describe("row weights", () => {
  const weighted = fisherContrasts(given.labels, given.weights);
  const copies = copied(given);
  const rows = given.weights.flatMap((w, i) => new Array<number>(w).fill(i));

  test.each([
    ["a nugget of each copy's own", smooth()],
    ["equal copies", smooth(1.3, 1.1, 0)],
  ])("a row of integer weight is as many copies: %s", (_, kernel) => {
    for (const precision of [1e-4, 1.7, 40]) {
      const byWeight = fisherPosterior(engine, kernelOnRows(engine, kernel, X, weighted), weighted, { precision });
      const byCopies = fisherPosterior(engine, { K: kernel.matrix(engine, copies.X) }, copies.contrasts, { precision });
      const summed = new Float64Array(13);
      rows.forEach((i, k) => (summed[i] += byCopies.u[k]));
      expectClose(byWeight.u, summed, 1e-10);
      expect(relative(byWeight.s, byCopies.s)).toBeLessThan(1e-10);
      expect(relative(byWeight.logDeterminant, byCopies.logDeterminant)).toBeLessThan(1e-10);
      expect(relative(byWeight.withinTrace(), byCopies.withinTrace())).toBeLessThan(1e-9);
      expect(relative(byWeight.projectedScatter, byCopies.projectedScatter)).toBeLessThan(1e-8);
      expect(relative(byWeight.midpoint, byCopies.midpoint)).toBeLessThan(1e-9);
      const M = matrix(13, 13);
      const all = byCopies.combination(1, 0);
      rows.forEach((i, k) => rows.forEach((j, l) => (M.data[i * 13 + j] += all.data[k * rows.length + l])));
      expectClose(byWeight.combination(1, 0).data, M.data, 1e-10 * precision * 10);
    }
  });

  test("two rows with equal inputs are one row with the sum of their weights, fractions included", () => {
    const kernel = smooth();
    const twice = fromRows([[0.3], [0.3], [1.1], [-0.4]]);
    const once = fromRows([[0.3], [1.1], [-0.4]]);
    const two = fisherContrasts([1, 1, 0, 0], [0.4, 1.3, 0.8, 2]);
    const one = fisherContrasts([1, 0, 0], [1.7, 0.8, 2]);
    const a = fisherPosterior(engine, kernelOnRows(engine, kernel, twice, two), two, { precision: 2 });
    const b = fisherPosterior(engine, kernelOnRows(engine, kernel, once, one), one, { precision: 2 });
    expect(a.s).toBeCloseTo(b.s, 13);
    expect(a.logDeterminant).toBeCloseTo(b.logDeterminant, 13);
    expect(a.withinTrace()).toBeCloseTo(b.withinTrace(), 13);
    expect(a.u[0] + a.u[1]).toBeCloseTo(b.u[0], 13);
  });
});

describe("its direction, at equal kernel and regularization", () => {
  const beta = 2.6;
  const { coefficients } = fisherPosterior(engine, { K }, contrasts, { precision: beta });
  const rows = toRows(K);
  const KLK = times(times(rows, L), rows);
  const Kdelta = applied(rows, contrasts.delta);

  test("is that of the kernel Fisher discriminant regularized by K", () => {
    const other = applied(inverseOf(combination(1, KLK, 1 / beta, rows)), Kdelta);
    expect(1 - cosine(coefficients, other)).toBeLessThan(1e-12);
  });

  test("is that of the least-squares support vector machine with μ = 1/β, whatever its two targets", () => {
    for (const [low, high] of [
      [-1, 1],
      [0, 7],
    ]) {
      const M = inverseOf(toRows(addToDiagonal(K, 1 / beta)));
      const eta = applied(M, new Float64Array(13).fill(1));
      const nu = applied(
        M,
        given.labels.map((y) => (y === 1 ? high : low)),
      );
      const sum = (v: number[]): number => v.reduce((total, value) => total + value, 0);
      const bias = sum(nu) / sum(eta);
      const alpha = nu.map((value, i) => value - bias * eta[i]);
      expect(1 - cosine(coefficients, alpha)).toBeLessThan(1e-12);
    }
  });

  test("is that of Lin's discriminant with A = K and r = 1/β", () => {
    const H: Rows = identityRows(13).map((row) => row.map((value) => value - 1 / 13));
    const KPK = times(times(rows, H), rows);
    const difference = applied(rows, contrasts.delta);
    const a = applied(inverseOf(combination(1, KPK, 1 / beta, rows)), difference);
    expect(1 - cosine(coefficients, a)).toBeLessThan(1e-12);
  });

  test("is not that of the discriminant regularized by the identity, nor of kernel ridge regression without bias", () => {
    const identity = applied(inverseOf(combination(1, KLK, 1 / beta, identityRows(13))), Kdelta);
    const ridge = applied(
      inverseOf(toRows(addToDiagonal(K, 1 / beta))),
      given.labels.map((y) => 2 * y - 1),
    );
    expect(1 - cosine(coefficients, identity)).toBeGreaterThan(1e-4);
    expect(1 - cosine(coefficients, ridge)).toBeGreaterThan(1e-4);
  });
});

describe("at the edges", () => {
  test("one row in each class is enough", () => {
    const two = fisherContrasts([0, 1]);
    const kernel = smooth(1, 1, 0);
    const posterior = fisherPosterior(engine, { K: kernel.matrix(engine, fromRows([[0], [1]])) }, two, {
      precision: 1,
    });
    expectClose(posterior.u, [-1, 1], 1e-14);
    expect(posterior.s).toBeCloseTo(2 - 2 * Math.exp(-0.5), 14);
    expect(posterior.midpoint).toBeCloseTo(0, 14);
  });

  test("classes whose means coincide in the space of the kernel cannot be held apart", () => {
    const kernel = smooth(1, 1, 0);
    const same = fromRows([[0], [1], [0], [1]]);
    const split = fisherContrasts([0, 0, 1, 1]);
    const code = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const prior = { K: kernel.matrix(engine, same) };
    expect(code(() => fisherPosterior(engine, prior, split, { precision: 1 }))).toBe("not-separable");
    expect(code(() => fisherPosterior(engine, { K: matrix(4, 4) }, split, { precision: 1 }))).toBe("not-separable");
    const broken = matrix(
      4,
      4,
      Float64Array.from({ length: 16 }, () => NaN),
    );
    expect(code(() => fisherPosterior(engine, { K: broken }, split, { precision: 1 }))).toBe("not-finite");
  });

  test("a small s is no reason to refuse: β large, linear kernel, few columns", () => {
    const prior = { K: linear().matrix(engine, X) };
    const { s, coefficients } = fisherPosterior(engine, prior, contrasts, { precision: 1e8 });
    expect(s).toBeLessThan(1e-6);
    const [mean0, mean1] = classMeans(contrasts, multiplyVector(prior.K, coefficients));
    // β λ = 1e9 leaves seven digits of the sixteen.
    expect(mean1 - mean0).toBeCloseTo(2, 5);
  });

  test("precisions and distances that are not positive are refused", () => {
    for (const precision of [0, -1, NaN, Infinity]) {
      expect(thrown(() => fisherPosterior(engine, { K }, contrasts, { precision })).code).toBe("invalid-option");
    }
    expect(thrown(() => fisherPosterior(engine, { K }, contrasts, { precision: 1, distance: 0 })).code).toBe(
      "invalid-option",
    );
    expect(thrown(() => fisherPosterior(engine, { K }, fisherContrasts([0, 1]), { precision: 1 })).code).toBe(
      "rows-differ",
    );
  });

  test("a kernel slightly indefinite by rounding is clipped, and it is told", () => {
    const clean = linear().matrix(engine, X);
    const bad = addToDiagonal(clean, -1e-9);
    const posterior = fisherPosterior(engine, { K: bad }, contrasts, { precision: 1e10 });
    const good = fisherPosterior(engine, { K: clean }, contrasts, { precision: 1e10 });
    expect(posterior.clipped).toBeCloseTo(1e-9, 12);
    expect(posterior.route).toBe("spectrum");
    const [a, b] = [posterior, good].map(({ coefficients }) => multiplyVector(clean, coefficients));
    // β λ = 1e11 leaves some four digits of the angle, of which the cosine shows the square.
    expect(1 - cosine(a, b)).toBeLessThan(1e-8);
  });

  test("a diagonal term large enough for a factor would have given another evidence", () => {
    const clean = linear().matrix(engine, X);
    const bad = addToDiagonal(clean, -1e-9);
    const beta = 1e10;
    const factor = factorize(engine, addToDiagonal(scaleMatrix(bad, beta), 1), { jitter: true });
    const E = fromRows(given.labels.map((y) => [y, 1 - y]));
    const W2 = times(transposed(toRows(E)), toRows(factor.solve(E)));
    const mended = factor.logDeterminant + logDeterminantOf(W2) - Math.log(contrasts.sizes[0] * contrasts.sizes[1]);
    const [good, clipped] = [clean, bad].map((K) => fisherPosterior(engine, { K }, contrasts, { precision: beta }));
    expect(factor.jitter).toBeGreaterThan(0);
    expect(Math.abs(clipped.logDeterminant - good.logDeterminant)).toBeLessThan(1e-3);
    expect(Math.abs(mended - good.logDeterminant)).toBeGreaterThan(5);
  });

  test("a kernel that is truly indefinite is refused", () => {
    const bad = addToDiagonal(K, -0.2);
    expect(() => fisherPosterior(engine, { K: bad }, contrasts, { precision: 100 })).toThrow("truly indefinite");
  });

  test("where β λ passes 1e14 the spectrum takes over", () => {
    const posterior = fisherPosterior(engine, { K }, contrasts, { precision: 1e15 });
    expect(posterior.route).toBe("spectrum");
    const limit = fisherPosterior(engine, { K }, contrasts, { precision: 1e10 });
    expect(relative(posterior.s, limit.s)).toBeLessThan(1e-6);
  });
});

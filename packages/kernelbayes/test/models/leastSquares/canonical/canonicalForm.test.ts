import { expect, test, describe } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { kernelForm, kernelSpectrum } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { biases, engine, outputsOf, relativeDifference, rowsOf } from "../problems.ts";
import {
  formExpansion,
  solutionAt,
  trainingResiduals,
} from "../../../../src/models/leastSquares/expansion/formExpansion.ts";
import { leaveGroupsOut, residualMatrix } from "../../../../src/models/leastSquares/canonical/residualMatrix.ts";
import {
  leaveOneOutAt,
  leaveOneOutOnGrid,
  responseOf,
} from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fisherTargets } from "../../../../src/models/leastSquares/expansionProblem.ts";
import { significantPart } from "../../../../src/models/leastSquares/expansion/chooseRegularization.ts";

const ones = (n: number): Float64Array => new Float64Array(n).fill(1);

test("eigenvalues that are nothing but rounding are zero, above zero as well as below", () => {
  const { X } = rowsOf(40);
  const doubled = matrix(80, 2, Float64Array.from([...X.data, ...X.data]));
  const K = gaussian({ lengthScale: 0.3 }).matrix(engine, doubled);
  const { eigenvalues } = kernelForm(engine, K, "function", { weights: ones(80), bias: "none" });
  // Each row is there twice: rank 40.
  expect(eigenvalues.filter((value) => value === 0)).toHaveLength(40);
  expect(eigenvalues[40]).toBeGreaterThan(1e-10);
});

test("small eigenvalues of an indefinite matrix are not taken for rounding because others are negative", () => {
  const K = matrix(4, 4);
  [-0.5, 1e-9, 1e-3, 1].forEach((value, i) => (K.data[5 * i] = value));
  const { eigenvalues } = kernelForm(engine, K, "function", { weights: ones(4), bias: "none" });
  expect(eigenvalues[0]).toBe(0);
  [1e-9, 1e-3, 1].forEach((value, i) => expect(eigenvalues[i + 1] / value).toBeCloseTo(1, 6));
});

const n = 300;
const { X, signs, weights } = rowsOf(n, { weighted: true });
// Two rows far from all others and from each other: nothing but their own eigenvectors touches them.
X.data.set([90, 0, 0, 90], 0);
const kernel = gaussian({ lengthScale: 3 });
const K = kernel.matrix(engine, X);
const targets = fisherTargets(signs, weights);
const grid = [1e-7, 1e-4, 0.1, 1e4].map(Math.log);

/** V diag(λ) Vᵀ. */
function product(values: Float64Array, vectors: Matrix): Matrix {
  const r = values.length;
  const scaled = matrix(
    vectors.rows,
    r,
    vectors.data.map((value, at) => value * values[at % r]),
  );
  return engine.multiply(scaled, vectors, { transposeB: true });
}

test("the few pairs above rounding make up the matrix as all pairs do, and are orthonormal", () => {
  const { values, vectors, remainder } = kernelSpectrum(engine, K, "numerical");
  const whole = kernelSpectrum(engine, K);
  const r = values.length;
  expect(r).toBeLessThan(0.5 * n);
  expect(whole.vectors.columns).toBe(n);
  expect(whole.remainder).toBeUndefined();
  const unit = n * Number.EPSILON * values[r - 1];
  product(values, vectors).data.forEach((value, at) => expect(Math.abs(value - K.data[at])).toBeLessThan(3 * unit));
  values.forEach((value, j) => expect(Math.abs(value - whole.values[n - r + j])).toBeLessThan(3 * unit));
  engine
    .symmetricProduct(vectors, { transpose: true })
    .data.forEach((value, at) =>
      expect(Math.abs(value - (at % (r + 1) === 0 ? 1 : 0))).toBeLessThan(n * Number.EPSILON),
    );
  remainder?.forEach((left, i) => {
    let spanned = 0;
    for (let j = 0; j < r; j++) spanned += vectors.data[i * r + j] ** 2;
    expect(left + spanned).toBeCloseTo(1, 12);
  });
});

test("what is left of a row that has an eigenvector of its own is no difference of ones", () => {
  const { remainder } = kernelSpectrum(engine, K, "numerical");
  for (const far of [0, 1]) expect(remainder?.[far]).toBeLessThan(1e-27);
});

test("all pairs are found where most of them are above rounding, where there are few rows, and where the matrix is no kernel", () => {
  const complete = (of: Matrix): boolean => kernelSpectrum(engine, of, "numerical").remainder === undefined;
  expect(complete(gaussian({ lengthScale: 0.05 }).matrix(engine, X))).toBe(true);
  expect(complete(kernel.matrix(engine, rowsOf(100).X))).toBe(true);
  const indefinite = matrix(n, n, K.data.slice());
  indefinite.data[0] = -1;
  expect(complete(indefinite)).toBe(true);
  expect(complete(K)).toBe(false);
});

describe.each(biases)("with bias %s", (bias) => {
  describe.each(["function", "coefficients"] as const)("and the penalty of the %s", (penalty) => {
    const whole = kernelForm(engine, K, penalty, { weights, bias });
    const thin = kernelForm(engine, K, penalty, { weights, bias, rank: "numerical" });
    const [wholeResponse, thinResponse] = [whole, thin].map((form) => responseOf(engine, form, targets));
    const mu = 1e-4;
    // Either decomposition errs by up to n ε λₘₐₓ in K, which moves residuals by that over μ, or over √μ where K enters squared.
    const unsquared = penalty === "function" ? (value: number): number => value : Math.sqrt;
    const rounding = n * Number.EPSILON * unsquared(Math.max(...whole.eigenvalues));
    const within = (of: number): number => 1e-11 + rounding / unsquared(of);

    test("leave-one-out residuals and their derivatives are those of all pairs", () => {
      const [expected] = leaveOneOutOnGrid(engine, whole, [wholeResponse], grid);
      const [actual] = leaveOneOutOnGrid(engine, thin, [thinResponse], grid);
      actual.data.forEach((value, at) => {
        const most = within(Math.exp(grid[at % grid.length])) * Math.max(1, Math.abs(expected.data[at]));
        expect(Math.abs(value - expected.data[at])).toBeLessThan(most);
      });
      for (const logMu of grid) {
        const every = leaveOneOutAt(engine, whole, wholeResponse, logMu);
        const few = leaveOneOutAt(engine, thin, thinResponse, logMu);
        for (const name of ["residuals", "first", "second"] as const) {
          expect(relativeDifference(few[name], every[name])).toBeLessThan(within(Math.exp(logMu)));
        }
      }
    });

    test("so they are of those pairs that can tell one μ from another", () => {
      const high = [1e3, 1e4, 1e6].map(Math.log);
      const part = significantPart(engine, thin, [thinResponse], 1e3);
      const isOfColumns = bias === "regularized" && penalty === "coefficients";
      if (!isOfColumns) expect(part.form.basis.columns).toBeLessThan(thin.basis.columns);
      const [expected] = leaveOneOutOnGrid(engine, thin, [thinResponse], high);
      const [actual] = leaveOneOutOnGrid(engine, part.form, part.responses, high);
      actual.data.forEach((value, at) => {
        expect(Math.abs(value - expected.data[at])).toBeLessThan(1e-9 * Math.abs(expected.data[at]) + 1e-11);
      });
    });

    test("so are training residuals, and those without groups of rows", () => {
      const inTraining = [
        trainingResiduals(engine, thin, thinResponse, mu),
        trainingResiduals(engine, whole, wholeResponse, mu),
      ];
      expect(relativeDifference(inTraining[0], inTraining[1])).toBeLessThan(within(mu));
      const matrices = [
        residualMatrix(engine, thin, thinResponse, mu),
        residualMatrix(engine, whole, wholeResponse, mu),
      ];
      expect(relativeDifference(matrices[0].D.data, matrices[1].D.data)).toBeLessThan(within(mu));
      expect(relativeDifference(matrices[0].N, matrices[1].N)).toBeLessThan(within(mu));
      const groups = Array.from({ length: 60 }, (_, g) => Int32Array.from({ length: 5 }, (_, k) => g + 60 * k));
      const [actual] = leaveGroupsOut(engine, thin, [thinResponse], mu, groups);
      const [expected] = leaveGroupsOut(engine, whole, [wholeResponse], mu, groups);
      expect(relativeDifference(actual, expected)).toBeLessThan(within(mu));
    });

    test("and outputs at new rows and their deviations", () => {
      const others = rowsOf(20, { seed: 5 }).X;
      const columns = kernel.cross(engine, others, X);
      const outputs = [
        outputsOf(engine, columns, solutionAt(thin, thinResponse, mu)),
        outputsOf(engine, columns, solutionAt(whole, wholeResponse, mu)),
      ];
      expect(relativeDifference(outputs[0], outputs[1])).toBeLessThan(within(mu));
      const [actual, expected] = [
        formExpansion(engine, thin, [thinResponse], mu),
        formExpansion(engine, whole, [wholeResponse], mu),
      ];
      expect(Math.abs(actual.machines[0].noise / expected.machines[0].noise - 1)).toBeLessThan(within(mu));
      const lengths = ({ spread, shift }: typeof actual): Float64Array => {
        const turned = engine.multiply(columns, spread, { transposeB: true });
        return Float64Array.from({ length: 20 }, (_, i) =>
          shift.reduce((sum, value, j) => sum + (turned.data[i * shift.length + j] - value) ** 2, 0),
        );
      };
      expect(relativeDifference(lengths(actual), lengths(expected))).toBeLessThan(within(mu));
    });
  });
});

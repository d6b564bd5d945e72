import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import {
  constraintFactor,
  evidenceWeights,
  expectedScatter,
  fisherEvidence,
  precisionSlope,
} from "../../../../src/models/fisher/evidence/fisherEvidence.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { fisherPosterior, trainingMoments } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { linear, type Kernel } from "../../../../src/kernels/index.ts";
import { dot, scaleMatrix, toRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { combination, identityRows, logDeterminantOf, times, traceOf } from "../../naive.ts";
import {
  applied,
  ard,
  copied,
  differencesInLogs,
  engine,
  inverseOf,
  relative,
  sample,
  smooth,
  withinMatrix,
} from "../samples.ts";

const given = sample(12, 3);
const { X, contrasts } = given;
const weighted = fisherContrasts(given.labels, given.weights);

function evidenceOf(kernel: Kernel, precision: number, at = contrasts, degrees: "rows" | "rank" = "rows"): number {
  return fisherEvidence(fisherPosterior(engine, kernelOnRows(engine, kernel, X, at), at, { precision }), degrees);
}

test("the evidence is the integral of prior, noise and constraint over the latent values", () => {
  const K = toRows(smooth().matrix(engine, X));
  const L = withinMatrix(contrasts);
  for (const beta of [0.01, 1, 25]) {
    // ∫ N(f; 0, K) (β/2π)^{n/2} exp(−½βfᵀLf) df = (β/2π)^{n/2} |I + βKL|^-½; under that Gaussian δᵀf ~ N(0, s).
    const Sigma = inverseOf(combination(1, inverseOf(K), beta, L));
    const s = dot(contrasts.delta, applied(Sigma, contrasts.delta));
    const unconstrained =
      6 * Math.log(beta / (2 * Math.PI)) - 0.5 * logDeterminantOf(combination(1, identityRows(12), beta, times(K, L)));
    const density = -0.5 * Math.log(2 * Math.PI * s) - 4 / (2 * s);
    expect(evidenceOf(smooth(), beta)).toBeCloseTo(unconstrained + density, 9);
    expect(evidenceOf(smooth(), beta, contrasts, "rank")).toBeCloseTo(
      unconstrained + density - Math.log(beta / (2 * Math.PI)),
      9,
    );
  }
});

test("the expected scatter is that of the posterior moments", () => {
  const K = smooth().matrix(engine, X);
  const posterior = fisherPosterior(engine, { K }, contrasts, { precision: 1.7 });
  const { mean, covariance } = trainingMoments(engine, posterior, K);
  const L = withinMatrix(contrasts);
  const expected = traceOf(times(L, toRows(covariance))) + dot(mean, applied(L, mean));
  expect(relative(expectedScatter(posterior), expected)).toBeLessThan(1e-10);
});

describe.each([
  ["without weights", contrasts],
  ["with weights", weighted],
])("gradients %s", (_, at) => {
  test.each([
    ["gaussian and nugget", smooth()],
    ["gaussian alone", smooth(0.8, 0.9, 0)],
    ["composite", ard(3)],
  ])("of a kernel of %s are those by differences", (_name, kernel) => {
    for (const precision of [0.02, 1, 30]) {
      const onRows = kernelOnRows(engine, kernel, X, at);
      const { W, ownSlopes } = evidenceWeights(fisherPosterior(engine, onRows, at, { precision }));
      const expected = differencesInLogs(kernel, (each) => evidenceOf(each, precision, at));
      const scale = Math.max(1, ...expected.map(Math.abs));
      expectClose(onRows.contract(W, ownSlopes), expected, 1e-7 * scale);
    }
  });

  test("in log β are those by differences, for both counts of degrees", () => {
    for (const precision of [1e-3, 0.4, 50]) {
      for (const degrees of ["rows", "rank"] as const) {
        const step = 1e-5;
        const moved = (by: number): number => evidenceOf(smooth(), precision * Math.exp(by), at, degrees);
        const posterior = fisherPosterior(engine, kernelOnRows(engine, smooth(), X, at), at, { precision });
        expect(precisionSlope(posterior, degrees)).toBeCloseTo((moved(step) - moved(-step)) / (2 * step), 7);
      }
    }
  });
});

test("the evidence of weighted rows is that of their copies", () => {
  const copies = copied(given);
  for (const kernel of [smooth(), smooth(1, 1, 0), ard(3)]) {
    const posterior = fisherPosterior(engine, { K: kernel.matrix(engine, copies.X) }, copies.contrasts, {
      precision: 2,
    });
    expect(relative(evidenceOf(kernel, 2, weighted), fisherEvidence(posterior))).toBeLessThan(1e-12);
  }
});

describe("of the composite kernel", () => {
  const kernel = ard(3);
  const onRows = kernelOnRows(engine, kernel, X, contrasts);
  const { W, ownSlopes } = evidenceWeights(fisherPosterior(engine, onRows, contrasts, { precision: 1.7 }));
  const [, inverseSquaredLength, linearPart, bias, , ...relevance] = onRows.contract(W, ownSlopes);

  test("the slopes of the column weights sum to those of θ₂ and θ₃", () => {
    expect(relevance.reduce((a, b) => a + b, 0)).toBeCloseTo(inverseSquaredLength + linearPart, 12);
  });

  test("the slope of the bias θ₄ is zero", () => {
    expect(Math.abs(bias)).toBeLessThan(1e-12);
  });
});

test("without the constraint a kernel that vanishes on the data would be best", () => {
  const marginal = (factor: number): number => {
    const K = scaleMatrix(smooth().matrix(engine, X), factor);
    return -0.5 * fisherPosterior(engine, { K }, contrasts, { precision: 1 }).logDeterminant;
  };
  expect(marginal(1e-6)).toBeGreaterThan(marginal(1e-3));
  expect(marginal(1e-3)).toBeGreaterThan(marginal(1));
  // With it the kernel must hold the classes apart.
  expect(evidenceOf(smooth(1e-6, 1.1, 1e-7), 1)).toBeLessThan(evidenceOf(smooth(), 1));
});

test("without a prior of β the evidence of a kernel of full rank grows like log β, that of a linear one falls", () => {
  const growth = evidenceOf(smooth(), 1e8) - evidenceOf(smooth(), 1e7);
  expect(growth).toBeCloseTo(Math.log(10), 4);
  // A linear kernel of 3 columns cannot pile 12 rows on two points.
  expect(evidenceOf(linear(), 1e6)).toBeLessThan(evidenceOf(linear(), 1e4) - 1000);
});

test("the factor of the constraint", () => {
  expect(constraintFactor({ distance: 2, s: 0.5 })).toBe(4 / 0.25 - 2);
});

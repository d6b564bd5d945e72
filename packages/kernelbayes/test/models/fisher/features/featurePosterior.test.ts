import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import {
  expectedScatter,
  fisherEvidence,
  precisionSlope,
} from "../../../../src/models/fisher/evidence/fisherEvidence.ts";
import {
  featureMoments,
  featurePosterior,
  nuggetSlope,
  weightMoments,
  featureContrastAt,
} from "../../../../src/models/fisher/features/featurePosterior.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { contrastAt, fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { fisherLeaveOneOut } from "../../../../src/models/fisher/posterior/fisherLeaveOneOut.ts";
import { contrastCoefficients, featureDiagonalOfM } from "../../../../src/models/fisher/evidence/evaluateLowRank.ts";
import { composite, type Kernel } from "../../../../src/kernels/index.ts";
import { dot, fromRows, toRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { applied, copied, cosine, engine, inverseOf, relative, sample } from "../samples.ts";

const given = sample(14, 3);
const { X } = given;
const priorPrecision = Float64Array.of(0.5, 1, 4);
const Z = fromRows([
  [0.2, -1, 0.4],
  [2, 0.5, -3],
]);

/** K = XA⁻¹Xᵀ + ηI as a kernel. */
function linearKernel(nugget: number): Kernel {
  return composite({ variance: 0, linear: 1, bias: 0, nugget, relevance: priorPrecision.map((a) => 1 / a) });
}

describe.each([
  ["rows", 0, fisherContrasts(given.labels)],
  ["rows with a nugget", 0.3, fisherContrasts(given.labels)],
  ["weighted rows", 0, fisherContrasts(given.labels, given.weights)],
  ["weighted rows with a nugget", 0.3, fisherContrasts(given.labels, given.weights)],
])("for %s the space of weights", (_, nugget, contrasts) => {
  const settings = { precision: 1.7, distance: 1.5, priorPrecision, nugget };
  const posterior = featurePosterior(engine, featureMoments(engine, X, contrasts), settings);
  const kernel = linearKernel(nugget);
  const dense = fisherPosterior(engine, kernelOnRows(engine, kernel, X, contrasts), contrasts, settings);
  const cross = kernel.cross(engine, X, Z);
  const extra = new Float64Array(2).fill(nugget);

  test("has the figures of the Gaussian process with K = XA⁻¹Xᵀ", () => {
    expect(relative(posterior.s, dense.s)).toBeLessThan(1e-11);
    expect(relative(posterior.logDeterminant, dense.logDeterminant)).toBeLessThan(1e-11);
    expect(relative(fisherEvidence(posterior), fisherEvidence(dense))).toBeLessThan(1e-11);
    expect(relative(expectedScatter(posterior), expectedScatter(dense))).toBeLessThan(1e-10);
    expect(relative(posterior.midpoint, dense.midpoint)).toBeLessThan(1e-10);
    expectClose(contrastCoefficients(posterior), dense.u, 1e-11);
    expectClose(featureDiagonalOfM(engine, posterior), dense.diagonalOfM(), 1e-10);
  });

  test("predicts as it does", () => {
    const contrast = featureContrastAt(engine, posterior, Z, extra);
    expectClose(contrast.mean, contrastAt(engine, dense, cross, kernel.diagonal(Z)).mean, 1e-10);
    expectClose(contrast.variance, contrastAt(engine, dense, cross, kernel.diagonal(Z)).variance, 1e-10);
  });

  test("leaves rows out as it does, in O(np²)", () => {
    const own = new Float64Array(14).fill(nugget);
    const figures = {
      contrasts,
      precision: 1.7,
      distance: 1.5,
      s: posterior.s,
      u: contrastCoefficients(posterior),
      own,
    };
    const thin = fisherLeaveOneOut({ ...figures, diagonalOfM: () => featureDiagonalOfM(engine, posterior) });
    expectClose(thin.logOdds, fisherLeaveOneOut(dense).logOdds, 1e-9);
  });

  test("has the slopes that differences give", () => {
    const value = (logs: readonly number[]): number =>
      fisherEvidence(
        featurePosterior(engine, featureMoments(engine, X, contrasts), {
          ...settings,
          priorPrecision: priorPrecision.map((a, j) => a * Math.exp(logs[j])),
          precision: 1.7 * Math.exp(logs[3]),
          nugget: nugget * Math.exp(logs[4]),
        }),
      );
    const expected = [0, 1, 2, 3, 4].map((j) => {
      const moved = (by: number): number => value([0, 1, 2, 3, 4].map((k) => (k === j ? by : 0)));
      return (moved(1e-5) - moved(-1e-5)) / 2e-5;
    });
    // ∂ℰ/∂log a_j = ½ − ½a_j(S_w)_jj.
    const ofPrior = weightMoments(posterior).map((moment, j) => 0.5 - 0.5 * priorPrecision[j] * moment);
    expectClose([...ofPrior, precisionSlope(posterior), nuggetSlope(posterior)], expected, 1e-8);
  });
});

test("weighted rows are their copies", () => {
  const copies = copied(given);
  const settings = { precision: 0.8, priorPrecision, nugget: 0.2 };
  const byWeight = featurePosterior(
    engine,
    featureMoments(engine, X, fisherContrasts(given.labels, given.weights)),
    settings,
  );
  const byCopies = featurePosterior(engine, featureMoments(engine, copies.X, copies.contrasts), settings);
  expectClose(byWeight.weights, byCopies.weights, 1e-12);
  expect(relative(fisherEvidence(byWeight), fisherEvidence(byCopies))).toBeLessThan(1e-12);
});

describe("without a nugget", () => {
  const moments = featureMoments(engine, X, given.contrasts);

  test("the variance is zero along the difference of the means, and nowhere negative", () => {
    const posterior = featurePosterior(engine, moments, { precision: 3, priorPrecision });
    const { difference, center, midpoint } = moments;
    const rows = fromRows([1, -100].map((by) => Array.from(difference, (d, j) => by * d + center[j] + midpoint[j])));
    expectClose(featureContrastAt(engine, posterior, rows).variance, [0, 0], 1e-24 * 1e4);
    const { b, s } = posterior;
    // Cov(w) = B⁻¹ − bbᵀ/s has rank p − 1.
    expectClose(
      applied(
        toRows(posterior.inverse()).map((row, i) => row.map((value, j) => value - (b[i] * b[j]) / s)),
        moments.difference,
      ),
      [0, 0, 0],
      1e-14,
    );
  });

  test("a weak prior gives Fisher's direction, a strong one the difference of the means", () => {
    const weak = featurePosterior(engine, moments, { precision: 1, priorPrecision: new Float64Array(3).fill(1e-9) });
    const strong = featurePosterior(engine, moments, { precision: 1, priorPrecision: new Float64Array(3).fill(1e9) });
    const fisher = applied(inverseOf(toRows(moments.scatter)), moments.difference);
    expect(1 - cosine(weak.weights, fisher)).toBeLessThan(1e-12);
    expect(1 - cosine(strong.weights, moments.difference)).toBeLessThan(1e-12);
    expect(dot(strong.weights, moments.difference)).toBeCloseTo(2, 10);
  });

  test("an offset of the columns changes nothing but the level", () => {
    const shifted = featureMoments(
      engine,
      fromRows(toRows(X).map((row) => row.map((value, j) => value + 1000 * (j + 1)))),
      given.contrasts,
    );
    const [a, b] = [moments, shifted].map((each) => featurePosterior(engine, each, { precision: 2 }));
    expectClose(a.weights, b.weights, 1e-11);
    expect(relative(fisherEvidence(a), fisherEvidence(b))).toBeLessThan(1e-12);
  });
});

test("settings that have no meaning are refused", () => {
  const moments = featureMoments(engine, X, given.contrasts);
  expect(() => featurePosterior(engine, moments, { precision: 1, nugget: -1 })).toThrow(RangeError);
  expect(() => featurePosterior(engine, moments, { precision: 1, priorPrecision: Float64Array.of(1, 0, 1) })).toThrow(
    RangeError,
  );
  expect(() => featurePosterior(engine, moments, { precision: 1, priorPrecision: Float64Array.of(1) })).toThrow(
    RangeError,
  );
  const same = featureMoments(engine, fromRows([[1], [2], [1], [2]]), fisherContrasts([0, 0, 1, 1]));
  expect(() => featurePosterior(engine, same, { precision: 1 })).toThrow("not separable");
  // With a nugget the rows can be told apart, though not by their columns.
  const byNugget = featurePosterior(engine, same, { precision: 1, nugget: 0.5 });
  expect(byNugget.s).toBeCloseTo(0.5, 14);
  const { mean, variance } = featureContrastAt(engine, byNugget, fromRows([[3]]));
  expect(mean[0]).toBe(0);
  expect(variance[0]).toBeGreaterThan(0);
});

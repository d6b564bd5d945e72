import { describe, expect, test } from "vitest";
import { evaluateFisher } from "../../../../src/models/fisher/evidence/evaluateFisher.ts";
import { expectedScatter } from "../../../../src/models/fisher/evidence/fisherEvidence.ts";
import { fisherLeaveOneOut } from "../../../../src/models/fisher/posterior/fisherLeaveOneOut.ts";
import {
  contrastAt,
  fisherPosterior,
  latentAt,
  type FisherPosterior,
} from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { classMeans, fisherContrasts, type FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { dot, multiplyVector, selectRows, toRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { combination, identityRows, logDeterminantOf, times, traceOf, transposed } from "../../naive.ts";
import { applied, differencesInLogs, engine, inverseOf, relative, sample, smooth, withoutFactors } from "../samples.ts";

const { X, labels, weights: copies } = sample(13, 2);
const memberships = Float64Array.from(labels, (label, i) => Math.abs(label - [0, 0.05, 0.4, 0.7][i % 4]));
const ones = labels.map(() => 1);
const distance = 1.7;

function posteriorOf(contrasts: FisherContrasts, precision: number, on = engine): FisherPosterior {
  const prior = kernelOnRows(engine, smooth(), X, contrasts);
  return fisherPosterior(on, prior, contrasts, { precision, distance });
}

/** Everything by its definition: L = I − E N⁻¹Eᵀ with the memberships as the rows of E. */
function byDefinition(beta: number) {
  const contrasts = fisherContrasts(labels, ones, memberships);
  const K = toRows(smooth().matrix(engine, X));
  const n = K.length;
  const E = Array.from(memberships, (r) => [r, 1 - r]);
  const sizes = [0, 1].map((q) => E.reduce((sum, row) => sum + row[q], 0));
  const scaled = E.map((row) => row.map((entry, q) => entry / sizes[q]));
  const L = combination(1, identityRows(n), -1, times(scaled, transposed(E)));
  const delta = scaled.map(([upper, lower]) => upper - lower);
  const Sigma = inverseOf(combination(1, inverseOf(K), beta, L));
  const s = dot(Float64Array.from(delta), applied(Sigma, delta));
  const mean = applied(Sigma, delta).map((value) => (distance * value) / s);
  const M = times(L, inverseOf(combination(1, identityRows(n), beta, times(K, L)))).map((row) =>
    row.map((x) => beta * x),
  );
  const Sd = applied(Sigma, delta);
  const covariance = combination(
    1,
    Sigma,
    -1 / s,
    times(
      Sd.map((x) => [x]),
      [Sd],
    ),
  );
  return { contrasts, K, L, delta, Sigma, s, mean, M, covariance };
}

describe.each([1e-4, 1, 30, 1e4])("rows that belong to both classes, β = %s", (beta) => {
  const { contrasts, K, L, delta, Sigma, s, mean, M, covariance } = byDefinition(beta);

  test.each([
    ["factor", engine],
    ["spectrum", withoutFactors],
  ])("u, s, M, the determinant and the scatter are those of the definition, by the %s", (route, on) => {
    const posterior = posteriorOf(contrasts, beta, on);
    expect(posterior.route).toBe(route);
    expectClose(contrasts.delta, delta, 1e-15);
    expectClose(posterior.u, applied(inverseOf(combination(1, identityRows(13), beta, times(L, K))), delta), 1e-8);
    expect(relative(posterior.s, s)).toBeLessThan(1e-7);
    const scale = Math.max(...M.flat().map(Math.abs));
    expectClose(posterior.combination(1, 0).data, M.flat(), 1e-8 * scale);
    expectClose(
      posterior.diagonalOfM(),
      M.map((row, i) => row[i]),
      1e-8 * scale,
    );
    const bordered = combination(1, identityRows(13), beta, times(K, L));
    expect(Math.abs(posterior.logDeterminant - logDeterminantOf(bordered))).toBeLessThan(1e-8);
    const second = combination(
      1,
      covariance,
      1,
      times(
        mean.map((x) => [x]),
        [mean],
      ),
    );
    expect(relative(posterior.withinTrace(), traceOf(times(L, Sigma)))).toBeLessThan(1e-6);
    expect(relative(expectedScatter(posterior), traceOf(times(L, second)))).toBeLessThan(1e-6);
  });

  test("the projections of the training rows are d apart in the class means that memberships weigh", () => {
    const posterior = posteriorOf(contrasts, beta);
    const projected = multiplyVector(kernelOnRows(engine, smooth(), X, contrasts).K, posterior.coefficients);
    const [lower, upper] = classMeans(contrasts, projected);
    expect(Math.abs(upper - lower - distance)).toBeLessThan(1e-8);
    expectClose(projected, mean, 1e-7);
  });
});

test.each([1e-3, 1, 100])("the gradient of the evidence is that of its differences, β = %s", (precision) => {
  const contrasts = fisherContrasts(labels, copies, memberships);
  const evaluate = (kernel = smooth(), beta = precision) => evaluateFisher(engine, kernel, beta, { X, contrasts });
  const { kernelSlopes, precisionSlope } = evaluate();
  expectClose(
    kernelSlopes,
    differencesInLogs(smooth(), (kernel) => evaluate(kernel).objective),
    1e-5,
  );
  const step = 1e-5;
  const higher = evaluate(smooth(), precision * Math.exp(step)).objective;
  const difference = (higher - evaluate(smooth(), precision * Math.exp(-step)).objective) / (2 * step);
  expect(Math.abs(precisionSlope - difference)).toBeLessThan(1e-5 * Math.max(1, Math.abs(difference)));
});

test("memberships of 0 and 1 are labels", () => {
  const soft = posteriorOf(fisherContrasts(labels, copies, Float64Array.from(labels)), 2);
  const hard = posteriorOf(fisherContrasts(labels, copies), 2);
  expectClose(soft.coefficients, hard.coefficients, 1e-14);
  expect(relative(soft.s, hard.s)).toBeLessThan(1e-14);
  expectClose(fisherLeaveOneOut(soft).logOdds, fisherLeaveOneOut(hard).logOdds, 1e-12);
});

test("a row of integer weight is as many rows of its membership", () => {
  const chosen = copies.flatMap((w, i) => new Array<number>(w).fill(i));
  const rows = selectRows(X, chosen);
  const each = fisherContrasts(
    chosen.map((i) => labels[i]),
    undefined,
    Float64Array.from(chosen, (i) => memberships[i]),
  );
  const ofCopies = fisherPosterior(engine, { K: smooth().matrix(engine, rows) }, each, { precision: 2, distance });
  const ofWeights = posteriorOf(fisherContrasts(labels, copies, memberships), 2);
  expect(relative(ofWeights.s, ofCopies.s)).toBeLessThan(1e-12);
  expect(Math.abs(ofWeights.logDeterminant - ofCopies.logDeterminant)).toBeLessThan(1e-11);
  expect(relative(ofWeights.withinTrace(), ofCopies.withinTrace())).toBeLessThan(1e-11);
});

describe.each([
  ["unit weights", ones],
  ["copies", copies],
  ["fractions of rows", labels.map((_, i) => 0.2 + 0.05 * i)],
])("with %s", (_, weights) => {
  test.each([0.01, 2.3, 500])("leave-one-out equals refits without one unit of each row, β = %s", (precision) => {
    const contrasts = fisherContrasts(labels, weights, memberships);
    const left = fisherLeaveOneOut(posteriorOf(contrasts, precision));
    labels.forEach((_label, i) => {
      const less = weights.map((w, k) => (k === i ? w - Math.min(1, w) : w));
      const kept = less.flatMap((w, k) => (w > 0 ? [k] : []));
      const rows = selectRows(X, kept);
      const at = fisherContrasts(
        kept.map((k) => labels[k]),
        kept.map((k) => less[k]),
        Float64Array.from(kept, (k) => memberships[k]),
      );
      const prior = kernelOnRows(engine, smooth(), rows, at);
      const posterior = fisherPosterior(engine, prior, at, { precision, distance });
      const x = selectRows(X, [i]);
      const { mean, variance } = contrastAt(engine, posterior, smooth().cross(engine, rows, x), smooth().diagonal(x));
      expect(Math.abs(left.contrastMean[i] - mean[0])).toBeLessThan(1e-9 * Math.max(1, Math.abs(mean[0])));
      expect(relative(left.contrastVariance[i], variance[0])).toBeLessThan(1e-8);
      const odds = (distance * mean[0]) / (variance[0] + 1 / precision) + Math.log(at.sizes[1] / at.sizes[0]);
      expect(Math.abs(left.logOdds[i] - odds)).toBeLessThan(1e-8 * Math.max(1, Math.abs(odds)));
    });
  });
});

test("positions are projections less their midpoint", () => {
  const contrasts = fisherContrasts(labels, copies, memberships);
  const posterior = posteriorOf(contrasts, 2);
  const x = selectRows(X, [0, 3, 7]);
  const cross = smooth().cross(engine, X, x);
  const position = contrastAt(engine, posterior, cross, smooth().diagonal(x)).mean;
  const projected = latentAt(engine, posterior, cross, smooth().diagonal(x)).mean;
  expectClose(
    position,
    projected.map((value) => value - posterior.midpoint),
    1e-12,
  );
});

test("memberships outside of 0 to 1, or not one for each row, are refused", () => {
  expect(() =>
    fisherContrasts(
      labels,
      ones,
      memberships.map((r) => r + 0.9),
    ),
  ).toThrow(/between 0 and 1/);
  expect(() => fisherContrasts(labels, ones, memberships.slice(1))).toThrow(/memberships/);
});

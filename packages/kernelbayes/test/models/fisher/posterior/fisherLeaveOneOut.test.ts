import { describe, expect, test } from "vitest";
import {
  classLogOdds,
  empiricalLogOdds,
  contrastAt,
  fisherPosterior,
  type FisherPosterior,
} from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { fisherContrasts, type FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { fisherLeaveOneOut } from "../../../../src/models/fisher/posterior/fisherLeaveOneOut.ts";
import type { Kernel } from "../../../../src/kernels/index.ts";
import { addToDiagonal, selectRows, toRows } from "../../../../src/matrix/index.ts";
import { logSigmoid } from "../../../../src/numeric/sigmoid.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { combination, identityRows, times, transposed } from "../../naive.ts";
import { applied, copied, engine, inverseOf, relative, sample, smooth, withoutFactors } from "../samples.ts";

const given = sample(13, 2);
const { X, labels } = given;

function posteriorOf(kernel: Kernel, at: FisherContrasts, precision: number): FisherPosterior {
  return fisherPosterior(engine, kernelOnRows(engine, kernel, X, at), at, { precision, distance: 1.7 });
}

/** Refits with one unit less of row i, and predicts that row. */
function refitted(kernel: Kernel, weights: readonly number[], i: number, precision: number, nugget = true) {
  const less = weights.map((w, k) => (k === i ? w - Math.min(1, w) : w));
  const kept = less.flatMap((w, k) => (w > 0 ? [k] : []));
  const rows = selectRows(X, kept);
  const at = fisherContrasts(
    kept.map((k) => labels[k]),
    kept.map((k) => less[k]),
  );
  const posterior = fisherPosterior(engine, kernelOnRows(engine, kernel, rows, at), at, { precision, distance: 1.7 });
  const x = selectRows(X, [i]);
  const prior = nugget ? kernel.diagonal(x) : Float64Array.of(kernel.cross(engine, x, x).data[0]);
  const contrast = contrastAt(engine, posterior, kernel.cross(engine, rows, x), prior);
  const settings = { precision, distance: 1.7, priorLogOdds: empiricalLogOdds(at) };
  return { mean: contrast.mean[0], variance: contrast.variance[0], logOdds: classLogOdds(contrast, settings)[0] };
}

describe.each([
  ["unit weights", labels.map(() => 1)],
  ["copies", given.weights],
  ["fractions of rows", labels.map((_, i) => 0.2 + 0.05 * i)],
  ["all together", labels.map((_, i) => [0.5, 1, 2.5, 3][i % 4])],
])("with %s", (_, weights) => {
  const contrasts = fisherContrasts(labels, weights);

  test.each([
    [0.01, smooth()],
    [2.3, smooth()],
    [2.3, smooth(1.3, 1.1, 0)],
    [500, smooth()],
  ])("it equals refits without one unit of each row, β = %s", (precision, kernel) => {
    const left = fisherLeaveOneOut(posteriorOf(kernel, contrasts, precision));
    labels.forEach((label, i) => {
      const expected = refitted(kernel, weights, i, precision);
      expect(Math.abs(left.contrastMean[i] - expected.mean)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected.mean)));
      expect(relative(left.contrastVariance[i], expected.variance)).toBeLessThan(1e-8);
      expect(Math.abs(left.logOdds[i] - expected.logOdds)).toBeLessThan(1e-8 * Math.max(1, Math.abs(expected.logOdds)));
      expect(left.logDensity[i]).toBe(logSigmoid(label === 1 ? left.logOdds[i] : -left.logOdds[i]));
    });
    expect(left.omitted).toEqual([]);
  });
});

test("a row of integer weight has the density of each of its copies", () => {
  const copies = copied(given);
  const byWeight = fisherLeaveOneOut(posteriorOf(smooth(), fisherContrasts(labels, given.weights), 2));
  const posterior = fisherPosterior(engine, { K: smooth().matrix(engine, copies.X) }, copies.contrasts, {
    precision: 2,
    distance: 1.7,
  });
  const byCopies = fisherLeaveOneOut(posterior);
  expectClose(
    byCopies.logDensity,
    given.weights.flatMap((w, i) => new Array<number>(w).fill(byWeight.logDensity[i])),
    1e-9,
  );
});

test("the nugget can be left out of the prior variance, as in prediction", () => {
  const contrasts = fisherContrasts(labels);
  const excluded = new Float64Array(13).fill(0.05);
  const left = fisherLeaveOneOut(posteriorOf(smooth(), contrasts, 2), { excluded });
  expect(
    relative(
      left.contrastVariance[4],
      refitted(
        smooth(),
        labels.map(() => 1),
        4,
        2,
        false,
      ).variance,
    ),
  ).toBeLessThan(1e-9);
});

test("both routes give the same, also for a large β", () => {
  const contrasts = fisherContrasts(labels);
  const prior = { K: smooth().matrix(engine, X) };
  for (const precision of [1, 1e6]) {
    const a = fisherLeaveOneOut(fisherPosterior(withoutFactors, prior, contrasts, { precision }));
    const b = fisherLeaveOneOut(fisherPosterior(engine, prior, contrasts, { precision }));
    expectClose(a.contrastMean, b.contrastMean, 1e-6);
    expectClose(a.contrastVariance, b.contrastVariance, 1e-6);
  }
});

test("a row that is its whole class is omitted", () => {
  const lonely = fisherContrasts(labels.map((_, i) => (i === 5 ? 1 : 0)));
  const { omitted, logDensity } = fisherLeaveOneOut(posteriorOf(smooth(), lonely, 2));
  expect(omitted).toEqual([5]);
  expect(logDensity[5]).toBe(0);
  const twice = fisherContrasts(
    labels.map((_, i) => (i === 5 ? 1 : 0)),
    labels.map((_, i) => (i === 5 ? 2 : 1)),
  );
  expect(fisherLeaveOneOut(posteriorOf(smooth(), twice, 2)).omitted).toEqual([]);
});

test("the bordered inverse it rests on: VM + EUᵀ = I, VU = ET, s = (1, −1)T(1, −1)ᵀ − κ/β", () => {
  const beta = 2.3;
  const contrasts = fisherContrasts(labels);
  const K = smooth().matrix(engine, X);
  const posterior = fisherPosterior(engine, { K }, contrasts, { precision: beta });
  const V = toRows(addToDiagonal(K, 1 / beta));
  const E = labels.map((y) => [y, 1 - y]);
  const VE = times(inverseOf(V), E);
  const T = inverseOf(times(transposed(E), VE));
  const U = times(VE, T);
  expectClose(
    combination(1, times(V, toRows(posterior.combination(1, 0))), 1, times(E, transposed(U))).flat(),
    identityRows(13).flat(),
    1e-11,
  );
  expectClose(times(V, U).flat(), times(E, T).flat(), 1e-11);
  expectClose(applied(U, [1, -1]), posterior.u, 1e-12);
  const [[a, b], [c, d]] = T;
  expect(relative(a - b - c + d - contrasts.kappa / beta, posterior.s)).toBeLessThan(1e-10);
});

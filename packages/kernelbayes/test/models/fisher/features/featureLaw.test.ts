import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { fisherContrasts, type FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import {
  expectedScatter,
  fisherEvidence,
  precisionSlope,
} from "../../../../src/models/fisher/evidence/fisherEvidence.ts";
import {
  featureProblem,
  type FeatureProblem,
  columnsProblem,
  rowsProblem,
  featureContrasts,
} from "../../../../src/models/fisher/features/featureLaw.ts";
import {
  contrastAt,
  fisherPosterior,
  type FisherPosterior,
} from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { fisherLeaveOneOut } from "../../../../src/models/fisher/posterior/fisherLeaveOneOut.ts";
import { scaleRowsAndColumns, selectRows, toRows, fromRows } from "../../../../src/matrix/index.ts";
import { applied, copied, cosine, engine, inverseOf, relative, sample } from "../samples.ts";

const forms = { columns: columnsProblem, rows: rowsProblem };

const shapes = [
  { n: 20, p: 4 },
  { n: 13, p: 13 },
  { n: 12, p: 40 },
];

function precisions(p: number): Float64Array {
  return Float64Array.from({ length: p }, (_, j) => 0.3 + (j % 5));
}

/** X A^-½, whose products are the kernel XA⁻¹Xᵀ. */
function scaled(X: Matrix, a: Float64Array): Matrix {
  return scaleRowsAndColumns(
    X,
    new Float64Array(X.rows).fill(1),
    a.map((each) => 1 / Math.sqrt(each)),
  );
}

function gaussianProcess(X: Matrix, a: Float64Array, contrasts: FisherContrasts, precision: number): FisherPosterior {
  return fisherPosterior(engine, { K: engine.symmetricProduct(scaled(X, a)) }, contrasts, { precision });
}

function expectNear(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  const size = Math.max(...Array.from(expected, Math.abs));
  expect(actual.length).toBe(expected.length);
  Array.from(expected).forEach((value, i) => expect(Math.abs(actual[i] - value)).toBeLessThan(tolerance * size));
}

describe.each(shapes)("with $n rows and $p columns", ({ n, p }) => {
  const given = sample(n, p);
  const contrasts = fisherContrasts(given.labels, given.weights);
  const priorPrecision = precisions(p);
  const precision = 2.5;
  const process = gaussianProcess(given.X, priorPrecision, contrasts, precision);
  const asked = sample(7, p, 9).X;

  test.each(Object.entries(forms))("the form in the space of the %s is the Gaussian process XA⁻¹Xᵀ", (_, make) => {
    const law = make(engine, given.X, contrasts, 2).at({ priorPrecision, precision });
    expect(relative(fisherEvidence(law), fisherEvidence(process))).toBeLessThan(1e-12);
    expect(relative(precisionSlope(law), precisionSlope(process))).toBeLessThan(1e-11);
    expect(relative(expectedScatter(law), expectedScatter(process))).toBeLessThan(1e-11);
    expect(relative(law.s, process.s)).toBeLessThan(1e-11);
    expectNear(law.u, process.u, 1e-11);
    expectNear(law.diagonalOfM(), process.diagonalOfM(), 1e-11);

    const [X, Z] = [given.X, asked].map((rows) => scaled(rows, priorPrecision));
    const prior = Float64Array.from(toRows(Z), (row) => row.reduce((sum, value) => sum + value * value, 0));
    const expected = contrastAt(engine, process, engine.multiply(X, Z, { transposeB: true }), prior);
    const { mean, variance } = featureContrasts(engine, law.rule(), asked);
    expectNear(mean, expected.mean, 1e-11);
    expectNear(variance, expected.variance, 1e-11);

    const [left, leftByProcess] = [law, process].map((each) => fisherLeaveOneOut(each));
    expectNear(left.logOdds, leftByProcess.logOdds, 1e-10);
    expectNear(left.contrastVariance, leftByProcess.contrastVariance, 1e-10);
  });

  test.each(Object.entries(forms))("the slopes in the space of the %s are those of the evidence", (_, make) => {
    const problem = make(engine, given.X, contrasts, 2);
    const step = 1e-5;
    const at = (j: number, by: number): number =>
      fisherEvidence(
        problem.at({ priorPrecision: priorPrecision.map((a, k) => (k === j ? a * Math.exp(by) : a)), precision }),
      );
    const moments = problem.at({ priorPrecision, precision }).scaledMoments();
    for (let j = 0; j < p; j += 3) {
      expect(0.5 - 0.5 * moments[j]).toBeCloseTo((at(j, step) - at(j, -step)) / (2 * step), 7);
    }
  });

  test.each(Object.entries(forms))(
    "leave-one-out in the space of the %s equals refits at the same precisions",
    (_, make) => {
      const { X, labels } = given;
      const unit = fisherContrasts(labels);
      const { contrastMean, contrastVariance, omitted } = fisherLeaveOneOut(
        make(engine, X, unit, 2).at({ priorPrecision, precision }),
      );
      expect(omitted).toEqual([]);
      for (let i = 0; i < n; i++) {
        const rest = Array.from({ length: n }, (_, row) => row).filter((row) => row !== i);
        const refit = make(engine, selectRows(X, rest), fisherContrasts(rest.map((row) => labels[row])), 2);
        const { mean, variance } = featureContrasts(
          engine,
          refit.at({ priorPrecision, precision }).rule(),
          selectRows(X, [i]),
        );
        expect(Math.abs(contrastMean[i] - mean[0])).toBeLessThan(1e-9 * Math.max(1, Math.abs(mean[0])));
        expect(Math.abs(contrastVariance[i] - variance[0])).toBeLessThan(1e-9 * Math.max(1, variance[0]));
      }
    },
  );

  test.each(Object.entries(forms))("a row of weight w counts as w rows in the space of the %s", (_, make) => {
    const many = copied(given);
    const point = { priorPrecision, precision };
    const weighted = make(engine, given.X, contrasts, 2).at(point);
    const repeated = make(engine, many.X, many.contrasts, 2).at(point);
    expect(relative(fisherEvidence(weighted), fisherEvidence(repeated))).toBeLessThan(1e-12);
    expectNear(weighted.weights, repeated.weights, 1e-11);
    expectNear(weighted.scaledMoments(), repeated.scaledMoments(), 1e-11);
    const perCopy = fisherLeaveOneOut(repeated).logOdds;
    let at = 0;
    fisherLeaveOneOut(weighted).logOdds.forEach((odds, i) => {
      expect(Math.abs(odds - perCopy[at])).toBeLessThan(1e-9);
      at += given.weights[i];
    });
  });
});

test("without a prior it is Fisher's direction, under a strong one the difference of the means", () => {
  const { X, contrasts } = sample(40, 3);
  const problem = featureProblem(engine, X, contrasts);
  const at = (a: number): Float64Array =>
    problem.at({ priorPrecision: new Float64Array(3).fill(a), precision: 1 }).weights;
  const { difference, scatter } = momentsOf(X, contrasts);
  expect(1 - cosine(at(1e-9), applied(inverseOf(scatter), difference))).toBeLessThan(1e-12);
  expect(1 - cosine(at(1e9), difference)).toBeLessThan(1e-12);
});

test("the form is that with the smaller matrix, and both agree where β is large", () => {
  const wide = sample(10, 25);
  const point = { priorPrecision: precisions(25), precision: 1e4 };
  const chosen = featureProblem(engine, wide.X, wide.contrasts).at(point);
  // With more columns than rows a rule tells what is explained of the prior variance, and has a row for each row and one more.
  expect(chosen.rule().priorVariance).toBeDefined();
  expect(chosen.rule().spread.rows).toBe(11);
  const narrow = sample(25, 10);
  const ofColumns = featureProblem(engine, narrow.X, narrow.contrasts).at({ ...point, priorPrecision: precisions(10) });
  expect(ofColumns.rule().priorVariance).toBeUndefined();
  expect(ofColumns.rule().spread.rows).toBe(10);
  const ofRows = rowsProblem(engine, narrow.X, narrow.contrasts, 2).at({ ...point, priorPrecision: precisions(10) });
  expect(relative(fisherEvidence(ofColumns), fisherEvidence(ofRows))).toBeLessThan(1e-10);
  expectNear(ofColumns.weights, ofRows.weights, 1e-9);
});

test.each(Object.entries(forms))("class means that coincide are told in the space of the %s", (_, make) => {
  const X = matrix(4, 2, Float64Array.of(1, 5, 2, 6, 1, 5, 2, 6));
  const problem: FeatureProblem = make(engine, X, fisherContrasts([0, 0, 1, 1]), 2);
  expect(() => problem.at({ priorPrecision: Float64Array.of(1, 1), precision: 1 })).toThrow("not separable");
  expect(() => problem.at({ priorPrecision: Float64Array.of(1), precision: 1 })).toThrow(RangeError);
});

/** Within-class scatter and difference of the class means, naively. */
function momentsOf(X: Matrix, { classes }: FisherContrasts): { scatter: number[][]; difference: number[] } {
  const rows = toRows(X).map((row) => Array.from(row));
  const means = [0, 1].map((q) => {
    const own = rows.filter((_, i) => classes[i] === q);
    return rows[0].map((_, j) => own.reduce((sum, row) => sum + row[j], 0) / own.length);
  });
  const within = rows.map((row, i) => row.map((value, j) => value - means[classes[i]][j]));
  return {
    scatter: rows[0].map((_, j) => rows[0].map((__, k) => within.reduce((sum, row) => sum + row[j] * row[k], 0))),
    difference: means[1].map((value, j) => value - means[0][j]),
  };
}

const rows = fromRows([
  [3, 1],
  [1, 2],
]);
const common = { midpoint: Float64Array.of(1, 1), weights: Float64Array.of(2, -1), spread: fromRows([[0.5, 0.25]]) };

test("a row stands where its weights put it relative to the midpoint, with a variance that is a square", () => {
  const { mean, variance } = featureContrasts(engine, { ...common, priorVariance: undefined }, rows);
  expect(Array.from(mean)).toEqual([4, -1]);
  expect(Array.from(variance)).toEqual([1, 0.0625]);
});

test("with prior variances the square is what the rows explain of them", () => {
  const { variance } = featureContrasts(engine, { ...common, priorVariance: Float64Array.of(1, 0.5) }, rows);
  expect(Array.from(variance)).toEqual([3, 0.4375]);
});

test("more explained than there was is refused, unless by rounding", () => {
  const priorVariance = Float64Array.of(0.2, 0.5);
  expect(() => featureContrasts(engine, { ...common, priorVariance }, rows)).toThrow("posterior variance");
  const nearly = { ...common, priorVariance: Float64Array.of(0.25 * (1 - 1e-12), 1) };
  expect(featureContrasts(engine, nearly, fromRows([[3, 1]])).variance[0]).toBe(0);
});

import { describe, expect, test } from "vitest";
import {
  bracketSpectra,
  classCovariances,
  shrinkages,
  shrunkenScores,
  spectraPerClass,
  type ClassCovariances,
  type Shrinkage,
  shrunkBracket,
  bracketSpectrum,
  type BracketSpectrum,
} from "../../../src/models/discriminant/shrunkenScores.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { logDeterminant, whiten } from "../../../src/models/parts/gaussianClasses/spectralCovariance.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { engines } from "../../kernels/engines.ts";
import { gaussianRows, type Labelled } from "../problems.ts";
import {
  combination,
  diagonalOf,
  identityRows,
  logDeterminantOf,
  naiveClasses,
  naiveScores,
  traceOf,
  type NaiveClasses,
  type Rows,
  formOf,
  times,
  transposed,
} from "../naive.ts";
import { normal, stream } from "../../../src/random/index.ts";

function learned(engine: Engine, { X, classes }: Labelled, weights = classes.map(() => 1)): ClassCovariances {
  const count = Math.max(...classes) + 1;
  const found = classCovariances(engine, {
    X: fromRows(X),
    classes: Int32Array.from(classes),
    weights: Float64Array.from(weights),
    classCount: count,
  });
  if (!found) throw new Error("There should be covariances.");
  return found;
}

/** (1 − g)[(1 − a) S_k + a S] + g T, written down. */
function naiveCovariance(
  { covariances, pooled }: NaiveClasses,
  k: number,
  { pooled: a, weight: g, target }: Shrinkage,
): Rows {
  const bracket = combination(1 - a, covariances[k], a, pooled);
  const T = target === "mean" ? identityRows(bracket.length, traceOf(bracket) / bracket.length) : diagonalOf(bracket);
  return combination(1 - g, bracket, g, T);
}

test("there are seventy candidates, all different, from the simplest to the richest", () => {
  expect(shrinkages).toHaveLength(70);
  expect(new Set(shrinkages.map((candidate) => JSON.stringify(candidate))).size).toBe(70);
  expect(shrinkages[0]).toEqual({ pooled: 1, weight: 1, target: "mean" });
  expect(shrinkages[69]).toEqual({ pooled: 0, weight: 0.001, target: "diagonal" });
  expect(spectraPerClass).toBe(10);
});

for (const engine of engines) {
  describe.each([
    ["more rows than columns", gaussianRows({ sizes: [12, 9, 14], columns: 4 })],
    ["more columns than rows", gaussianRows({ sizes: [5, 4, 6], columns: 19 })],
  ])(`with %s on the engine ${engine.name}`, (_, data) => {
    const weights = data.classes.map((__, i) => 1 + (i % 3));
    const naive = naiveClasses(data.X, data.classes, weights);
    const total = naive.sizes.reduce((a, b) => a + b, 0);
    const priors = naive.sizes.map((size) => size / total);
    const covariances = learned(engine, data, weights);
    const tested = data.X.slice(3, 6).map((row) => row.map((value, j) => value + 0.1 * j));

    test("the scores of all seventy candidates are those of a dense computation", () => {
      const found = shrunkenScores(engine, covariances, fromRows(tested));
      shrinkages.forEach((candidate, at) => {
        const dense = priors.map((__, k) => naiveCovariance(naive, k, candidate));
        tested.forEach((row, i) => {
          const expected = naiveScores(row, priors, naive.means, dense);
          expected.forEach((score, k) => {
            const error = Math.abs(found[at].data[i * 3 + k] - score) / Math.max(1, Math.abs(score));
            expect(error, `candidate ${JSON.stringify(candidate)}`).toBeLessThan(1e-8);
          });
        });
      });
    });

    test("the spectra give the covariance of a chosen candidate", () => {
      for (const candidate of [shrinkages[10], shrinkages[33], shrinkages[68]]) {
        const spectra = bracketSpectra(engine, covariances, candidate) ?? [];
        expect(spectra).toHaveLength(candidate.pooled === 1 ? 1 : 3);
        spectra.forEach((spectrum, k) => {
          const found = logDeterminant(shrunkBracket(spectrum, candidate.weight));
          expect(found).toBeCloseTo(logDeterminantOf(naiveCovariance(naive, k, candidate)), 7);
        });
      }
    });
  });
}

const [engine] = engines;

test("without a degree of freedom there are no covariances", () => {
  const numbers = Int32Array.of(0, 1, 1);
  const X = fromRows([[1], [2], [4]]);
  expect(
    classCovariances(engine, { X, classes: numbers, weights: Float64Array.of(1, 0.4, 0.6), classCount: 2 }),
  ).toBeUndefined();
  expect(
    classCovariances(engine, { X, classes: numbers, weights: Float64Array.of(1, 1, 1), classCount: 2 }),
  ).toBeDefined();
});

test("a column constant in one class rules out only candidates that build on that class and column alone", () => {
  const { X, classes } = gaussianRows({ sizes: [8, 8], columns: 3 });
  // 0.1 has no exact mean unless it is summed with care.
  const constant = { classes, X: X.map(([a, b, c], i) => [a, b, classes[i] === 1 ? 0.1 : c]) };
  const scores = shrunkenScores(engine, learned(engine, constant), fromRows(constant.X));
  shrinkages.forEach(({ pooled, target }, at) => {
    expect(scores[at].data.every(Number.isFinite)).toBe(!(pooled === 0 && target === "diagonal"));
  });
});

test("a column that varies within no class does no harm, and still tells classes apart if it can", () => {
  const { X, classes } = gaussianRows({ sizes: [8, 8], columns: 2, distance: 0 });
  const plain = shrunkenScores(engine, learned(engine, { X, classes }), fromRows(X));
  const withColumn = (value: (q: number) => number): Labelled => ({
    classes,
    X: X.map((row, i) => [...row, value(classes[i])]),
  });
  const difference = (data: Float64Array, i: number): number => data[2 * i + 1] - data[2 * i];
  const constant = withColumn(() => 0.1);
  const telling = withColumn((q) => (q === 0 ? -0.7 : 0.7));
  const [same, told] = [constant, telling].map((data) =>
    shrunkenScores(engine, learned(engine, data), fromRows(data.X)),
  );
  shrinkages.forEach(({ target, pooled }, at) => {
    classes.forEach((q, i) => {
      // The mean of the diagonal is taken over the columns that vary.
      expect(difference(same[at].data, i)).toBeCloseTo(difference(plain[at].data, i), 9);
      const gain = difference(told[at].data, i) - difference(plain[at].data, i);
      expect(q === 1 ? gain : -gain, `${target} ${pooled}`).toBeGreaterThan(0.9);
    });
  });
});

const random = stream(5);
const drawn = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, (_, j) => (1 + j / 4) * normal(random)));

const wide = drawn(4, 7);
const tall = drawn(12, 5);

for (const engine of engines) {
  describe(`on the engine ${engine.name}`, () => {
    for (const [name, Z] of [
      ["fewer rows than columns", wide],
      ["more rows than columns", tall],
    ] as const) {
      const p = Z[0].length;
      const B = times(transposed(Z), Z);
      const busy = new Array<boolean>(p).fill(false);

      for (const target of ["mean", "diagonal"] as const) {
        const T = target === "mean" ? identityRows(p, traceOf(B) / p) : diagonalOf(B);

        test(`with ${name} and the ${target} as target, B and its rows give (1 − g) B + g T for every g`, () => {
          const spectra = [
            bracketSpectrum(engine, { kind: "rows", Z: fromRows(Z) }, target, busy),
            bracketSpectrum(engine, { kind: "matrix", B: fromRows(B) }, target, busy),
          ];
          for (const g of [1, 0.5, 0.001]) {
            const dense = combination(1 - g, B, g, T);
            const d = drawn(1, p)[0];
            for (const spectrum of spectra) {
              const covariance = shrunkBracket(spectrum as BracketSpectrum, g);
              const white = whiten(engine, covariance, fromRows([d]));
              const form = white.data.reduce((sum, value) => sum + value * value, 0);
              expect(form / formOf(dense, d)).toBeCloseTo(1, 9);
              expect(logDeterminant(covariance)).toBeCloseTo(logDeterminantOf(dense), 9);
            }
          }
        });
      }
    }

    test("a column that varies within no class gets the target 1", () => {
      const Z = drawn(6, 3).map(([a, , c]) => [a, 0, c]);
      const idle = [false, true, false];
      for (const target of ["mean", "diagonal"] as const) {
        const spectrum = bracketSpectrum(engine, { kind: "rows", Z: fromRows(Z) }, target, idle);
        expect(spectrum?.scale[1]).toBe(1);
        const white = whiten(engine, shrunkBracket(spectrum as BracketSpectrum, 0.25), fromRows([[0, 1, 0]]));
        expect(white.data.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(4, 12);
      }
    });

    test("there is no spectrum where the target vanishes", () => {
      const busy = [false, false];
      const oneColumn = {
        kind: "rows",
        Z: fromRows([
          [1, 0],
          [2, 0],
        ]),
      } as const;
      expect(bracketSpectrum(engine, oneColumn, "diagonal", busy)).toBeUndefined();
      expect(bracketSpectrum(engine, oneColumn, "mean", busy)).toBeDefined();
      const nothing = {
        kind: "matrix",
        B: fromRows([
          [0, 0],
          [0, 0],
        ]),
      } as const;
      expect(bracketSpectrum(engine, nothing, "mean", busy)).toBeUndefined();
    });
  });
}

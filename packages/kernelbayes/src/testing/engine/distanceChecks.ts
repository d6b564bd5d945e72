import type { Engine } from "../../engine/engine.ts";
import { matrix, mapMatrix, type Matrix } from "../../engine/matrix.ts";
import { check, ensure, type Check } from "../check.ts";
import { ensureSymmetric } from "./ensureRatio.ts";
import { positiveVector, randomMatrix } from "../matrices.ts";

/** A Gaussian entry may differ from `Math.exp` by this, relatively, when the exponent is exact. */
const exponentialTolerance = 1e-14;

/** Below this, doubles lose digits gradually; an engine may lose them at once. */
const smallestNormal = 2 ** -1022;

const shapes: readonly (readonly [number, number, number])[] = [
  [0, 0, 3],
  [1, 0, 2],
  [3, 2, 0],
  [1, 1, 1],
  [2, 3, 1],
  [5, 4, 3],
  [10, 17, 20],
  [50, 33, 7],
  [127, 64, 5],
];

/** Checks of `squaredDistances`, `gaussianMatrix` and `absoluteDistances`. */
export function distanceChecks(engine: Engine): Check[] {
  return [
    ...plainDistanceChecks(engine),
    ...extremeDistanceChecks(engine),
    ...gaussianChecks(engine),
    ...absoluteDistanceChecks(engine),
  ];
}

function absoluteDistanceChecks(engine: Engine): Check[] {
  const distances = engine.absoluteDistances?.bind(engine);
  if (!distances) return [];
  return [
    check(
      "absoluteDistances: between two sets of rows and within one they are those of a plain loop, bit for bit",
      () => {
        for (const [n, m, p] of [...shapes, [9, 1030, 3], [6, 5, 300]] as const) {
          const [X, Z, weights] = [randomMatrix(n, p, n + p), randomMatrix(m, p, m + p + 7), positiveVector(p)];
          const plain = (a: Matrix, i: number, b: Matrix, k: number): number =>
            weights.reduce((sum, w, j) => sum + w * Math.abs(a.data[i * p + j] - b.data[k * p + j]), 0);
          const [across, within] = [distances(X, Z, weights), distances(X, undefined, weights)];
          const what = `absoluteDistances, ${n} and ${m} rows, ${p} columns`;
          for (let i = 0; i < n; i++) {
            for (let k = 0; k < m; k++)
              ensure(across.data[i * m + k] === plain(X, i, Z, k), `${what}: entry ${i}, ${k}`);
            for (let k = 0; k <= i; k++)
              ensure(within.data[i * n + k] === plain(X, i, X, k), `${what}: within, ${i}, ${k}`);
          }
        }
      },
    ),
  ];
}

function plainDistanceChecks(engine: Engine): Check[] {
  return [
    check("squaredDistances: between two sets of rows they agree with the definition, weighted or not", () => {
      for (const [n, m, p] of shapes) {
        const X = randomMatrix(n, p, n + p);
        const Z = randomMatrix(m, p, m + p + 7);
        for (const weights of [undefined, positiveVector(p)]) {
          ensureDistances(engine.squaredDistances(X, Z, weights), X, Z, weights, `${n} and ${m} rows, ${p} columns`);
        }
      }
    }),
    check("squaredDistances: within one set they are exactly symmetric with exact zeros on the diagonal", () => {
      for (const [n, , p] of shapes) {
        const X = randomMatrix(n, p, n + p);
        for (const weights of [undefined, positiveVector(p)]) {
          const D = engine.squaredDistances(X, undefined, weights);
          const what = `squaredDistances, ${n} rows, ${p} columns`;
          ensureDistances(D, X, X, weights, what);
          ensureSymmetric(D, what);
          for (let i = 0; i < n; i++)
            ensure(D.data[i * n + i] === 0, `${what}: the diagonal holds ${D.data[i * n + i]}.`);
        }
      }
    }),
  ];
}

function extremeDistanceChecks(engine: Engine): Check[] {
  return [
    check("squaredDistances: close rows far from the origin lose nothing to cancellation", () => {
      const X = mapMatrix(randomMatrix(40, 3, 1), (value) => 1e8 + 1e-3 * value);
      ensureDistances(engine.squaredDistances(X), X, X, undefined, "offset 1e8, differences 1e-3");
      const weights = Float64Array.of(1e6, 1, 1e-6);
      ensureDistances(engine.squaredDistances(X, X, weights), X, X, weights, "offset 1e8, weights 1e6 to 1e-6");
    }),
    check("squaredDistances: equal rows have distance zero, and entries of 1e±150 stay finite and positive", () => {
      for (const scale of [1, 1e150, 1e-150]) {
        const X = matrix(
          4,
          2,
          Float64Array.of(1, 2, 3, 4, 1, 2, 3, 5).map((value) => value * scale),
        );
        const D = engine.squaredDistances(X);
        ensure(
          D.data[2] === 0 && D.data[8] === 0,
          `squaredDistances, scale ${scale}: equal rows are ${D.data[2]} apart.`,
        );
        ensureDistances(D, X, X, undefined, `scale ${scale}`);
      }
    }),
    check("squaredDistances and gaussianMatrix: a NaN spoils its own row and column only", () => {
      for (const [n, p] of [
        [3, 2],
        [20, 5],
      ]) {
        const X = randomMatrix(n, p, n);
        X.data[p] = NaN; // row 1
        const ones = new Float64Array(p).fill(1);
        for (const D of [engine.squaredDistances(X), engine.gaussianMatrix(X, undefined, ones)]) ensureNotNumbers(D, 1);
      }
    }),
  ];
}

function gaussianChecks(engine: Engine): Check[] {
  return [
    check("gaussianMatrix: it is the exponential of minus half the distance", () => {
      for (const [n, m, p] of shapes) {
        const X = randomMatrix(n, p, n + p);
        const Z = randomMatrix(m, p, m + p + 7);
        const what = `gaussianMatrix, ${n} and ${m} rows, ${p} columns`;
        ensureGaussian(engine.gaussianMatrix(X, Z, positiveVector(p)), X, Z, positiveVector(p), what);
        const K = engine.gaussianMatrix(X, undefined, positiveVector(p));
        ensureGaussian(K, X, X, positiveVector(p), what);
        ensureSymmetric(K, what);
        for (let i = 0; i < n; i++)
          ensure(K.data[i * n + i] === 1, `${what}: the diagonal holds ${K.data[i * n + i]}.`);
      }
    }),
    check("gaussianMatrix: the tails are right to the last digits down to exp(−708) and end in zero", () =>
      checkTails(engine),
    ),
    check("gaussianMatrix: weights of zero leave ones, and infinite distances give zero", () => {
      const X = randomMatrix(9, 3, 1);
      const constant = engine.gaussianMatrix(X, undefined, new Float64Array(3));
      ensure(
        constant.data.every((value) => value === 1),
        "gaussianMatrix: weights of zero must leave ones.",
      );
      const far = matrix(2, 1, Float64Array.of(1e200, -1e200));
      const zero = engine.gaussianMatrix(far, undefined, Float64Array.of(1)).data[1];
      ensure(zero === 0, `gaussianMatrix: rows 2e200 apart give ${zero}.`);
    }),
  ];
}

/** Exponents k² / 1024 are exact, so that nothing but the exponential itself can differ. */
function checkTails(engine: Engine): void {
  const count = 1000;
  const origin = matrix(1, 1);
  const Z = matrix(
    count,
    1,
    Float64Array.from({ length: count }, (_, k) => k),
  );
  const actual = engine.gaussianMatrix(origin, Z, Float64Array.of(1 / 512)).data;
  for (let k = 0; k < count; k++) {
    const exponent = -(k * k) / 1024;
    const expected = Math.exp(exponent);
    const error = Math.abs(actual[k] - expected);
    const allowed = exponentialTolerance * expected + (expected < smallestNormal ? smallestNormal : 0);
    ensure(error <= allowed, `gaussianMatrix: exp(${exponent}) is ${actual[k]} instead of ${expected}.`);
    if (exponent < -746) ensure(actual[k] === 0, `gaussianMatrix: exp(${exponent}) is ${actual[k]}; it must be 0.`);
  }
}

/** Sums of p positive terms: each entry is right to a few units in the last place for each column. */
function ensureDistances(D: Matrix, X: Matrix, Z: Matrix, weights: Float64Array | undefined, what: string): void {
  ensure(
    D.rows === X.rows && D.columns === Z.rows,
    `squaredDistances, ${what}: the result is ${D.rows} × ${D.columns}.`,
  );
  forEachPair(X, Z, weights, (distance, index) => {
    const value = D.data[index];
    const error = Math.abs(value - distance);
    const allowed = (X.columns + 4) * Number.EPSILON * distance;
    ensure(value >= 0 && error <= allowed, `squaredDistances, ${what}: ${value} instead of ${distance}.`);
  });
}

/** As in `checkTails`, and the rounding of the exponent besides. */
function ensureGaussian(K: Matrix, X: Matrix, Z: Matrix, weights: Float64Array, what: string): void {
  ensure(K.rows === X.rows && K.columns === Z.rows, `${what}: the result is ${K.rows} × ${K.columns}.`);
  forEachPair(X, Z, weights, (distance, index) => {
    const expected = Math.exp(-0.5 * distance);
    const relative = exponentialTolerance + (X.columns + 4) * Number.EPSILON * 0.5 * distance;
    const error = Math.abs(K.data[index] - expected);
    ensure(error <= relative * expected, `${what}: ${K.data[index]} instead of ${expected}.`);
  });
}

function forEachPair(
  X: Matrix,
  Z: Matrix,
  weights: Float64Array | undefined,
  visit: (distance: number, index: number) => void,
): void {
  for (let i = 0; i < X.rows; i++) {
    for (let j = 0; j < Z.rows; j++) {
      let distance = 0;
      for (let k = 0; k < X.columns; k++) {
        distance += (weights?.[k] ?? 1) * (X.data[i * X.columns + k] - Z.data[j * X.columns + k]) ** 2;
      }
      visit(distance, i * Z.rows + j);
    }
  }
}

function ensureNotNumbers(D: Matrix, row: number): void {
  D.data.forEach((value, index) => {
    const [i, j] = [Math.floor(index / D.columns), index % D.columns];
    if (i === row && j === row) return; // distance zero by definition, or NaN by arithmetic
    ensure(
      Number.isNaN(value) === (i === row || j === row),
      `distances: ${value} at ${i}, ${j} where row ${row} has a NaN.`,
    );
  });
}

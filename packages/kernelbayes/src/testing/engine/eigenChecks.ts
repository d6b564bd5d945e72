import type { Eigen, Engine } from "../../engine/engine.ts";
import { mapMatrix, type Matrix } from "../../engine/matrix.ts";
import { check, ensure, type Check } from "../check.ts";
import {
  distanceRatio,
  ensureRatio,
  iterativeLimit,
  largestDistance,
  naiveProduct,
  oneNorm,
  orthogonalityRatio,
  ratioOf,
  sizes,
} from "./ensureRatio.ts";
import { symmetricKinds, withNaNAbove, type SymmetricKind } from "../matrices.ts";

/** Far beyond the order at which halves are halved again, and divided by no block. */
const largeOrder = 300;

/** Kinds that tell nothing new when they are large. */
const onlySmall = new Set(["huge", "tiny", "graded upwards", "mixed-sign", "zero"]);

/** Checks of `eigenSymmetric`, `eigenvaluesSymmetric` and `leadingEigenSymmetric`. */
export function eigenChecks(engine: Engine): Check[] {
  return [
    ...symmetricKinds.map((entry) =>
      check(`eigenSymmetric: values and vectors of a ${entry.kind} matrix`, () => {
        for (const size of sizes) checkAll(engine, entry, size);
      }),
    ),
    ...symmetricKinds.map((entry) =>
      check(`eigenvaluesSymmetric: the values of a ${entry.kind} matrix without vectors`, () => {
        for (const size of sizes) checkValues(engine, entry, size);
      }),
    ),
    ...symmetricKinds.map((entry) =>
      check(`leadingEigenSymmetric: the largest values of a ${entry.kind} matrix and their vectors`, () => {
        for (const size of sizes) checkLeading(engine, entry, size);
      }),
    ),
    ...symmetricKinds
      .filter(({ kind }) => !onlySmall.has(kind))
      .map((entry) =>
        check(`eigenSymmetric, eigenvaluesSymmetric, leadingEigenSymmetric: a large ${entry.kind} matrix`, () =>
          checkLarge(engine, entry),
        ),
      ),
    ...triangleChecks(engine),
  ];
}

function triangleChecks(engine: Engine): Check[] {
  return [
    check("eigenSymmetric: what is above the diagonal is not read", () => {
      for (const size of [2, 10, 50]) {
        const A = symmetricKinds[0].make(size);
        ensurePairs(A, engine.eigenSymmetric(withNaNAbove(A)), size, `eigenSymmetric, NaN above, n = ${size}`);
      }
    }),
    check("eigenvaluesSymmetric: what is above the diagonal is not read", () => {
      for (const size of [2, 10, 50]) {
        const A = symmetricKinds[0].make(size);
        const values = engine.eigenvaluesSymmetric(withNaNAbove(A));
        ensureSpectrum(A, values, symmetricKinds[0].spectrum!(size), `eigenvaluesSymmetric, NaN above, n = ${size}`);
      }
    }),
    check("leadingEigenSymmetric: what is above the diagonal is not read", () => {
      for (const size of [2, 10, 50]) {
        const A = symmetricKinds[0].make(size);
        const count = size / 2;
        const pairs = engine.leadingEigenSymmetric(withNaNAbove(A), count);
        ensurePairs(A, pairs, count, `leadingEigenSymmetric, NaN above, n = ${size}`);
      }
    }),
  ];
}

function checkAll(engine: Engine, { kind, make, spectrum }: SymmetricKind, size: number): void {
  const what = `eigenSymmetric, ${kind}, n = ${size}`;
  const A = make(size);
  const pairs = engine.eigenSymmetric(A);
  ensurePairs(A, pairs, size, what);
  if (spectrum !== undefined) ensureSpectrum(A, pairs.values, spectrum(size), what);
}

/** All three operations on one matrix; the cut goes through clusters and equal values, which are on both sides of it. */
function checkLarge(engine: Engine, entry: SymmetricKind): void {
  const what = (operation: string): string => `${operation}, ${entry.kind}, n = ${largeOrder}`;
  const A = entry.make(largeOrder);
  const pairs = engine.eigenSymmetric(A);
  ensurePairs(A, pairs, largeOrder, what("eigenSymmetric"));
  if (entry.spectrum !== undefined) ensureSpectrum(A, pairs.values, entry.spectrum(largeOrder), what("eigenSymmetric"));
  ensureSpectrum(A, engine.eigenvaluesSymmetric(A), pairs.values, what("eigenvaluesSymmetric"));
  const count = largeOrder / 5;
  const leading = engine.leadingEigenSymmetric(A, count);
  ensurePairs(A, leading, count, what("leadingEigenSymmetric"));
  ensureSpectrum(A, leading.values, pairs.values.slice(largeOrder - count), what("leadingEigenSymmetric"));
}

function checkValues(engine: Engine, { kind, make, spectrum }: SymmetricKind, size: number): void {
  const what = `eigenvaluesSymmetric, ${kind}, n = ${size}`;
  const A = make(size);
  const values = engine.eigenvaluesSymmetric(A);
  ensureSpectrum(A, values, engine.eigenSymmetric(A).values, `${what}, beside the full decomposition`);
  if (spectrum !== undefined) ensureSpectrum(A, values, spectrum(size), what);
}

/** None, one, some and all of the pairs; "some" cuts through clusters and equal values. */
function checkLeading(engine: Engine, { kind, make }: SymmetricKind, size: number): void {
  const A = make(size);
  const all = engine.eigenSymmetric(A).values;
  const some = Math.ceil(size / 5);
  for (const count of new Set([0, Math.min(1, size), some, size - some, size])) {
    const what = `leadingEigenSymmetric, ${kind}, ${count} of ${size}`;
    const pairs = engine.leadingEigenSymmetric(A, count);
    ensurePairs(A, pairs, count, what);
    ensureSpectrum(A, pairs.values, all.slice(size - count), `${what}, beside the full decomposition`);
  }
}

/** Eigenvalues of A are where they should be, in units of rounding. */
function ensureSpectrum(A: Matrix, values: Float64Array, expected: Float64Array, what: string): void {
  ensureAscending(values, expected.length, what);
  const ratio = ratioOf(largestDistance(values, expected), A.rows, oneNorm(A));
  ensureRatio(ratio, iterativeLimit, `${what}, eigenvalues`);
}

/** So many values ascend, and with their vectors they are orthonormal pairs of A, in units of rounding. */
function ensurePairs(A: Matrix, { values, vectors }: Eigen, count: number, what: string): void {
  const size = A.rows;
  ensureAscending(values, count, what);
  ensure(
    vectors.rows === size && vectors.columns === count,
    `${what}: the vectors are ${vectors.rows} × ${vectors.columns}.`,
  );
  const scaled = mapMatrix(vectors, (value, index) => value * values[index % count]);
  const left = naiveProduct(A, vectors);
  ensureRatio(distanceRatio(left, scaled, size, oneNorm(A)), iterativeLimit, `${what}, A V − V Λ`);
  ensureRatio(orthogonalityRatio(vectors), iterativeLimit, `${what}, VᵀV − I`);
}

function ensureAscending(values: Float64Array, count: number, what: string): void {
  ensure(values.length === count, `${what}: there are ${values.length} eigenvalues.`);
  for (let i = 1; i < count; i++) ensure(values[i - 1] <= values[i], `${what}: the eigenvalues do not ascend at ${i}.`);
}

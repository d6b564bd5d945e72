import type { Eigen, Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { ensure, type Check } from "./check.ts";
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
  sizesWithLarge,
} from "./engineResiduals.ts";
import { symmetricKinds, withNaNAbove, type SymmetricKind } from "./matrices.ts";

/** Kinds of symmetric matrices that behave differently when they are large: divide and conquer meets many equal values. */
const alsoLarge = new Set(["well conditioned", "clustered", "repeated", "glued Wilkinson"]);

/** Checks of `eigenSymmetric`, `eigenvaluesSymmetric` and `leadingEigenSymmetric`. */
export function eigenChecks(engine: Engine): Check[] {
  const sizesOf = (kind: string): readonly number[] => (alsoLarge.has(kind) ? sizesWithLarge : sizes);
  return [
    ...symmetricKinds.map((entry) => ({
      title: `eigenSymmetric: values and vectors of a ${entry.kind} matrix`,
      run: () => {
        for (const size of sizesOf(entry.kind)) checkAll(engine, entry, size);
      },
    })),
    ...symmetricKinds.map((entry) => ({
      title: `eigenvaluesSymmetric: the values of a ${entry.kind} matrix without vectors`,
      run: () => {
        for (const size of sizesOf(entry.kind)) checkValues(engine, entry, size);
      },
    })),
    ...symmetricKinds.map((entry) => ({
      title: `leadingEigenSymmetric: the largest values of a ${entry.kind} matrix and their vectors`,
      run: () => {
        for (const size of sizesOf(entry.kind)) checkLeading(engine, entry, size);
      },
    })),
    {
      title: "eigenSymmetric: what is above the diagonal is not read",
      run: () => {
        for (const size of [2, 10, 50]) {
          const A = symmetricKinds[0].make(size);
          ensurePairs(A, engine.eigenSymmetric(withNaNAbove(A)), size, `eigenSymmetric, NaN above, n = ${size}`);
        }
      },
    },
    {
      title: "eigenvaluesSymmetric: what is above the diagonal is not read",
      run: () => {
        for (const size of [2, 10, 50]) {
          const A = symmetricKinds[0].make(size);
          const values = engine.eigenvaluesSymmetric(withNaNAbove(A));
          ensureSpectrum(A, values, symmetricKinds[0].spectrum!(size), `eigenvaluesSymmetric, NaN above, n = ${size}`);
        }
      },
    },
    {
      title: "leadingEigenSymmetric: what is above the diagonal is not read",
      run: () => {
        for (const size of [2, 10, 50]) {
          const A = symmetricKinds[0].make(size);
          const count = size / 2;
          const pairs = engine.leadingEigenSymmetric(withNaNAbove(A), count);
          ensurePairs(A, pairs, count, `leadingEigenSymmetric, NaN above, n = ${size}`);
        }
      },
    },
  ];
}

function checkAll(engine: Engine, { kind, make, spectrum }: SymmetricKind, size: number): void {
  const what = `eigenSymmetric, ${kind}, n = ${size}`;
  const A = make(size);
  const pairs = engine.eigenSymmetric(A);
  ensurePairs(A, pairs, size, what);
  if (spectrum !== undefined) ensureSpectrum(A, pairs.values, spectrum(size), what);
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
  const counts = size > 50 ? [some] : [0, Math.min(1, size), some, size - some, size];
  for (const count of new Set(counts)) {
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
  const scaled = matrix(
    size,
    count,
    vectors.data.map((value, index) => value * values[index % count]),
  );
  const left = naiveProduct(A, vectors);
  ensureRatio(distanceRatio(left, scaled, size, oneNorm(A)), iterativeLimit, `${what}, A V − V Λ`);
  ensureRatio(orthogonalityRatio(vectors), iterativeLimit, `${what}, VᵀV − I`);
}

function ensureAscending(values: Float64Array, count: number, what: string): void {
  ensure(values.length === count, `${what}: there are ${values.length} eigenvalues.`);
  for (let i = 1; i < count; i++) ensure(values[i - 1] <= values[i], `${what}: the eigenvalues do not ascend at ${i}.`);
}

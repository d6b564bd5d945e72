import { matrix, mapMatrix, type Matrix } from "../engine/matrix.ts";
import { diagonalMatrix } from "../matrix/diagonal.ts";

/** Numbers between −1 and 1 with all their bits in use, the same on every machine: an additive sequence, well mixed. */
export function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const word = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  return () => (word() + word() / 2 ** 32) / 2 ** 31 - 1;
}

/** A matrix of such numbers. */
export function randomMatrix(rows: number, columns: number, seed: number): Matrix {
  const next = numbersFrom(seed);
  return matrix(rows, columns, Float64Array.from({ length: rows * columns }, next));
}

/** A vector of such numbers. */
export function randomVector(length: number, seed: number): Float64Array {
  return randomMatrix(length, 1, seed).data;
}

/** A vector of numbers between ½ and 2½. */
export function positiveVector(length: number): Float64Array {
  return randomVector(length, length).map((value) => 1.5 + value);
}

/** A symmetric matrix and what is known of it. */
export interface SymmetricKind {
  readonly kind: string;
  readonly positiveDefinite: boolean;
  make(size: number): Matrix;
  /** The eigenvalues it was made from, in ascending order. */
  spectrum?(size: number): Float64Array;
}

/** A matrix with at least as many rows as columns and what is known of it. */
export interface TallKind {
  readonly kind: string;
  make(rows: number, columns: number): Matrix;
  /** The singular values it was made from, in descending order. */
  values?(columns: number): Float64Array;
}

const spread = (size: number, at: (fraction: number, index: number) => number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => at(size > 1 ? i / (size - 1) : 0, i));

const spectra = {
  wellConditioned: (size: number): Float64Array => spread(size, (fraction) => 1 + 9 * fraction),
  badlyConditioned: (size: number): Float64Array => spread(size, (fraction) => 10 ** (12 * (fraction - 1))),
  clustered: (size: number): Float64Array =>
    spread(size, (fraction, i) => (fraction < 0.5 ? 1 + 1e-11 * i : 3 + 1e-14 * i)),
  repeated: (size: number): Float64Array => spread(size, (fraction) => (fraction < 0.6 ? 1 : 2)),
  rankDeficient: (size: number): Float64Array =>
    spread(size, (fraction) => (fraction < 0.5 && size > 1 ? 0 : 1 + fraction)),
  indefinite: (size: number): Float64Array => spread(size, (fraction) => 4 * fraction - 2),
  negative: (size: number): Float64Array => spread(size, (fraction) => 9 * fraction - 10),
  secondDifference: (size: number): Float64Array =>
    spread(size, (_, i) => 4 - 2 * Math.cos(((i + 1) * Math.PI) / (size + 1))),
};

const times = (values: Float64Array, factor: number): Float64Array => values.map((value) => value * factor);

/** The symmetric matrices of the battery, in the manner of LAPACK's TESTING. */
export const symmetricKinds: readonly SymmetricKind[] = [
  spectral("well conditioned", true, spectra.wellConditioned),
  spectral("badly conditioned", true, spectra.badlyConditioned),
  spectral("clustered", true, spectra.clustered),
  spectral("repeated", true, spectra.repeated),
  spectral("huge", true, (size) => times(spectra.wellConditioned(size), 1e150)),
  spectral("tiny", true, (size) => times(spectra.wellConditioned(size), 1e-150)),
  { kind: "graded downwards", positiveDefinite: true, make: (size) => graded(size, (place) => -place) },
  { kind: "graded upwards", positiveDefinite: true, make: (size) => graded(size, (place) => place) },
  {
    kind: "graded outwards",
    positiveDefinite: true,
    make: (size) => graded(size, (place) => 1 - 2 * Math.abs(place)),
  },
  {
    kind: "diagonal",
    positiveDefinite: true,
    make: (size) => diagonalMatrix(positiveVector(size)),
    spectrum: (size) => positiveVector(size).toSorted(),
  },
  { kind: "tridiagonal", positiveDefinite: true, make: secondDifference, spectrum: spectra.secondDifference },
  spectral("rank-deficient", false, spectra.rankDeficient),
  spectral("negative definite", false, spectra.negative),
  { kind: "gaussian kernel", positiveDefinite: false, make: gaussianKernel },
  { kind: "random", positiveDefinite: false, make: randomSymmetric },
  { kind: "glued Wilkinson", positiveDefinite: false, make: gluedWilkinson },
  spectral("mixed-sign", false, spectra.indefinite),
  {
    kind: "zero",
    positiveDefinite: false,
    make: (size) => matrix(size, size),
    spectrum: (size) => new Float64Array(size),
  },
];

/** The tall matrices of the battery. */
export const tallKinds: readonly TallKind[] = [
  { kind: "random", make: (rows, columns) => randomMatrix(rows, columns, rows + columns) },
  singular("well conditioned", spectra.wellConditioned),
  singular("badly conditioned", spectra.badlyConditioned),
  singular("clustered", spectra.clustered),
  singular("repeated", spectra.repeated),
  singular("rank-deficient", spectra.rankDeficient),
  singular("huge", (size) => times(spectra.wellConditioned(size), 1e150)),
  singular("tiny", (size) => times(spectra.wellConditioned(size), 1e-150)),
  {
    kind: "graded by columns",
    make: (rows, columns) =>
      scaledColumns(randomMatrix(rows, columns, rows), (j) => 2 ** Math.round(250 * (0.5 - (j + 1) / columns))),
  },
  {
    kind: "degenerate",
    make: (rows, columns) => withDegenerateColumns(randomMatrix(rows, columns, rows)),
  },
  {
    kind: "diagonal",
    make: (rows, columns) => rectangularDiagonal(rows, columns, spectra.wellConditioned(columns)),
    values: (columns) => spectra.wellConditioned(columns).toReversed(),
  },
  { kind: "zero", make: matrix, values: (columns) => new Float64Array(columns) },
];

function spectral(kind: string, positiveDefinite: boolean, spectrum: (size: number) => Float64Array): SymmetricKind {
  const make = (size: number): Matrix => withSpectrum(spectrum(size), size);
  return { kind, positiveDefinite, make, spectrum };
}

function singular(kind: string, ascending: (size: number) => Float64Array): TallKind {
  const make = (rows: number, columns: number): Matrix => {
    const result = rectangularDiagonal(rows, columns, ascending(columns));
    return mixed(transposed(mixed(transposed(result), columns)), rows);
  };
  return { kind, make, values: (columns) => ascending(columns).toReversed() };
}

/** Q diag(values) Qᵀ with a random orthogonal Q, exactly symmetric. */
export function withSpectrum(values: Float64Array, seed: number): Matrix {
  const n = values.length;
  const result = mixed(transposed(mixed(diagonalMatrix(values), seed)), seed);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) result.data[j * n + i] = result.data[i * n + j];
  }
  return result;
}

/** D B D with a well conditioned B and powers of two in D: diagonal entries between about 1e150 and 1e-150. */
function graded(size: number, exponent: (place: number) => number): Matrix {
  const B = withSpectrum(spectra.wellConditioned(size), size);
  const power = (i: number): number => 2 ** Math.round(250 * exponent((2 * i + 1) / size - 1)); // place from −1 to 1
  return scaledColumns(transposed(scaledColumns(B, power)), power);
}

/**
 * Wilkinson's tridiagonal matrices of size 21 side by side, coupled by 1e-7: their eigenvalues agree in pairs to many digits,
 * and again between the blocks, which divides and conquers those who divide and conquer.
 */
function gluedWilkinson(size: number): Matrix {
  const result = matrix(size, size);
  for (let i = 0; i < size; i++) {
    result.data[i * size + i] = Math.abs(10 - (i % 21));
    if (i === 0) continue;
    const coupling = i % 21 === 0 ? 1e-7 : 1;
    result.data[i * size + i - 1] = coupling;
    result.data[(i - 1) * size + i] = coupling;
  }
  return result;
}

/** 4 on the diagonal and −1 beside it: no two eigenvalues of its parts are close, so that nothing can be deflated. */
function secondDifference(size: number): Matrix {
  const entry = (i: number, j: number): number => (i === j ? 4 : Math.abs(i - j) === 1 ? -1 : 0);
  return fromEntries(size, entry);
}

/** Points on a line that are closer than the length scale: all but some thirty eigenvalues are rounding. */
function gaussianKernel(size: number): Matrix {
  const x = randomVector(size, size);
  return fromEntries(size, (i, j) => Math.exp(-8 * (x[i] - x[j]) ** 2));
}

function randomSymmetric(size: number): Matrix {
  const { data } = randomMatrix(size, size, size);
  return fromEntries(size, (i, j) => data[Math.max(i, j) * size + Math.min(i, j)]);
}

function fromEntries(size: number, entry: (row: number, column: number) => number): Matrix {
  return matrix(
    size,
    size,
    Float64Array.from({ length: size * size }, (_, index) => entry(Math.floor(index / size), index % size)),
  );
}

function scaledColumns(a: Matrix, factor: (column: number) => number): Matrix {
  return mapMatrix(a, (value, index) => value * factor(index % a.columns));
}

function withDegenerateColumns(a: Matrix): Matrix {
  for (let i = 0; i < a.rows; i++) {
    if (a.columns > 1) a.data[i * a.columns + 1] = 0;
    if (a.columns > 2) a.data[i * a.columns + a.columns - 1] = a.data[i * a.columns];
  }
  return a;
}

/** A matrix, not necessarily square, with the given numbers on its diagonal. */
function rectangularDiagonal(rows: number, columns: number, values: Float64Array): Matrix {
  const result = matrix(rows, columns);
  values.forEach((value, i) => {
    result.data[i * columns + i] = value;
  });
  return result;
}

/** The same lower triangle with NaN above the diagonal, for operations that must not read it. */
export function withNaNAbove(a: Matrix): Matrix {
  return mapMatrix(a, (value, index) => (index % a.columns > Math.floor(index / a.columns) ? NaN : value));
}

/** The transpose, written out here so that the battery does not lean on what it checks. */
export function transposed(a: Matrix): Matrix {
  const { rows, columns } = a;
  return matrix(
    columns,
    rows,
    a.data.map((_, index) => a.data[(index % rows) * columns + Math.floor(index / rows)]),
  );
}

/** Q A with an orthogonal Q made of random reflections I − 2 v vᵀ / (v·v); equal seeds give equal Q. */
function mixed(a: Matrix, seed: number): Matrix {
  const { rows, columns } = a;
  const data = a.data.slice();
  const next = numbersFrom(seed);
  for (let reflection = 0; reflection < Math.min(rows, 40); reflection++) {
    const v = Float64Array.from({ length: rows }, next);
    const square = v.reduce((sum, value) => sum + value * value, 0);
    const product = new Float64Array(columns);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) product[j] += v[i] * data[i * columns + j];
    }
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) data[i * columns + j] -= (2 * v[i] * product[j]) / square;
    }
  }
  return matrix(rows, columns, data);
}

/** A well-conditioned lower triangle, of a diagonal of 2. */
export function lowerTriangle(size: number): Matrix {
  const result = randomMatrix(size, size, 3);
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) result.data[i * size + j] = j === i ? 2 : 0;
  }
  return mapMatrix(result, (value, index) => (index % (size + 1) === 0 ? value : value / size));
}

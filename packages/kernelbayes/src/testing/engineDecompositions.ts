import type { Engine } from "../engine/engine.ts";
import type { Matrix } from "../engine/matrix.ts";
import { diagonalMatrix } from "../matrix/diagonalMatrix.ts";
import { ensure, type Check } from "./check.ts";
import {
  difference,
  distanceRatio,
  ensureRatio,
  iterativeLimit,
  limit,
  naiveProduct,
  oneNorm,
  orthogonalityRatio,
  ratioOf,
  sizes,
  sizesWithLarge,
} from "./engineResiduals.ts";
import { symmetricKinds, tallKinds, transposed, withNaNAbove, type SymmetricKind, type TallKind } from "./matrices.ts";

/** Kinds of symmetric matrices that behave differently when they are large: divide and conquer meets many equal values. */
const alsoLarge = new Set(["well conditioned", "clustered", "repeated", "glued Wilkinson"]);

/** Checks of `eigenSymmetric`, `qr` and `svd`. */
export function decompositionChecks(engine: Engine): Check[] {
  return [
    ...symmetricKinds.map((entry) => ({
      title: `eigenSymmetric: values and vectors of a ${entry.kind} matrix`,
      run: () => {
        for (const size of alsoLarge.has(entry.kind) ? sizesWithLarge : sizes) checkEigen(engine, entry, size);
      },
    })),
    {
      title: "eigenSymmetric: what is above the diagonal is not read",
      run: () => {
        for (const size of [2, 10, 50]) {
          const A = symmetricKinds[0].make(size);
          const { values, vectors } = engine.eigenSymmetric(withNaNAbove(A));
          ensureEigen(A, values, vectors, `eigenSymmetric, NaN above the diagonal, n = ${size}`);
        }
      },
    },
    ...tallKinds.map((entry) => ({
      title: `qr: Q and R of a ${entry.kind} matrix`,
      run: () => {
        for (const [rows, columns] of shapes(entry.kind)) checkQr(engine, entry, rows, columns);
      },
    })),
    ...tallKinds.map((entry) => ({
      title: `svd: values and vectors of a ${entry.kind} matrix`,
      run: () => {
        for (const [rows, columns] of shapes(entry.kind)) checkSvd(engine, entry, rows, columns);
      },
    })),
  ];
}

/** Square and tall shapes; the largest ones for random matrices only. */
function shapes(kind: string): (readonly [number, number])[] {
  return sizes
    .filter((size) => size <= 50 || kind === "random")
    .flatMap((size) => [[size, size] as const, [2 * size + 3, size] as const]);
}

function checkEigen(engine: Engine, { kind, make, spectrum }: SymmetricKind, size: number): void {
  const what = `eigenSymmetric, ${kind}, n = ${size}`;
  const A = make(size);
  const { values, vectors } = engine.eigenSymmetric(A);
  ensureEigen(A, values, vectors, what);
  if (spectrum === undefined) return;
  const largest = distanceOf(values, spectrum(size));
  ensureRatio(ratioOf(largest, size, oneNorm(A)), iterativeLimit, `${what}, eigenvalues`);
}

function ensureEigen(A: Matrix, values: Float64Array, vectors: Matrix, what: string): void {
  const size = A.rows;
  ensure(values.length === size, `${what}: there are ${values.length} eigenvalues.`);
  for (let i = 1; i < size; i++) ensure(values[i - 1] <= values[i], `${what}: the eigenvalues do not ascend at ${i}.`);
  const left = naiveProduct(A, vectors);
  const right = naiveProduct(vectors, diagonalMatrix(values));
  ensureRatio(distanceRatio(left, right, size, oneNorm(A)), iterativeLimit, `${what}, A V − V Λ`);
  ensureRatio(orthogonalityRatio(vectors), iterativeLimit, `${what}, VᵀV − I`);
}

function checkQr(engine: Engine, { kind, make }: TallKind, rows: number, columns: number): void {
  const what = `qr, ${kind}, ${rows} × ${columns}`;
  const A = make(rows, columns);
  const { Q, R } = engine.qr(A);
  ensure(Q.rows === rows && Q.columns === columns, `${what}: Q is ${Q.rows} × ${Q.columns}.`);
  ensure(R.rows === columns && R.columns === columns, `${what}: R is ${R.rows} × ${R.columns}.`);
  for (let i = 0; i < columns; i++) {
    ensure(R.data[i * columns + i] >= 0, `${what}: R holds ${R.data[i * columns + i]} on its diagonal at ${i}.`);
    for (let j = 0; j < i; j++)
      ensure(R.data[i * columns + j] === 0, `${what}: R is not upper triangular at ${i}, ${j}.`);
  }
  ensureRatio(orthogonalityRatio(Q), limit, `${what}, QᵀQ − I`);
  // Column by column, which also means something when the columns are graded.
  const residual = transposed(difference(naiveProduct(Q, R), A));
  const columnsOfA = transposed(A);
  for (let j = 0; j < columns; j++) {
    const length = absoluteSum(columnsOfA.data.subarray(j * rows, (j + 1) * rows));
    const left = absoluteSum(residual.data.subarray(j * rows, (j + 1) * rows));
    ensureRatio(ratioOf(left, rows, length), limit, `${what}, column ${j} of A − Q R`);
  }
}

function checkSvd(engine: Engine, { kind, make, values: known }: TallKind, rows: number, columns: number): void {
  const what = `svd, ${kind}, ${rows} × ${columns}`;
  const A = make(rows, columns);
  const { U, values, V } = engine.svd(A);
  ensure(U.rows === rows && U.columns === columns, `${what}: U is ${U.rows} × ${U.columns}.`);
  ensure(V.rows === columns && V.columns === columns, `${what}: V is ${V.rows} × ${V.columns}.`);
  ensure(values.length === columns, `${what}: there are ${values.length} singular values.`);
  values.forEach((value, i) => {
    ensure(value >= 0, `${what}: singular value ${i} is ${value}.`);
    ensure(i === 0 || values[i - 1] >= value, `${what}: the singular values do not descend at ${i}.`);
  });
  ensureRatio(orthogonalityRatio(U), iterativeLimit, `${what}, UᵀU − I`);
  ensureRatio(orthogonalityRatio(V), iterativeLimit, `${what}, VᵀV − I`);
  const product = naiveProduct(naiveProduct(U, diagonalMatrix(values)), transposed(V));
  ensureRatio(distanceRatio(product, A, rows, oneNorm(A)), iterativeLimit, `${what}, A − U Σ Vᵀ`);
  if (known === undefined) return;
  ensureRatio(
    ratioOf(distanceOf(values, known(columns)), rows, oneNorm(A)),
    iterativeLimit,
    `${what}, singular values`,
  );
}

function absoluteSum(values: Float64Array): number {
  return values.reduce((sum, value) => sum + Math.abs(value), 0);
}

function distanceOf(a: Float64Array, b: Float64Array): number {
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i])), 0);
}

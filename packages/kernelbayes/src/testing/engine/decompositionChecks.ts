import type { Engine } from "../../engine/engine.ts";
import { diagonalMatrix } from "../../matrix/diagonal.ts";
import { check, ensure, type Check } from "../check.ts";
import {
  difference,
  distanceRatio,
  ensureRatio,
  iterativeLimit,
  largestDistance,
  limit,
  naiveProduct,
  oneNorm,
  orthogonalityRatio,
  ratioOf,
  sizes,
} from "./ensureRatio.ts";
import { tallKinds, transposed, type TallKind } from "../matrices.ts";

/** Checks of `qr` and `svd`. */
export function decompositionChecks(engine: Engine): Check[] {
  return [
    ...tallKinds.map((entry) =>
      check(`qr: Q and R of a ${entry.kind} matrix`, () => {
        for (const [rows, columns] of shapes(entry.kind)) checkQr(engine, entry, rows, columns);
      }),
    ),
    ...tallKinds.map((entry) =>
      check(`svd: values and vectors of a ${entry.kind} matrix`, () => {
        for (const [rows, columns] of shapes(entry.kind)) checkSvd(engine, entry, rows, columns);
      }),
    ),
  ];
}

/** Square and tall shapes; the largest ones for random matrices only. */
function shapes(kind: string): (readonly [number, number])[] {
  return sizes
    .filter((size) => size <= 50 || kind === "random")
    .flatMap((size) => [[size, size] as const, [2 * size + 3, size] as const]);
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
    ratioOf(largestDistance(values, known(columns)), rows, oneNorm(A)),
    iterativeLimit,
    `${what}, singular values`,
  );
}

function absoluteSum(values: Float64Array): number {
  return values.reduce((sum, value) => sum + Math.abs(value), 0);
}

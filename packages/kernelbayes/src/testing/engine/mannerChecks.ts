import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { column } from "../../matrix/row.ts";
import { diagonal, identity } from "../../matrix/diagonal.ts";
import { check, ensure, type Check, errorOf } from "../check.ts";
import { sameNumbers } from "./ensureRatio.ts";
import { randomMatrix, randomVector, symmetricKinds, transposed, lowerTriangle } from "../matrices.ts";

/** A call with arguments that are made anew each time, so that changes to them can be seen. */
interface Call {
  readonly name: string;
  readonly matrices: readonly Matrix[];
  readonly run: (engine: Engine, matrices: readonly Matrix[]) => unknown;
}

/** Checks of what all operations promise: purity, ownership, repeatability, an answer or an error for numbers that are not finite. */
export function mannerChecks(engine: Engine): Check[] {
  return [
    ...calls(6).map(({ name }, which) =>
      check(
        `${name}: arguments are not modified, results own their memory, and a second call gives the same bits`,
        () => {
          for (const size of [1, 6, 40]) checkCall(engine, calls(size), which, size);
        },
      ),
    ),
    ...notFiniteChecks(engine),
    check("incompleteCholesky: a negative diagonal ends in a NumericalError", () => {
      const error = errorOf(() => engine.incompleteCholesky(Float64Array.of(1, -1), () => Float64Array.of(1, 0)));
      ensure(error instanceof NumericalError, "incompleteCholesky: a diagonal of 1, −1 was accepted.");
    }),
  ];
}

function notFiniteChecks(engine: Engine): Check[] {
  return [
    ...factorizations.map(({ name, run }) =>
      check(`${name}: NaN and infinity end in a NumericalError with code "not-finite"`, () => {
        for (const size of [1, 2, 10, 50]) {
          for (const bad of [NaN, Infinity, -Infinity]) {
            for (const [i, j] of [
              [0, 0],
              [size - 1, 0],
              [size - 1, size - 1],
            ]) {
              const A = symmetricKinds[0].make(size);
              A.data[i * size + j] = bad;
              A.data[j * size + i] = bad;
              ensureNotFinite(() => run(engine, A), `${name}, ${bad} at ${i}, ${j}, n = ${size}`);
            }
          }
        }
      }),
    ),
    check(
      "solveTriangular, solveFactored, inverseFactored, inverseDiagonal, updateFactored: NaN and infinity never hang",
      () => {
        for (const size of [1, 10, 50]) {
          for (const bad of [NaN, Infinity]) {
            const L = identity(size);
            L.data[0] = bad;
            const B = randomMatrix(size, 2, 1);
            B.data[1] = NaN;
            const X = engine.solveTriangular(identity(size), B);
            ensure(Number.isNaN(X.data[1]), `solveTriangular, n = ${size}: a NaN was lost.`);
            ensure(Number.isFinite(X.data[0]), `solveTriangular, n = ${size}: a NaN reached another right-hand side.`);
            engine.solveFactored(L, B);
            engine.inverseFactored(L);
            engine.inverseDiagonal(L);
            engine.updateFactored(L, randomVector(size, 1), 1);
            engine.updateFactored(L, randomVector(size, 1), -1);
          }
        }
      },
    ),
  ];
}

const factorizations: readonly { name: string; run: (engine: Engine, a: Matrix) => unknown }[] = [
  { name: "cholesky", run: (engine, a) => engine.cholesky(a) },
  { name: "eigenSymmetric", run: (engine, a) => engine.eigenSymmetric(a) },
  { name: "eigenvaluesSymmetric", run: (engine, a) => engine.eigenvaluesSymmetric(a) },
  { name: "leadingEigenSymmetric", run: (engine, a) => engine.leadingEigenSymmetric(a, 1) },
  { name: "qr", run: (engine, a) => engine.qr(a) },
  { name: "svd", run: (engine, a) => engine.svd(a) },
  { name: "incompleteCholesky", run: (engine, a) => engine.incompleteCholesky(diagonal(a), (j) => column(a, j)) },
];

/** Every operation once, on fresh arguments that are views into larger buffers. */
function calls(size: number): Call[] {
  return [...productCalls(size), ...factorCalls(size), ...decompositionCalls(size), ...distanceCalls(size)];
}

function productCalls(size: number): Call[] {
  const A = (): Matrix => view(symmetricKinds[0].make(size));
  const B = (): Matrix => view(randomMatrix(size, 3, 1));
  return [
    { name: "multiply", matrices: [A(), B()], run: (engine, [a, b]) => engine.multiply(a, b) },
    {
      name: "multiply with transposes",
      matrices: [B(), B()],
      run: (engine, [a, b]) => [
        engine.multiply(a, b, { transposeA: true }),
        engine.multiply(a, b, { transposeB: true }),
        engine.multiply(a, engine.multiply(b, a, { transposeA: true }), { transposeB: true }),
      ],
    },
    { name: "symmetricProduct", matrices: [B()], run: (engine, [b]) => engine.symmetricProduct(b) },
    {
      name: "symmetricProduct of the transpose",
      matrices: [B()],
      run: (engine, [b]) => engine.symmetricProduct(b, { transpose: true }),
    },
  ];
}

function factorCalls(size: number): Call[] {
  const A = (): Matrix => view(symmetricKinds[0].make(size));
  const B = (): Matrix => view(randomMatrix(size, 3, 1));
  const L = (): Matrix => view(lowerTriangle(size));
  const v = (): Matrix =>
    view(
      matrix(
        size,
        1,
        randomVector(size, 2).map((value) => value / (4 * size)),
      ),
    );
  return [
    { name: "cholesky", matrices: [A()], run: (engine, [a]) => engine.cholesky(a) },
    { name: "solveTriangular", matrices: [L(), B()], run: (engine, [l, b]) => engine.solveTriangular(l, b) },
    {
      name: "solveTriangular from the right",
      matrices: [L(), view(transposed(randomMatrix(size, 3, 1)))],
      run: (engine, [l, b]) => engine.solveTriangular(l, b, { side: "right", transpose: true }),
    },
    { name: "solveFactored", matrices: [L(), B()], run: (engine, [l, b]) => engine.solveFactored(l, b) },
    { name: "inverseFactored", matrices: [L()], run: (engine, [l]) => engine.inverseFactored(l) },
    { name: "inverseDiagonal", matrices: [L()], run: (engine, [l]) => engine.inverseDiagonal(l) },
    { name: "updateFactored", matrices: [L(), v()], run: (engine, [l, x]) => engine.updateFactored(l, x.data, 1) },
    {
      name: "updateFactored, downdate",
      matrices: [L(), v()],
      run: (engine, [l, x]) => engine.updateFactored(l, x.data, -1),
    },
  ];
}

function decompositionCalls(size: number): Call[] {
  const A = (): Matrix => view(symmetricKinds[0].make(size));
  return [
    { name: "eigenSymmetric", matrices: [A()], run: (engine, [a]) => engine.eigenSymmetric(a) },
    { name: "eigenvaluesSymmetric", matrices: [A()], run: (engine, [a]) => engine.eigenvaluesSymmetric(a) },
    {
      name: "leadingEigenSymmetric",
      matrices: [A()],
      run: (engine, [a]) => engine.leadingEigenSymmetric(a, Math.ceil(size / 3)),
    },
    { name: "qr", matrices: [A()], run: (engine, [a]) => engine.qr(a) },
    { name: "svd", matrices: [A()], run: (engine, [a]) => engine.svd(a) },
    {
      name: "incompleteCholesky",
      matrices: [A(), view(matrix(size, 1, diagonal(symmetricKinds[0].make(size))))],
      run: (engine, [a, d]) =>
        engine.incompleteCholesky(d.data, (j) => a.data.subarray(j * size, (j + 1) * size), {
          rank: Math.ceil(size / 2),
        }),
    },
  ];
}

function distanceCalls(size: number): Call[] {
  const B = (): Matrix => view(randomMatrix(size, 3, 1));
  const w = (): Matrix => view(matrix(3, 1, Float64Array.of(1, 0.5, 2)));
  return [
    {
      name: "squaredDistances",
      matrices: [B(), w()],
      run: (engine, [b, weights]) => engine.squaredDistances(b, b, weights.data),
    },
    { name: "squaredDistances within one set", matrices: [B()], run: (engine, [b]) => engine.squaredDistances(b) },
    {
      name: "gaussianMatrix",
      matrices: [B(), w()],
      run: (engine, [b, weights]) => engine.gaussianMatrix(b, undefined, weights.data),
    },
  ];
}

function checkCall(engine: Engine, all: readonly Call[], which: number, size: number): void {
  const { name, matrices, run } = all[which];
  const what = `${name}, n = ${size}`;
  const before = matrices.map((argument) => new Float64Array(argument.data.buffer.slice(0)));
  const result = arraysIn(run(engine, matrices));
  ensure(result.length > 0, `${what}: the operation failed.`);
  matrices.forEach((argument, index) => {
    const after = new Float64Array(argument.data.buffer);
    ensure(sameNumbers(after, before[index]), `${what}: argument ${index} was modified.`);
  });
  const kept = result.map((array) => array.slice());
  for (const call of all) call.run(engine, call.matrices);
  for (const argument of matrices) argument.data.fill(0);
  ensure(
    result.every((array, index) => sameNumbers(array, kept[index])),
    `${what}: a later call changed the result.`,
  );
  for (const array of result) array.fill(0);
  matrices.forEach((argument, index) => new Float64Array(argument.data.buffer).set(before[index]));
  const again = arraysIn(run(engine, matrices));
  ensure(
    again.every((array, index) => sameNumbers(array, kept[index])),
    `${what}: a second call gave other bits.`,
  );
}

/** The typed arrays anywhere inside a result. */
function arraysIn(value: unknown): (Float64Array | Int32Array)[] {
  if (value instanceof Float64Array || value instanceof Int32Array) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(arraysIn) : [];
}

/** The same matrix as a view into the middle of a larger buffer. */
function view(a: Matrix): Matrix {
  const buffer = new Float64Array(a.data.length + 5).fill(-77);
  buffer.set(a.data, 3);
  return matrix(a.rows, a.columns, buffer.subarray(3, 3 + a.data.length));
}

function ensureNotFinite(run: () => unknown, what: string): void {
  const error = errorOf(run);
  ensure(error instanceof NumericalError, `${what}: ${String(error)} instead of a NumericalError.`);
  ensure(error.code === "not-finite", `${what}: the code is ${error.code}.`);
}

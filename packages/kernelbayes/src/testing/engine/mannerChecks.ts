import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { column } from "../../matrix/row.ts";
import { diagonal, identity } from "../../matrix/diagonal.ts";
import { ensure, type Check } from "../check.ts";
import { sameNumbers } from "./ensureRatio.ts";
import { randomMatrix, randomVector, symmetricKinds, transposed } from "../matrices.ts";

/** A call with arguments that are made anew each time, so that changes to them can be seen. */
interface Call {
  readonly name: string;
  readonly matrices: readonly Matrix[];
  readonly run: (engine: Engine, matrices: readonly Matrix[]) => unknown;
}

/** Checks of what all operations promise: purity, ownership, repeatability, empty matrices, shapes, numbers that are not finite. */
export function mannerChecks(engine: Engine): Check[] {
  return [
    ...calls(6).map(({ name }, which) => ({
      title: `${name}: arguments are not modified, results own their memory, and a second call gives the same bits`,
      run: () => {
        for (const size of [1, 6, 40]) checkCall(engine, calls(size), which, size);
      },
    })),
    ...factorizations.map(({ name, run }) => ({
      title: `${name}: NaN and infinity end in a NumericalError with code "not-finite"`,
      run: () => {
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
      },
    })),
    {
      title:
        "solveTriangular, solveFactored, inverseFactored, inverseDiagonal, updateFactored: NaN and infinity never hang",
      run: () => {
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
    },
    {
      title: "cholesky: a factor written to room that is given, or over its own matrix, is the same factor",
      run: () => {
        for (const size of [1, 7, 40]) checkRoom(engine, size);
      },
    },
    {
      title:
        "multiply, solveTriangular and gaussianMatrix: results written to room that is given, also over B, are the same",
      run: () => {
        for (const size of [0, 1, 7, 40]) checkRoomOfResults(engine, size);
      },
    },
    {
      title: "inverseDiagonal: is the same in room that is given, also in that of the factor",
      run: () => {
        for (const size of [1, 7, 40]) {
          const L = lowerTriangle(size);
          const plain = engine.inverseDiagonal(L);
          for (const room of [matrix(size, size, new Float64Array(size * size).fill(NaN)), L]) {
            const isSame = engine.inverseDiagonal(L, { room }).every((value, i) => value === plain[i]);
            ensure(isSame, `inverseDiagonal: order ${size}, another diagonal in the room that was given.`);
          }
        }
      },
    },
    {
      title: "incompleteCholesky: a negative diagonal ends in a NumericalError",
      run: () => {
        const error = errorOf(() => engine.incompleteCholesky(Float64Array.of(1, -1), () => Float64Array.of(1, 0)));
        ensure(error instanceof NumericalError, "incompleteCholesky: a diagonal of 1, −1 was accepted.");
      },
    },
    ...shapeErrors.map(([what, run]) => ({
      title: `${what} throws a RangeError`,
      run: () => {
        const error = errorOf(() => run(engine));
        ensure(error instanceof RangeError, `${what}: ${String(error)} instead of a RangeError.`);
      },
    })),
    { title: "every operation accepts empty matrices", run: () => checkEmpty(engine) },
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

const shapeErrors: readonly (readonly [string, (engine: Engine) => unknown])[] = [
  ["multiply: a product of 2 × 3 and 2 × 3", (engine) => engine.multiply(matrix(2, 3), matrix(2, 3))],
  ["multiply: Aᵀ B of 2 × 3 and 3 × 2", (engine) => engine.multiply(matrix(2, 3), matrix(3, 2), { transposeA: true })],
  ["multiply: A Bᵀ of 2 × 3 and 3 × 2", (engine) => engine.multiply(matrix(2, 3), matrix(3, 2), { transposeB: true })],
  ["cholesky: a 2 × 3 matrix", (engine) => engine.cholesky(matrix(2, 3))],
  ["cholesky: room of another shape", (engine) => engine.cholesky(identity(3), { into: matrix(2, 2) })],
  ["multiply: room of another shape", (engine) => engine.multiply(matrix(2, 3), matrix(3, 2), { into: matrix(3, 3) })],
  [
    "gaussianMatrix: room of another shape",
    (engine) => engine.gaussianMatrix(matrix(2, 3), undefined, new Float64Array(3), { into: matrix(2, 3) }),
  ],
  [
    "solveTriangular: room of another shape",
    (engine) => engine.solveTriangular(identity(3), matrix(3, 2), { into: matrix(2, 3) }),
  ],
  ["solveTriangular: a 2 × 3 factor", (engine) => engine.solveTriangular(matrix(2, 3), matrix(2, 1))],
  ["solveTriangular: too few rows", (engine) => engine.solveTriangular(identity(3), matrix(2, 3))],
  [
    "solveTriangular: too few columns on the right",
    (engine) => engine.solveTriangular(identity(3), matrix(3, 2), { side: "right" }),
  ],
  ["solveFactored: too few rows", (engine) => engine.solveFactored(identity(3), matrix(2, 3))],
  ["inverseFactored: a 3 × 2 factor", (engine) => engine.inverseFactored(matrix(3, 2))],
  ["inverseDiagonal: a 3 × 2 factor", (engine) => engine.inverseDiagonal(matrix(3, 2))],
  ["updateFactored: a vector too long", (engine) => engine.updateFactored(identity(3), new Float64Array(4), 1)],
  [
    "updateFactored: a downdate by a vector too short",
    (engine) => engine.updateFactored(identity(3), new Float64Array(2), -1),
  ],
  ["eigenSymmetric: a 2 × 3 matrix", (engine) => engine.eigenSymmetric(matrix(2, 3))],
  ["eigenvaluesSymmetric: a 2 × 3 matrix", (engine) => engine.eigenvaluesSymmetric(matrix(2, 3))],
  ["leadingEigenSymmetric: a 2 × 3 matrix", (engine) => engine.leadingEigenSymmetric(matrix(2, 3), 1)],
  ["leadingEigenSymmetric: four pairs of a 3 × 3 matrix", (engine) => engine.leadingEigenSymmetric(identity(3), 4)],
  ["leadingEigenSymmetric: a negative count", (engine) => engine.leadingEigenSymmetric(identity(3), -1)],
  ["leadingEigenSymmetric: half a pair", (engine) => engine.leadingEigenSymmetric(identity(3), 0.5)],
  ["qr: more columns than rows", (engine) => engine.qr(matrix(2, 3))],
  ["svd: more columns than rows", (engine) => engine.svd(matrix(2, 3))],
  [
    "incompleteCholesky: a column too short",
    (engine) => engine.incompleteCholesky(Float64Array.of(1, 1, 1), () => Float64Array.of(1, 0)),
  ],
  ["squaredDistances: rows of two lengths", (engine) => engine.squaredDistances(matrix(2, 3), matrix(2, 2))],
  [
    "squaredDistances: too few weights",
    (engine) => engine.squaredDistances(matrix(2, 3), undefined, new Float64Array(2)),
  ],
  [
    "gaussianMatrix: rows of two lengths",
    (engine) => engine.gaussianMatrix(matrix(2, 3), matrix(2, 2), new Float64Array(3)),
  ],
  ["gaussianMatrix: too many weights", (engine) => engine.gaussianMatrix(matrix(2, 3), undefined, new Float64Array(4))],
];

/** Every operation once, on fresh arguments that are views into larger buffers. */
function calls(size: number): Call[] {
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
  const w = (): Matrix => view(matrix(3, 1, Float64Array.of(1, 0.5, 2)));
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

function lowerTriangle(size: number): Matrix {
  const result = randomMatrix(size, size, 3);
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) result.data[i * size + j] = j === i ? 2 : 0;
  }
  return matrix(
    size,
    size,
    result.data.map((value, index) => (index % (size + 1) === 0 ? value : value / size)),
  );
}

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

function ensureNotFinite(run: () => unknown, what: string): void {
  const error = errorOf(run);
  ensure(error instanceof NumericalError, `${what}: ${String(error)} instead of a NumericalError.`);
  ensure(error.code === "not-finite", `${what}: the code is ${error.code}.`);
}

function checkRoom(engine: Engine, size: number): void {
  const A = symmetricKinds[0].make(size);
  const plain = engine.cholesky(A);
  ensure(plain.ok, `cholesky: order ${size} failed.`);
  const room = matrix(size, size, new Float64Array(size * size).fill(NaN));
  for (const [into, where] of [
    [room, "in the room that was given"],
    [A, "over its own matrix"],
  ] as const) {
    const result = engine.cholesky(A, { into });
    ensure(result.ok, `cholesky: order ${size} failed ${where}.`);
    const isSame = result.factor.data.every((value, at) => value === plain.factor.data[at]);
    ensure(isSame, `cholesky: order ${size}, another factor ${where}.`);
    ensure(result.factor.data === into.data, `cholesky: order ${size}, the factor is not ${where}.`);
  }
}

function checkRoomOfResults(engine: Engine, size: number): void {
  const room = (rows: number, columns: number): Matrix =>
    matrix(rows, columns, new Float64Array(rows * columns).fill(NaN));
  const ensureIn = (into: Matrix, result: Matrix, plain: Matrix, what: string): void => {
    ensure(result.data === into.data, `${what}, order ${size}: the result is not in the room that was given.`);
    ensure(sameNumbers(result.data, plain.data), `${what}, order ${size}: another result in the room that was given.`);
  };
  const [A, B] = [randomMatrix(9, size, 1), randomMatrix(size, 5, 2)];
  for (const right of [B, matrix(size, 1, randomVector(size, 3))]) {
    const into = room(9, right.columns);
    ensureIn(into, engine.multiply(A, right, { into }), engine.multiply(A, right), "multiply");
  }
  const weights = randomVector(size, 6).map(Math.abs);
  for (const z of [undefined, transposed(B)]) {
    const into = room(9, z?.rows ?? 9);
    const plain = engine.gaussianMatrix(A, z, weights);
    ensureIn(into, engine.gaussianMatrix(A, z, weights, { into }), plain, "gaussianMatrix");
  }
  const lower = lowerTriangle(size);
  for (const side of ["left", "right"] as const) {
    for (const transpose of [false, true]) {
      const b = side === "left" ? randomMatrix(size, 5, 4) : randomMatrix(5, size, 4);
      const plain = engine.solveTriangular(lower, b, { side, transpose });
      for (const into of [room(b.rows, b.columns), b]) {
        const result = engine.solveTriangular(lower, b, { side, transpose, into });
        ensureIn(into, result, plain, `solveTriangular, ${side}, transpose ${transpose}`);
      }
    }
  }
}

function checkEmpty(engine: Engine): void {
  const none = matrix(0, 0);
  const empty = new Float64Array(0);
  const shape = (a: Matrix): string => `${a.rows}×${a.columns}:${a.data.length}`;
  const choleskyShape = (result: ReturnType<Engine["cholesky"]>): string =>
    result.ok ? shape(result.factor) : "failed";
  const zeros = engine.multiply(matrix(2, 0), matrix(0, 3));
  const incomplete = engine.incompleteCholesky(empty, () => empty);
  const expectations: readonly (readonly [string, string, string])[] = [
    ["multiply 2 × 0 by 0 × 3", shape(zeros), "2×3:6"],
    ["multiply 0 × 2 by 2 × 3", shape(engine.multiply(matrix(0, 2), matrix(2, 3))), "0×3:0"],
    ["multiply 3 × 2 by 2 × 0", shape(engine.multiply(matrix(3, 2), matrix(2, 0))), "3×0:0"],
    ["symmetricProduct of 2 × 0", shape(engine.symmetricProduct(matrix(2, 0))), "2×2:4"],
    ["symmetricProduct of 0 × 2", shape(engine.symmetricProduct(matrix(0, 2))), "0×0:0"],
    ["cholesky", choleskyShape(engine.cholesky(none)), "0×0:0"],
    ["solveTriangular, no right-hand side", shape(engine.solveTriangular(identity(2), matrix(2, 0))), "2×0:0"],
    ["solveTriangular, size 0", shape(engine.solveTriangular(none, matrix(0, 2))), "0×2:0"],
    ["solveTriangular from the right", shape(engine.solveTriangular(none, matrix(2, 0), { side: "right" })), "2×0:0"],
    ["solveFactored", shape(engine.solveFactored(none, matrix(0, 2))), "0×2:0"],
    ["inverseFactored", shape(engine.inverseFactored(none)), "0×0:0"],
    ["inverseDiagonal", String(engine.inverseDiagonal(none).length), "0"],
    ["updateFactored", choleskyShape(engine.updateFactored(none, empty, 1)), "0×0:0"],
    ["updateFactored, downdate", choleskyShape(engine.updateFactored(none, empty, -1)), "0×0:0"],
    ["eigenSymmetric", shape(engine.eigenSymmetric(none).vectors), "0×0:0"],
    ["eigenvaluesSymmetric", String(engine.eigenvaluesSymmetric(none).length), "0"],
    ["leadingEigenSymmetric", shape(engine.leadingEigenSymmetric(none, 0).vectors), "0×0:0"],
    ["leadingEigenSymmetric, no pair", shape(engine.leadingEigenSymmetric(identity(3), 0).vectors), "3×0:0"],
    ["qr of 3 × 0, Q", shape(engine.qr(matrix(3, 0)).Q), "3×0:0"],
    ["qr of 3 × 0, R", shape(engine.qr(matrix(3, 0)).R), "0×0:0"],
    ["svd of 3 × 0, U", shape(engine.svd(matrix(3, 0)).U), "3×0:0"],
    ["svd of 3 × 0, V", shape(engine.svd(matrix(3, 0)).V), "0×0:0"],
    ["incompleteCholesky", shape(incomplete.factor), "0×0:0"],
    ["squaredDistances of 0 × 2 and 3 × 2", shape(engine.squaredDistances(matrix(0, 2), matrix(3, 2))), "0×3:0"],
    [
      "gaussianMatrix of 3 × 2 and 0 × 2",
      shape(engine.gaussianMatrix(matrix(3, 2), matrix(0, 2), new Float64Array(2))),
      "3×0:0",
    ],
  ];
  for (const [what, actual, expected] of expectations)
    ensure(actual === expected, `${what}: ${actual}, not ${expected}.`);
  ensure(
    zeros.data.every((value) => value === 0),
    "multiply: a product over nothing is zero.",
  );
  ensure(incomplete.residualTrace === 0, "incompleteCholesky: nothing is left of an empty matrix.");
}

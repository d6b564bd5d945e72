import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { check, ensure, type Check } from "../check.ts";
import { lowerTriangle, randomMatrix, randomVector, symmetricKinds, transposed } from "../matrices.ts";
import { sameNumbers } from "./ensureRatio.ts";

/** Checks that results written to room that is given are those without it. */
export function roomChecks(engine: Engine): Check[] {
  return [
    check("cholesky: a factor written to room that is given, or over its own matrix, is the same factor", () => {
      for (const size of [1, 7, 40]) checkRoom(engine, size);
    }),
    check(
      "multiply, solveTriangular and gaussianMatrix: results written to room that is given, also over B, are the same",
      () => {
        for (const size of [0, 1, 7, 40]) checkRoomOfResults(engine, size);
      },
    ),
    check("inverseDiagonal: is the same in room that is given, also in that of the factor", () => {
      for (const size of [1, 7, 40]) {
        const L = lowerTriangle(size);
        const plain = engine.inverseDiagonal(L);
        for (const room of [matrix(size, size, new Float64Array(size * size).fill(NaN)), L]) {
          const isSame = engine.inverseDiagonal(L, { room }).every((value, i) => value === plain[i]);
          ensure(isSame, `inverseDiagonal: order ${size}, another diagonal in the room that was given.`);
        }
      }
    }),
  ];
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

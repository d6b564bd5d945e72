import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { identity } from "../../matrix/diagonal.ts";
import { check, ensure, errorOf, type Check } from "../check.ts";

/** Checks that shapes which do not fit are refused, and that empty matrices fit. */
export function shapeChecks(engine: Engine): Check[] {
  return [
    ...shapeErrors.map(([what, run]) =>
      check(`${what} throws a RangeError`, () => {
        const error = errorOf(() => run(engine));
        ensure(error instanceof RangeError, `${what}: ${String(error)} instead of a RangeError.`);
      }),
    ),
    { title: "every operation accepts empty matrices", run: () => checkEmpty(engine) },
  ];
}

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

import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { scaleMatrix } from "../../matrix/addMatrices.ts";
import { check, ensure, type Check } from "../check.ts";
import {
  absolute,
  difference,
  ensureRatio,
  ensureSymmetric,
  largestRatio,
  limit,
  naiveProduct,
  sizes,
  sizesWithLarge,
} from "./ensureRatio.ts";
import { randomMatrix, transposed } from "../matrices.ts";

/** Checks of `multiply` and `symmetricProduct`. */
export function productChecks(engine: Engine): Check[] {
  return [
    ...[false, true].flatMap((transposeA) =>
      [false, true].map((transposeB) =>
        check(`multiply: ${transposeA ? "Aᵀ" : "A"} · ${transposeB ? "Bᵀ" : "B"} agrees with inner products`, () => {
          for (const size of sizesWithLarge) checkMultiply(engine, size, transposeA, transposeB);
        }),
      ),
    ),
    ...[1e150, 1e-150].map((scale) =>
      check(`multiply: entries of ${scale} neither overflow nor underflow`, () => {
        for (const size of sizes) {
          const A = scaleMatrix(randomMatrix(size, size, 1), scale);
          const B = randomMatrix(size, size, 2);
          ensureProduct(engine.multiply(A, B), A, B, `multiply, ${scale}, n = ${size}`);
          ensureProduct(engine.symmetricProduct(A), A, transposed(A), `symmetricProduct, ${scale}, n = ${size}`);
        }
      }),
    ),
    ...[false, true].map((transpose) =>
      check(
        `symmetricProduct: ${transpose ? "Aᵀ·A" : "A·Aᵀ"} agrees with inner products and is exactly symmetric`,
        () => {
          for (const size of sizesWithLarge) {
            for (const A of [randomMatrix(size, size, 3), randomMatrix(size, 7, 4), randomMatrix(7, size, 5)]) {
              const what = `symmetricProduct, transpose ${transpose}, ${A.rows} × ${A.columns}`;
              const actual = engine.symmetricProduct(A, { transpose });
              ensureSymmetric(actual, what);
              if (transpose) ensureProduct(actual, transposed(A), A, what);
              else ensureProduct(actual, A, transposed(A), what);
            }
          }
        },
      ),
    ),
    check("multiply: NaN and infinity pass through as IEEE arithmetic lets them, also where they meet a zero", () => {
      for (const size of [1, 3, 10, 50]) checkNotFinite(engine, size);
    }),
  ];
}

function checkMultiply(engine: Engine, size: number, transposeA: boolean, transposeB: boolean): void {
  // Shapes that no block size divides, thin ones among them.
  for (const [m, k, n] of [
    [size, size, size],
    [size + 1, 3, size],
    [2, size, 5],
    [size, size, 1],
    [1, size + 3, size],
  ]) {
    const A = randomMatrix(m, k, m + k);
    const B = randomMatrix(k, n, k + n + 1);
    const actual = engine.multiply(transposeA ? transposed(A) : A, transposeB ? transposed(B) : B, {
      transposeA,
      transposeB,
    });
    ensureProduct(actual, A, B, `multiply, ${m} × ${k} by ${k} × ${n}`);
  }
}

/** Each entry within its own bound, k · ε · Σ |a||b|. */
function ensureProduct(actual: Matrix, A: Matrix, B: Matrix, what: string): void {
  const residual = difference(actual, naiveProduct(A, B));
  ensureRatio(largestRatio(residual, A.columns, naiveProduct(absolute(A), absolute(B))), limit, what);
}

function checkNotFinite(engine: Engine, size: number): void {
  const row = size - 1;
  const A = randomMatrix(size, size, 6);
  A.data[row * size] = NaN;
  const ones = matrix(size, size, new Float64Array(size * size).fill(1));
  for (const [name, B] of [
    ["ones", ones],
    ["zeros", matrix(size, size)],
  ] as const) {
    engine.multiply(A, B).data.forEach((value, index) => {
      const expected = Math.floor(index / size) === row;
      ensure(
        Number.isNaN(value) === expected,
        `multiply by ${name}, n = ${size}: NaN is not where it must be (${index}).`,
      );
    });
  }
  const square = engine.symmetricProduct(A);
  ensure(Number.isNaN(square.data[row * size + row]), `symmetricProduct, n = ${size}: a NaN was lost.`);
  A.data[row * size] = Infinity;
  const product = engine.multiply(A, ones);
  ensure(product.data[row * size] === Infinity, `multiply, n = ${size}: infinity became ${product.data[row * size]}.`);
}

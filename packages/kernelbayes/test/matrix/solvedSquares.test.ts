import { describe, expect, test } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { matrix, transpose, type Matrix } from "../../src/engine/matrix.ts";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { createWasmEngine } from "../../src/engine/wasm/index.ts";
import { solvedSquares } from "../../src/matrix/solvedSquares.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";

/** A well-conditioned lower triangle, with numbers above it that nobody may read. */
function lowerTriangle(n: number): Matrix {
  const { data } = randomMatrix(n, n, 3);
  const entries = data.map((value, at) => (at % (n + 1) === 0 ? 1 + Math.abs(value) : value / Math.sqrt(n)));
  return matrix(n, n, entries);
}

/** |L⁻¹q|² by the definition for each column q of Q. */
function naiveSquares(L: Matrix, Q: Matrix): number[] {
  return Array.from({ length: Q.columns }, (_, c) => {
    const x: number[] = [];
    for (let i = 0; i < L.rows; i++) {
      const known = x.reduce((sum, value, j) => sum + L.data[i * L.rows + j] * value, 0);
      x.push((Q.data[i * Q.columns + c] - known) / L.data[i * L.rows + i]);
    }
    return x.reduce((sum, value) => sum + value * value, 0);
  });
}

describe.each([referenceEngine, createWasmEngine()])("$name", (engine) => {
  test.each([1, 2, 7, 8, 9, 50, 64])("|L⁻¹q|² of a triangle of order %i, for one column or row and for more", (n) => {
    const L = lowerTriangle(n);
    const solved = solvedSquares(L);
    for (const count of [1, 2, 20]) {
      const Q = randomMatrix(n, count, 8);
      const expected = naiveSquares(L, Q);
      for (const squares of [solved.ofColumns(engine, Q), solved.ofRows(engine, transpose(Q))]) {
        expect(squares).toHaveLength(count);
        squares.forEach((square, c) => expect(Math.abs(square / expected[c] - 1)).toBeLessThan(1e-13));
      }
    }
  });

  test("no vectors have no squares", () => {
    const solved = solvedSquares(lowerTriangle(3));
    expect(solved.ofRows(engine, matrix(0, 3))).toHaveLength(0);
    expect(solved.ofColumns(engine, matrix(3, 0))).toHaveLength(0);
  });
});

test("L is given once to an engine that keeps it, and not at all for several vectors", () => {
  const given: Matrix[] = [];
  const sound = createWasmEngine();
  const engine: Engine = {
    ...sound,
    solvedSquares(lower) {
      given.push(lower);
      return sound.solvedSquares!(lower);
    },
  };
  const L = lowerTriangle(6);
  const solved = solvedSquares(L);
  solved.ofRows(engine, randomMatrix(9, 6, 1));
  expect(given).toEqual([]);
  for (const count of [1, 1, 2]) solved.ofColumns(engine, randomMatrix(6, count, 2));
  expect(given).toEqual([L]);
});

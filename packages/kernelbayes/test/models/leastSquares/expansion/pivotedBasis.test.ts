import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { drawToFront, pivotedBasis, randomBasis } from "../../../../src/models/leastSquares/expansion/pivotedBasis.ts";
import { column, selectColumns, selectRows } from "../../../../src/matrix/row.ts";
import { diagonal } from "../../../../src/matrix/diagonal.ts";
import { stream } from "../../../../src/random/stream.ts";
import { engine, relativeDifference, rowsOf } from "../problems.ts";

test("a random basis has different rows, is the same for the same seed, and takes all rows if asked for more", () => {
  const basis = randomBasis(stream(7), 50, 12);
  expect(new Set(basis).size).toBe(12);
  expect(basis.every((row) => row >= 0 && row < 50)).toBe(true);
  expect(randomBasis(stream(7), 50, 12)).toEqual(basis);
  expect(randomBasis(stream(8), 50, 12)).not.toEqual(basis);
  expect(Array.from(randomBasis(stream(7), 5, 9)).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
});

test("every row is as likely as any other", () => {
  const draw = stream(3);
  const counts = new Float64Array(10);
  for (let round = 0; round < 4000; round++) for (const row of randomBasis(draw, 10, 3)) counts[row]++;
  // Mean 1200, deviation √(4000 · 0.3 · 0.7) = 29; five of them, in ten counts: a false alarm in 170 000 seeds.
  for (const count of counts) expect(Math.abs(count - 1200)).toBeLessThan(145);
});

test("what is drawn comes to the front of the pool, which keeps its entries", () => {
  const pool = Int32Array.of(5, 6, 7, 8, 9);
  const drawn = drawToFront(stream(1), pool, 3);
  expect(drawn).toEqual(pool.slice(0, 3));
  expect(pool.toSorted()).toEqual(Int32Array.of(5, 6, 7, 8, 9));
});

test("a pivoted basis takes the row that is explained worst, lowest first, and stops when nothing is left", () => {
  const { K } = rowsOf(15);
  const basis = pivotedBasis(engine, diagonal(K), (j) => column(K, j), 6);
  expect(basis.length).toBe(6);
  expect(basis[0]).toBe(0);
  for (let m = 1; m < 6; m++) {
    const chosen = basis.slice(0, m);
    const columns = selectColumns(K, chosen);
    const factor = engine.cholesky(selectRows(columns, chosen));
    if (!factor.ok) throw new Error("The kernel of the basis is singular.");
    // K_·J K_JJ⁻¹ K_J· = GGᵀ.
    const G = engine.solveTriangular(factor.factor, columns, { side: "right", transpose: true });
    const left = diagonal(K).map((value, i) => value - diagonal(engine.symmetricProduct(G))[i]);
    expect(left[basis[m]]).toBeCloseTo(Math.max(...left), 12);
  }
  const few = matrix(15, 2, K.data.slice(0, 30));
  const flat = engine.symmetricProduct(few);
  expect(pivotedBasis(engine, diagonal(flat), (j) => column(flat, j), 6).length).toBe(2);
});

test("the factor of a pivoted choice is the projection on the chosen columns", () => {
  const { K } = rowsOf(15);
  const { factor, pivots } = engine.incompleteCholesky(diagonal(K), (j) => column(K, j), { rank: 5 });
  const columns = selectColumns(K, pivots);
  const block = engine.cholesky(selectRows(columns, pivots));
  if (!block.ok) throw new Error("The kernel of the basis is singular.");
  const G = engine.solveTriangular(block.factor, columns, { side: "right", transpose: true });
  expect(relativeDifference(engine.symmetricProduct(factor).data, engine.symmetricProduct(G).data)).toBeLessThan(1e-11);
});

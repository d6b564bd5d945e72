import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { wasmGames } from "../../../src/engine/wasm/games.ts";
import { owenPoints } from "../../../src/explain/shapley/owenRule.ts";
import { owenTables } from "../../../src/explain/shapley/owenTables.ts";
import { productImages } from "../../../src/explain/shapley/productImages.ts";
import { gaussLegendre } from "../../../src/numeric/gaussLegendre.ts";
import { row } from "../../../src/matrix/row.ts";
import { stream } from "../../../src/random/index.ts";
import { byDefinition } from "../samples.ts";

function images(on: Matrix, off: Matrix): Matrix {
  const result = matrix(on.rows, on.columns);
  const add = productImages(on.columns);
  for (let a = 0; a < on.rows; a++) {
    for (let b = 0; b < off.rows; b++) {
      add(on.data, a * on.columns, off.data, b * on.columns, 1 / off.rows, result.data, a * on.columns);
    }
  }
  return result;
}

function numbersWithin(rows: number, columns: number, low: number, high: number, seed: number): Matrix {
  const random = stream(seed, rows, columns);
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => low + (high - low) * random.uniform()),
  );
}

describe("Shapley values of a product", () => {
  test.each([
    ["factors of a kernel", 0, 1],
    ["factors of a spline, of either sign", -1.5, 3],
  ])("%s: as the sum over all sets has them", (_, low, high) => {
    const on = numbersWithin(3, 9, low, high, 1);
    const off = numbersWithin(2, 9, low, high, 2);
    const found = images(on, off);
    for (let a = 0; a < 3; a++) {
      const expected = byDefinition(9, (set) => {
        let sum = 0;
        for (let b = 0; b < 2; b++) {
          let product = 0.5;
          for (let l = 0; l < 9; l++) product *= (set >> l) % 2 === 1 ? row(on, a)[l] : row(off, b)[l];
          sum += product;
        }
        return sum;
      });
      const size = Math.max(1, high ** 9);
      expected.forEach((phi, j) => expect(Math.abs(row(found, a)[j] - phi)).toBeLessThan(1e-14 * size));
    }
  });

  test("with elementary symmetric polynomials where columns are removed: Σ s!(p − s − 1)!/p! e_s(u without j)(u_j − 1)", () => {
    const p = 30;
    const on = numbersWithin(1, p, 0, 1, 3);
    const found = images(on, matrix(1, p, new Float64Array(p).fill(1)));
    for (const j of [0, 13, 29]) {
      // e_s by the product Π (1 + u_l z) without j, one factor after the other; all terms are positive.
      let e = [1];
      on.data.forEach((u, l) => {
        if (l !== j) e = [...e, 0].map((value, s) => value + (s > 0 ? u * e[s - 1] : 0));
      });
      let share = 1 / p;
      const sum = e.reduce((total, value, s) => {
        const term = share * value;
        share *= (s + 1) / (p - s - 1);
        return total + term;
      }, 0);
      expect(found.data[j]).toBeCloseTo((on.data[j] - 1) * sum, 15);
    }
  });

  test("the points that are left out change nothing beyond 1e-15, for few and many players, near and far rows", () => {
    for (const players of [2, 3, 8, 40, 120]) {
      for (const [low, high] of [
        [0.98, 1],
        [0.5, 1],
        [0, 1],
        [0, 1e-3],
      ]) {
        const on = numbersWithin(2, players, low, high, players);
        const off = numbersWithin(2, players, low, high, players + 1);
        const found = images(on, off);
        const sums = on.data.slice(0, players).map((_, j) => {
          // Half as many points as players, by products over all others.
          let value = 0;
          for (const b of [0, 1]) {
            const [u, w] = [row(on, 0), row(off, b)];
            value +=
              (u[j] - w[j]) *
              integral(
                (t) => u.reduce((all, each, l) => (l === j ? all : all * (w[l] + t * (each - w[l]))), 0.5),
                players,
              );
          }
          return value;
        });
        sums.forEach((phi, j) => expect(Math.abs(found.data[j] - phi)).toBeLessThan(1e-15));
      }
    }
  });

  test("fewer points than half the players do for near rows, and none where all products vanish", () => {
    expect(owenPoints(70, -3.5, 1.75)).toBeLessThan(12);
    expect(owenPoints(70, -60, 5)).toBe(0);
    expect(owenPoints(5, 20, 20)).toBe(3);
  });

  test("the module in WebAssembly gives the same to rounding", () => {
    const games = wasmGames()!;
    for (const players of [1, 2, 3, 5, 17, 64, 131]) {
      const on = numbersWithin(4, players, 0, 1, players);
      const off = numbersWithin(3, players, 0, 1, players + 1);
      // Two players that do not differ, one of them a constant 0 for a row.
      off.data[0] = on.data[0];
      const expected = images(on, off);
      const found = games(on, off, owenTables(players));
      found.data.forEach((value, at) => expect(Math.abs(value - expected.data[at])).toBeLessThan(1e-16));
    }
  });
});

/** ∫₀¹ of a polynomial of degree below `players`, by half as many points as players. */
function integral(f: (t: number) => number, players: number): number {
  const { nodes, weights } = gaussLegendre(Math.ceil(players / 2));
  return nodes.reduce((sum, t, a) => sum + (weights[a] / 2) * f((1 + t) / 2), 0);
}

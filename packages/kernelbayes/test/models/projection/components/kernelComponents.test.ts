import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { columnSigns, kernelComponents } from "../../../../src/models/projection/components/kernelComponents.ts";
import { explainedShares } from "../../../../src/models/projection/components/componentProjection.ts";
import {
  constant,
  gaussian,
  linear,
  nugget,
  polynomial,
  precomputed,
  scale,
  sum,
  type Kernel,
} from "../../../../src/kernels/index.ts";
import { centerColumns, fromRows, selectColumns, selectRows, toRows } from "../../../../src/matrix/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { engines } from "../../../kernels/engines.ts";
import { thrown } from "../../../thrown.ts";

const engine = engines[0];

function sample(n: number, p: number, seed = 1): Matrix {
  const random = stream(seed, n, p);
  return matrix(
    n,
    p,
    Float64Array.from({ length: n * p }, () => normal(random)),
  );
}

function columnOf({ data, rows, columns }: Matrix, j: number): number[] {
  return Array.from({ length: rows }, (_, i) => data[i * columns + j]);
}

const X = sample(30, 3);
const others = sample(8, 3, 2);
/** Kernels, and how well 25 of the 30 rows span them. */
const kernels: [string, Kernel, number][] = [
  ["narrow gaussian", gaussian({ lengthScale: 1.5 }), 0.02],
  ["wide gaussian", gaussian({ lengthScale: 6 }), 1e-7],
  ["linear", linear(), 1e-9],
  ["polynomial with a constant", sum(polynomial(), constant({ variance: 7 })), 1e-7],
];

describe.each(kernels)("the components of a %s kernel", (_, kernel, spanned) => {
  const { eigenvalues, scores, total, project } = kernelComponents(engine, kernel, X, { tolerance: 1e-8 });
  const largest = eigenvalues[0];

  test("have scores of mean 0 that are orthogonal, with the eigenvalues as their sums of squares", () => {
    const m = eigenvalues.length;
    const products = engine.symmetricProduct(scores, { transpose: true });
    const expected = matrix(m, m);
    eigenvalues.forEach((value, l) => (expected.data[l * (m + 1)] = value));
    expectClose(products.data, expected.data, 1e-12 * largest);
    for (let l = 0; l < m; l++) {
      expect(Math.abs(columnOf(scores, l).reduce((all, value) => all + value, 0))).toBeLessThan(1e-10);
      expect(eigenvalues[l]).toBeGreaterThan(1e-8 * largest);
      if (l > 0) expect(eigenvalues[l]).toBeLessThanOrEqual(eigenvalues[l - 1]);
    }
  });

  test("keep the distances between rows in the space of the kernel, and the sum of their squares is the total", () => {
    const K = kernel.matrix(engine, X);
    const all = kernelComponents(engine, kernel, X).scores;
    const distances = engine.squaredDistances(all);
    for (let i = 0; i < 30; i++) {
      for (let j = 0; j < 30; j++) {
        const expected = K.data[i * 31] + K.data[j * 31] - 2 * K.data[i * 30 + j];
        expect(Math.abs(distances.data[i * 30 + j] - expected)).toBeLessThan(1e-11 * largest);
      }
    }
    expect(all.data.reduce((sum, value) => sum + value * value, 0) / total).toBeCloseTo(1, 10);
  });

  test("give a training row its own scores again", () => {
    expectClose(project(X).data, scores.data, 1e-10);
    expectClose(
      project(selectRows(X, [17])).data,
      scores.data.subarray(17 * scores.columns, 18 * scores.columns),
      1e-10,
    );
  });

  test("are the same for any order of the rows, but for their order", () => {
    const order = Array.from({ length: 30 }, (_, i) => (7 * i + 3) % 30);
    const turned = kernelComponents(engine, kernel, selectRows(X, order), { tolerance: 1e-8 });
    expectClose(turned.eigenvalues, eigenvalues, 1e-11 * largest);
    expectClose(turned.scores.data, selectRows(scores, order).data, 1e-6);
    expectClose(turned.project(others).data, project(others).data, 1e-6);
  });

  test("of rows that are the pivots of a low rank are those of the whole matrix, as far as the rank suffices", () => {
    const low = kernelComponents(engine, kernel, X, { pivots: 25 });
    const count = Math.min(6, low.eigenvalues.length);
    const [first, few] = [kernelComponents(engine, kernel, X, { count }), low.first(count)];
    expectClose(few.eigenvalues, first.eigenvalues, spanned * largest);
    expectClose(few.scores.data, first.scores.data, 10 * spanned);
    expectClose(few.project(others).data, first.project(others).data, 10 * spanned);
    expect(Math.abs(few.total / first.total - 1)).toBeLessThan(spanned);
    expect(few.basis.rows.rows).toBeLessThanOrEqual(25);
    expect(few.warnings).toEqual([]);
    expectClose(few.project(X).data, few.scores.data, 1e-9);
  });

  test("of weighted rows are those of rows that are there as often", () => {
    const weights = Float64Array.from({ length: 30 }, (_, i) => 1 + (i % 3));
    const rows = Array.from(weights).flatMap((w, i) => new Array<number>(w).fill(i));
    const copies = kernelComponents(engine, kernel, selectRows(X, rows), { count: 5 });
    for (const [pivots, tolerance] of [
      [30, 1e-9],
      [25, spanned],
    ]) {
      const weighted = kernelComponents(engine, kernel, X, { count: 5, weights, pivots });
      expectClose(weighted.eigenvalues, copies.eigenvalues, tolerance * largest);
      expectClose(selectRows(weighted.scores, rows).data, copies.scores.data, 10 * tolerance);
      expectClose(weighted.project(others).data, copies.project(others).data, 10 * tolerance);
      expect(Math.abs(weighted.total / copies.total - 1)).toBeLessThan(tolerance);
    }
  });
});

test("with a linear kernel the scores of new rows are those of ordinary principal components", () => {
  const { eigenvalues, project, scores } = kernelComponents(engine, linear(), X);
  const means = Float64Array.from([0, 1, 2], (j) => columnOf(X, j).reduce((sum, value) => sum + value / 30, 0));
  const { U, values, V } = engine.svd(centerColumns(X));
  expectClose(
    eigenvalues,
    values.map((value) => value * value),
    1e-12 * eigenvalues[0],
  );
  const plain = toRows(engine.multiply(centerColumns(others, means), V));
  const projected = toRows(project(others));
  for (let l = 0; l < 3; l++) {
    const sign = Math.sign(U.data[l] * scores.data[l]);
    plain.forEach((row, i) => expect(projected[i][l]).toBeCloseTo(sign * row[l], 11));
  }
});

test("the entry of largest absolute value of each component is positive, the first among equals to rounding", () => {
  const { scores } = kernelComponents(engine, gaussian(), X);
  for (let l = 0; l < scores.columns; l++) {
    const column = columnOf(scores, l);
    expect(Math.max(...column)).toBeGreaterThanOrEqual(-Math.min(...column) * (1 - 1e-9));
  }
  const tied = fromRows([
    [1, 3, -2, 0],
    [-2 * (1 - 1e-15), -3, 1, 0],
    [2, 1, 2 * (1 + 1e-15), 0],
  ]);
  expect(Array.from(columnSigns(tied))).toEqual([-1, 1, -1, 1]);
});

test("what a row shares with no other row, a nugget, is left out", () => {
  const smooth = gaussian({ lengthScale: 1.5 });
  const plain = kernelComponents(engine, smooth, X, { count: 6 });
  const noisy = kernelComponents(engine, sum(smooth, nugget({ variance: 0.3 })), X, { count: 6 });
  expectClose(noisy.eigenvalues, plain.eigenvalues, 1e-12);
  expectClose(noisy.scores.data, plain.scores.data, 1e-10);
  const few = kernelComponents(engine, sum(smooth, nugget({ variance: 0.3 })), X, { count: 6, pivots: 29 });
  expect(few.total).toBeCloseTo(plain.total, 3);
});

describe("the number of components", () => {
  test("is the rank at most, which is below the number of rows", () => {
    expect(kernelComponents(engine, gaussian({ lengthScale: 0.3 }), X).eigenvalues.length).toBe(29);
    expect(kernelComponents(engine, linear(), X).eigenvalues.length).toBe(3);
    expect(kernelComponents(engine, linear(), X, { count: 10 }).eigenvalues.length).toBe(3);
    expect(kernelComponents(engine, gaussian(), selectRows(X, [4, 9])).eigenvalues.length).toBe(1);
    const twice = selectRows(X, [...Array(12).keys(), ...Array(12).keys()]);
    expect(kernelComponents(engine, gaussian({ lengthScale: 0.3 }), twice).eigenvalues.length).toBe(11);
  });

  test("can be cut, which changes nothing in those that are left", () => {
    const all = kernelComponents(engine, gaussian(), X);
    const few = kernelComponents(engine, gaussian(), X, { count: 4 });
    for (const cut of [all.first(4), all.first(9).first(4)]) {
      expectClose(cut.eigenvalues, few.eigenvalues, 1e-12);
      expectClose(cut.scores.data, few.scores.data, 1e-11);
      expectClose(cut.project(others).data, few.project(others).data, 1e-11);
      expect(cut.total).toBeCloseTo(few.total, 12);
    }
    expectClose(all.first(4).scores.data, selectColumns(all.scores, [0, 1, 2, 3]).data, 0);
    expect(few.project(others)).toMatchObject({ rows: 8, columns: 4 });
  });

  test("cannot be more than there are", () => {
    const components = kernelComponents(engine, gaussian(), X, { count: 4 });
    for (const count of [0, 5, 1.5, Number.NaN]) {
      expect(thrown(() => components.first(count)).code).toBe("too-many-components");
    }
    expect(thrown(() => components.first(5)).message).toContain("from 1 to 4");
  });

  test("follows the tolerance", () => {
    const all = kernelComponents(engine, gaussian(), X);
    const large = kernelComponents(engine, gaussian(), X, { tolerance: 0.1 });
    expect(large.eigenvalues.length).toBe(all.eigenvalues.filter((e) => e > 0.1 * all.eigenvalues[0]).length);
    expect(large.total).toBeCloseTo(all.total, 12);
    expect(
      kernelComponents(engine, gaussian({ lengthScale: 1e3 }), X, { tolerance: 0 }).eigenvalues.length,
    ).toBeLessThan(10);
  });

  test("explains a growing share of the variance, in the end all of it", () => {
    const components = kernelComponents(engine, gaussian(), X);
    const shares = explainedShares(components);
    expect(shares[0]).toBeCloseTo(components.eigenvalues[0] / components.total, 14);
    expect(shares.at(-1)).toBeCloseTo(1, 12);
    expectClose(explainedShares(components.first(3)), shares.slice(0, 3), 1e-15);
  });
});

describe("warnings", () => {
  // The corners of a regular simplex: all eigenvalues are equal.
  const corners = precomputed({ gram: [1, 2, 3, 4].map((i) => [1, 2, 3, 4].map((j) => (i === j ? 1 : 0.25))) });
  const places = fromRows([[0], [1], [2], [3]]);

  test("say that components beside the cut have equal eigenvalues, where there is a cut", () => {
    const codes = (count?: number): string[] =>
      kernelComponents(engine, corners, places, { count }).warnings.map(({ code }) => code);
    expect(codes(2)).toEqual(["equal-components"]);
    expect(codes()).toEqual([]);
    expect(codes(3)).toEqual([]);
    expect(
      kernelComponents(engine, corners, places)
        .first(1)
        .warnings.map(({ code }) => code),
    ).toEqual(["equal-components"]);
    expect(kernelComponents(engine, gaussian(), X, { count: 3 }).warnings).toEqual([]);
  });

  test("say what pivots leave out", () => {
    const { warnings } = kernelComponents(engine, gaussian({ lengthScale: 0.5 }), X, { count: 3, pivots: 6 });
    expect(warnings).toHaveLength(1);
    expect(warnings[0].code).toBe("low-rank-components");
    expect(warnings[0].message).toMatch(/^6 rows stand for all .* leave \d\d % of the variance out/);
  });
});

describe("what has no components", () => {
  test("is rows that are all equal, also far from the origin", () => {
    const equal = matrix(7, 2, new Float64Array(14).fill(0.1));
    const far = matrix(7, 2, new Float64Array(14).fill(12345.678));
    for (const [kernel, rows] of [
      [gaussian(), equal],
      [linear(), far],
      [scale(gaussian(), { variance: 1e6 }), far],
      [nugget(), X],
      [constant(), X],
    ] as const) {
      expect(thrown(() => kernelComponents(engine, kernel, rows)).code).toBe("equal-rows");
      expect(thrown(() => kernelComponents(engine, kernel, rows, { pivots: 3, count: 1 })).code).toBe("equal-rows");
    }
  });

  test("is a single row, and options that cannot be meant are refused", () => {
    expect(thrown(() => kernelComponents(engine, gaussian(), selectRows(X, [0]))).code).toBe("too-few-rows");
    for (const options of [{ count: 0 }, { count: 1.5 }, { pivots: 0 }, { tolerance: -1 }, { tolerance: 1 }]) {
      expect(thrown(() => kernelComponents(engine, gaussian(), X, options)).code).toBe("invalid-option");
    }
    expect(() => kernelComponents(engine, gaussian(), X, { weights: Float64Array.of(1) })).toThrow(RangeError);
  });
});

test.each(engines.slice(1))("the engine $name finds the same components", (other) => {
  for (const pivots of [undefined, 20]) {
    const here = kernelComponents(engine, gaussian(), X, { count: 5, pivots });
    const there = kernelComponents(other, gaussian(), X, { count: 5, pivots });
    expectClose(there.eigenvalues, here.eigenvalues, 1e-11);
    expectClose(there.scores.data, here.scores.data, 1e-9);
    expectClose(there.project(others).data, here.project(others).data, 1e-9);
  }
});

test("many rows are taken by some of them, without their whole kernel matrix", () => {
  const many = sample(3200, 2);
  const calls: number[] = [];
  const wide = gaussian({ lengthScale: 2 });
  const watched: Kernel = {
    ...wide,
    matrix: () => expect.fail("the whole matrix was asked for"),
    cross(engine_, x, z) {
      calls.push(z.rows);
      return wide.cross(engine_, x, z);
    },
  };
  const { scores, eigenvalues, project, basis } = kernelComponents(engine, watched, many, { count: 4 });
  expect(basis.rows.rows).toBeLessThanOrEqual(500);
  expect(calls.length).toBe(basis.rows.rows);
  expectClose(project(many).data, scores.data, 1e-9);
  for (let l = 0; l < 4; l++) {
    const squares = columnOf(scores, l).reduce((sum, value) => sum + value * value, 0);
    expect(squares / eigenvalues[l]).toBeCloseTo(1, 11);
  }
});

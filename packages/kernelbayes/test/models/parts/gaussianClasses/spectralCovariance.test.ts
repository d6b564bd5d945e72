import { describe, expect, test } from "vitest";
import {
  dimensionOf,
  logDeterminant,
  whiten,
  type SpectralCovariance,
} from "../../../../src/models/parts/gaussianClasses/spectralCovariance.ts";
import { fromRows, toRows } from "../../../../src/matrix/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { engines } from "../../../kernels/engines.ts";
import { formOf, logDeterminantOf, type Rows } from "../../naive.ts";

const random = stream(3);
const vector = (length: number): number[] => Array.from({ length }, () => normal(random));

/** A covariance of `rank` directions among `p`, and the dense matrix that its definition gives. */
function covarianceOf(p: number, rank: number, rest: number): { covariance: SpectralCovariance; dense: Rows } {
  // Orthonormal columns by Gram and Schmidt.
  const columns: number[][] = [];
  while (columns.length < rank) {
    let next = vector(p);
    for (const other of [...columns, ...columns]) {
      const along = next.reduce((sum, value, j) => sum + value * other[j], 0);
      next = next.map((value, j) => value - along * other[j]);
    }
    const norm = Math.hypot(...next);
    columns.push(next.map((value) => value / norm));
  }
  const values = columns.map((_, j) => 0.5 + j);
  const scale = Array.from({ length: p }, (_, j) => 1 + j / 2);
  const dense = Array.from({ length: p }, (_, a) =>
    Array.from({ length: p }, (_, b) => {
      const inside = columns.reduce((sum, v, j) => sum + (values[j] - rest) * v[a] * v[b], 0);
      return scale[a] * (inside + (a === b ? rest : 0)) * scale[b];
    }),
  );
  const covariance = {
    scale: Float64Array.from(scale),
    vectors: fromRows(Array.from({ length: p }, (_, i) => columns.map((column) => column[i]))),
    values: Float64Array.from(values),
    rest,
  };
  return { covariance, dense };
}

const cases = [
  { name: "of full rank", p: 4, rank: 4, rest: 0 },
  { name: "of low rank with a common variance for the rest", p: 5, rank: 2, rest: 0.3 },
  { name: "of one direction in many", p: 9, rank: 1, rest: 2 },
];

for (const engine of engines) {
  describe(`on the engine ${engine.name}`, () => {
    for (const { name, p, rank, rest } of cases) {
      const { covariance, dense } = covarianceOf(p, rank, rest);

      test(`whitening a covariance ${name} turns its quadratic forms into products`, () => {
        const rows = [vector(p), vector(p), vector(p)];
        const white = toRows(whiten(engine, covariance, fromRows(rows)));
        for (const [i, d] of rows.entries()) {
          for (const [k, e] of rows.entries()) {
            const product = white[i].reduce((sum, value, j) => sum + value * white[k][j], 0);
            expect(product).toBeCloseTo(formOf(dense, d, e), 11);
          }
        }
      });

      test(`the log determinant of a covariance ${name} is that of the dense matrix`, () => {
        expect(logDeterminant(covariance)).toBeCloseTo(logDeterminantOf(dense), 12);
        expect(dimensionOf(covariance)).toBe(p);
      });
    }

    test("directions outside the span are ignored when nothing is said about the rest", () => {
      const { covariance } = covarianceOf(5, 2, 0);
      expect(dimensionOf(covariance)).toBe(2);
      const inside = covariance.scale.map((root, j) => root * covariance.vectors.data[j * 2]);
      const moved = [0, 1, 2, 3, 4].map((j) => inside[j]);
      // Something orthogonal to both directions, in the scaled coordinates.
      const { covariance: complement } = covarianceOf(5, 5, 0);
      const outside = Array.from({ length: 5 }, (_, j) => complement.vectors.data[j * 5]);
      for (const k of [0, 1, 0, 1]) {
        const along = outside.reduce((sum, value, j) => sum + value * covariance.vectors.data[j * 2 + k], 0);
        for (let j = 0; j < 5; j++) outside[j] -= along * covariance.vectors.data[j * 2 + k];
      }
      const rows = fromRows([moved, moved.map((value, j) => value + 7 * covariance.scale[j] * outside[j])]);
      const [plain, added] = toRows(whiten(engine, covariance, rows));
      expect(plain).toHaveLength(2);
      plain.forEach((value, j) => expect(added[j]).toBeCloseTo(value, 12));
    });
  });
}

import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { spanOfRows } from "../../src/rows/spanOfRows.ts";
import { fromRows } from "../../src/matrix/index.ts";
import { normal, stream } from "../../src/random/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { engines } from "../kernels/engines.ts";

const random = stream(4);
const drawn = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => normal(random)));

const tall = drawn(12, 3);
const cases: readonly { readonly name: string; readonly rows: number[][]; readonly rank: number }[] = [
  { name: "a tall matrix", rows: tall, rank: 3 },
  { name: "a wide matrix", rows: drawn(4, 11), rank: 4 },
  { name: "a square matrix", rows: drawn(5, 5), rank: 5 },
  { name: "a column that is the sum of two others", rows: tall.map(([a, b, c]) => [a, b, c, a + b]), rank: 3 },
  { name: "wide rows of which one repeats another", rows: ((w) => [...w, w[0]])(drawn(3, 8)), rank: 3 },
  {
    name: "the centred indicators of a category with three levels",
    rows: Array.from({ length: 9 }, (_, i) => [0, 1, 2].map((level) => (i % 3 === level ? 1 : 0) - 1 / 3)),
    rank: 2,
  },
  { name: "columns in units a thousand apart", rows: tall.map(([a, b, c]) => [1000 * a, b, c / 1000]), rank: 3 },
  {
    name: "rows that do not vary",
    rows: [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    rank: 0,
  },
];

for (const engine of engines) {
  describe(`on the engine ${engine.name}`, () => {
    for (const { name, rows, rank } of cases) {
      test(`the span of ${name} has ${rank} directions, orthonormal, and holds every row`, () => {
        const given = fromRows(rows);
        const basis = spanOfRows(engine, given);
        expect([basis.rows, basis.columns]).toEqual([given.columns, rank]);
        expectClose(engine.multiply(basis, basis, { transposeA: true }).data, identity(rank).data, 1e-9);
        const again = engine.multiply(engine.multiply(given, basis), basis, { transposeB: true });
        const size = Math.max(...given.data.map(Math.abs));
        expectClose(again.data, given.data, 1e-9 * size);
      });
    }
  });
}

function identity(size: number): Matrix {
  return matrix(
    size,
    size,
    Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0)),
  );
}

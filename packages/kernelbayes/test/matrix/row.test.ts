import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import {
  concatenate,
  fromColumns,
  fromRows,
  row,
  rowChunks,
  column,
  selectRows,
  toRows,
  selectColumns,
  stackRows,
} from "../../src/matrix/row.ts";

test("a row is a view: what is written to it is written to the matrix", () => {
  const A = fromRows([
    [1, 2],
    [3, 4],
  ]);
  expect(Array.from(row(A, 1))).toEqual([3, 4]);
  row(A, 1)[0] = 9;
  expect(Array.from(A.data)).toEqual([1, 2, 9, 4]);
});

const A = fromRows([
  [1, 2],
  [3, 4],
  [5, 6],
]);

test("a column is a copy", () => {
  const second = column(A, 1);
  expect(Array.from(second)).toEqual([2, 4, 6]);
  second.fill(0);
  expect(A.data[1]).toBe(2);
});

test("arrays are joined in their order, empty ones and none at all included", () => {
  expect(concatenate([Float64Array.of(1, 2), new Float64Array(0), Float64Array.of(3)])).toEqual(
    Float64Array.of(1, 2, 3),
  );
  expect(concatenate([])).toEqual(new Float64Array(0));
});

test("the rows of matrices are stacked; of none there is a matrix without rows", () => {
  expect(stackRows([fromRows([[1, 2]]), A, matrix(0, 2)])).toEqual(
    fromRows([
      [1, 2],
      [1, 2],
      [3, 4],
      [5, 6],
    ]),
  );
  expect(stackRows([], 3)).toEqual(matrix(0, 3));
});

test("the columns of a matrix make it again", () => {
  expect(fromColumns([column(A, 0), column(A, 1)])).toEqual(A);
});

test("a column that does not exist is refused by its number", () => {
  expect(() => column(A, 2)).toThrow("Column 2 does not exist; there are 2, counted from 0.");
});

test("rows are taken in the order given, repeatedly if asked", () => {
  expect(toRows(selectRows(A, [2, 0, 2]))).toEqual([
    [5, 6],
    [1, 2],
    [5, 6],
  ]);
  expect(selectRows(A, [])).toMatchObject({ rows: 0, columns: 2 });
});

test("a row that does not exist is refused by its number", () => {
  for (const index of [3, -1, 0.5]) expect(() => selectRows(A, [0, index])).toThrow(`Row ${index} does not exist`);
});

const wide = fromRows([
  [1, 2, 3],
  [4, 5, 6],
]);

test("columns are taken in the order given, repeatedly if asked", () => {
  expect(toRows(selectColumns(wide, [2, 0, 2]))).toEqual([
    [3, 1, 3],
    [6, 4, 6],
  ]);
  expect(selectColumns(wide, [])).toMatchObject({ rows: 2, columns: 0 });
});

test("a chosen column that does not exist is refused by its number", () => {
  expect(() => selectColumns(wide, [0, 3])).toThrow("Column 3 does not exist; there are 3, counted from 0.");
});

test("rows may be arrays or typed arrays", () => {
  const A = fromRows([[1, 2], Float64Array.of(3, 4)]);
  expect([A.rows, A.columns, ...A.data]).toEqual([2, 2, 1, 2, 3, 4]);
});

test("no rows make an empty matrix", () => {
  expect(fromRows([])).toMatchObject({ rows: 0, columns: 0 });
});

test("a row of another length is refused by its number", () => {
  expect(() => fromRows([[1, 2], [3]])).toThrow("The length of row 1 (counted from 0) must be 2; got 1.");
});

test("rows come back as the plain arrays they were", () => {
  const rows = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  expect(toRows(fromRows(rows))).toEqual(rows);
});

test("chunks are views of all rows in their order, the last one with what remains", () => {
  const chunks = Array.from(rowChunks(A, 2), ([start, chunk]) => [start, toRows(chunk)]);
  expect(chunks).toEqual([
    [
      0,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [2, [[5, 6]]],
  ]);
  expect(Array.from(rowChunks(A, 2))[1][1].data.buffer).toBe(A.data.buffer);
});

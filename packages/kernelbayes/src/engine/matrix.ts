/** A dense matrix of doubles, stored row by row: the entry in row i, column j is `data[i * columns + j]`. */
export interface Matrix {
  readonly data: Float64Array;
  readonly rows: number;
  readonly columns: number;
}

/** A matrix of zeros, or one that takes over the given data. */
export function matrix(rows: number, columns: number, data: Float64Array = new Float64Array(rows * columns)): Matrix {
  if (data.length !== rows * columns) {
    throw new RangeError(`A ${rows} × ${columns} matrix needs ${rows * columns} numbers; got ${data.length}.`);
  }
  return { data, rows, columns };
}

/** The matrix of what a function makes of each entry and its place in the data. */
export function mapMatrix(a: Matrix, change: (value: number, at: number) => number): Matrix {
  return matrix(a.rows, a.columns, a.data.map(change));
}

/** The transposed matrix, as a copy. */
export function transpose(a: Matrix): Matrix {
  const { data, rows, columns } = a;
  const result = new Float64Array(data.length);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) result[j * rows + i] = data[i * columns + j];
  }
  return matrix(columns, rows, result);
}

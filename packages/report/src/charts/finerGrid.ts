/** Values on a grid, along x first. */
export interface Grid {
  readonly values: Float64Array;
  readonly columns: number;
  readonly rows: number;
}

/**
 * A grid with `factor` − 1 points between each two, by cubic curves through the given ones (Catmull and Rom), along x and then along
 * y. Given values stay what they are.
 */
export function finerGrid(values: Float64Array, { columns, rows }: Omit<Grid, "values">, factor: number): Grid {
  const [wide, high] = [columns, rows].map((count) => (count - 1) * factor + 1);
  const across = new Float64Array(wide * rows);
  for (let j = 0; j < rows; j++) {
    across.set(finer(values.subarray(j * columns, (j + 1) * columns), factor), j * wide);
  }
  const result = new Float64Array(wide * high);
  for (let i = 0; i < wide; i++) {
    const column = Float64Array.from({ length: rows }, (_, j) => across[j * wide + i]);
    finer(column, factor).forEach((value, j) => (result[j * wide + i] = value));
  }
  return { values: result, columns: wide, rows: high };
}

function finer(line: Float64Array, factor: number): Float64Array {
  // Beyond the ends the line goes on straight.
  const at = (place: number): number => {
    if (place < 0) return 2 * line[0] - line[1];
    return place < line.length ? line[place] : 2 * line[line.length - 1] - line[line.length - 2];
  };
  return Float64Array.from({ length: (line.length - 1) * factor + 1 }, (_, fine) => {
    const place = Math.floor(fine / factor);
    const t = (fine % factor) / factor;
    const [a, b, c, d] = [place - 1, place, place + 1, place + 2].map(at);
    return b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  });
}

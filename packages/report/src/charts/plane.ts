/** A regular grid over a rectangle of two columns, the points lying in the middle of its cells. */
export interface Plane {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  /** Cells along x and along y. */
  readonly columns: number;
  readonly rows: number;
}

/**
 * The points of a plane, along x first and from the least y: point i + columns · j lies at
 *
 *     x₀ + (i + ½)(x₁ − x₀)/columns,   y₀ + (j + ½)(y₁ − y₀)/rows.
 */
export function planePoints({ x, y, columns, rows }: Plane): { readonly x: Float64Array; readonly y: Float64Array } {
  const points = { x: new Float64Array(columns * rows), y: new Float64Array(columns * rows) };
  for (let at = 0; at < columns * rows; at++) {
    points.x[at] = x[0] + (((at % columns) + 0.5) * (x[1] - x[0])) / columns;
    points.y[at] = y[0] + ((Math.floor(at / columns) + 0.5) * (y[1] - y[0])) / rows;
  }
  return points;
}

/** The rectangle of a plane without its outermost cells, beyond which contours close along its edge. */
export function innerRectangle({ x, y, columns, rows }: Plane): Pick<Plane, "x" | "y"> {
  const cell = [(x[1] - x[0]) / columns, (y[1] - y[0]) / rows];
  return { x: [x[0] + cell[0], x[1] - cell[0]], y: [y[0] + cell[1], y[1] - cell[1]] };
}

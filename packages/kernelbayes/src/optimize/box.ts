import { InputError } from "../errors.ts";

/** The set of points with lower ≤ x ≤ upper in every coordinate. */
export interface Box {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Bounds for points of `size` coordinates; a single number is the bound of each. */
export function boxOf(size: number, lower: number | ArrayLike<number>, upper: number | ArrayLike<number>): Box {
  const box = { lower: spread("lower", lower, size), upper: spread("upper", upper, size) };
  for (let j = 0; j < size; j++) {
    // Written so that a NaN fails it too.
    if (!(box.lower[j] <= box.upper[j])) {
      throw new InputError(
        "bounds",
        `The lower bound of coordinate ${j} must not exceed the upper; got ${box.lower[j]} and ${box.upper[j]}.`,
      );
    }
  }
  return box;
}

function spread(name: string, bound: number | ArrayLike<number>, size: number): Float64Array {
  if (typeof bound === "number") return new Float64Array(size).fill(bound);
  if (bound.length === size) return Float64Array.from(bound);
  throw new InputError("bounds", `${name} must have one bound for each of ${size} coordinates; got ${bound.length}.`);
}

/** The point of the box nearest to the given one. */
export function clip(point: ArrayLike<number>, { lower, upper }: Box): Float64Array {
  return Float64Array.from(point, (x, j) => Math.min(upper[j], Math.max(lower[j], x)));
}

/** ‖P(x − g) − x‖∞, which is zero exactly where no small step inside the box lowers a function with gradient g. */
export function projectedNorm(point: Float64Array, gradient: Float64Array, { lower, upper }: Box): number {
  return point.reduce((largest, x, j) => {
    const target = Math.min(upper[j], Math.max(lower[j], x - gradient[j]));
    return Math.max(largest, Math.abs(target - x));
  }, 0);
}

/** The coordinates that lie on a bound, fixed ones left out. */
export function coordinatesAtBounds(point: Float64Array, { lower, upper }: Box): number[] {
  const found: number[] = [];
  point.forEach((x, j) => {
    if (lower[j] < upper[j] && (x === lower[j] || x === upper[j])) found.push(j);
  });
  return found;
}

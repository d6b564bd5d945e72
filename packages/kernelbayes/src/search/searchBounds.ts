import type { Kernel } from "../kernels/kernel.ts";
import type { Engine } from "../engine/engine.ts";
import type { Matrix } from "../engine/matrix.ts";
import { selectRows, numbersUpTo } from "../matrix/row.ts";
import { quantile } from "../numeric/quantile.ts";

/** Logarithms of parameters beyond these add nothing to what these say. */
export const widest = 20;

/** The numbers of the parameters that a search may change. */
export function freeParameters(kernel: Kernel): readonly number[] {
  return kernel.parameters.flatMap(({ fixed, value }, j) => (fixed || value === 0 ? [] : [j]));
}

/** The kernel with its free parameters at the exponentials of the first coordinates. */
export function withFreeValues(kernel: Kernel, free: readonly number[], point: ArrayLike<number>): Kernel {
  const values = kernel.parameters.map(({ value }) => value);
  free.forEach((j, at) => (values[j] = Math.exp(point[at])));
  return kernel.withValues(values);
}

/** The bounds of the logarithms of the free parameters: their own, within ±20. */
export function boundsOf(
  kernel: Kernel,
  free: readonly number[],
): { readonly lower: readonly number[]; readonly upper: readonly number[] } {
  const within = (value: number): number => Math.min(widest, Math.max(-widest, Math.log(value)));
  return {
    lower: free.map((j) => within(kernel.parameters[j].lower)),
    upper: free.map((j) => within(kernel.parameters[j].upper)),
  };
}

/** With more rows than these, the median is that of the pairs among so many of them, evenly chosen. */
const mostRows = 400;

/** The median squared distance of two rows that differ; undefined where no two rows do. */
export function medianSquaredDistance(engine: Engine, X: Matrix): number | undefined {
  const R = engine.squaredDistances(everySoManyth(X, mostRows));
  const distances: number[] = [];
  for (let i = 0; i < R.rows; i++) {
    for (let j = 0; j < i; j++) if (R.data[i * R.columns + j] > 0) distances.push(R.data[i * R.columns + j]);
  }
  return distances.length === 0 ? undefined : quantile(distances, 0.5);
}

/** At most so many rows, evenly spaced. */
export function everySoManyth(X: Matrix, most: number): Matrix {
  const stride = Math.ceil(X.rows / most);
  return stride <= 1
    ? X
    : selectRows(
        X,
        numbersUpTo(Math.ceil(X.rows / stride)).map((i) => i * stride),
      );
}

/** The power of a squared length in which a parameter is measured, for parameters that say how wide a kernel is. */
function widthPower(name: string): number | undefined {
  if (/(^|\.)lengthScale(\[\d+\])?$/.test(name)) return 0.5;
  return /(^|\.)inverseSquaredLength$/.test(name) ? -1 : undefined;
}

/** The kernel with its free length scales at θ₂ = ℓ⁻² = `inverse`; undefined where none of them is free. */
export function withWidth(kernel: Kernel, inverse: number): Kernel | undefined {
  const free = new Set(freeParameters(kernel));
  let isFound = false;
  const values = kernel.parameters.map(({ name, value, lower, upper }, j) => {
    const power = free.has(j) ? widthPower(name) : undefined;
    if (power === undefined) return value;
    isFound = true;
    return Math.min(upper, Math.max(lower, inverse ** -power));
  });
  return isFound ? kernel.withValues(values) : undefined;
}

/** Length scales beyond this many times the median distance, or below this part of it, are not looked for. */
const widestRatio = 100;

/**
 * Bounds of the logarithms of the free parameters: their own, held where the objective is flat, and length scales within a
 * factor 100 of the median distance. A wider gaussian kernel is linear on these rows to four digits and its variance grows
 * without end along a ridge; a narrower one sees no two rows together.
 */
export function searchBounds(
  kernel: Kernel,
  squaredDistance: number,
  flat: readonly number[],
): { readonly lower: readonly number[]; readonly upper: readonly number[] } {
  const free = freeParameters(kernel);
  const own = boundsOf(kernel, free);
  const bound = (side: -1 | 1) => (given: number, at: number) => {
    const { name, value } = kernel.parameters[free[at]];
    const start = Math.log(value);
    if (flat.includes(free[at])) return start;
    const power = widthPower(name);
    if (power === undefined) return given;
    const limit = power * Math.log(squaredDistance) + side * 2 * Math.abs(power) * Math.log(widestRatio);
    return side < 0 ? Math.min(start, Math.max(given, limit)) : Math.max(start, Math.min(given, limit));
  };
  return { lower: own.lower.map(bound(-1)), upper: own.upper.map(bound(1)) };
}

interface StartingWidths {
  /** 1/ℓ² over the median squared distance of two rows, for each start. */
  readonly starts: readonly number[];
  readonly squaredDistance: number;
  /** Whether the kernel is one that was asked for, so that its own values are a start too. */
  readonly isGiven: boolean;
}

/** The kernels that searches start from: as it is, where it was given or has no free width, and then at the widths of the starts. */
export function startingKernels(kernel: Kernel, { starts, squaredDistance, isGiven }: StartingWidths): Kernel[] {
  const widths = starts.flatMap((start) => withWidth(kernel, start / squaredDistance) ?? []);
  return isGiven || widths.length === 0 ? [kernel, ...widths] : widths;
}

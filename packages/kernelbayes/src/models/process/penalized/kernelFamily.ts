import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import type { Box } from "../../../optimize/box.ts";
import { selectRows, numbersUpTo } from "../../../matrix/row.ts";
import { flatParameters, scaleParameters } from "../../../search/flatParameters.ts";
import { freeParameters, withFreeValues, searchBounds, withWidth } from "../../../search/searchBounds.ts";

/** The kernels that a search without gradients looks at, in logarithmic coordinates. */
export interface KernelFamily {
  kernelAt(coordinates: ArrayLike<number>): Kernel;
  readonly box: Box;
  /** Minus the log density of the coordinates before the rows are seen, up to a constant. */
  penalty(coordinates: ArrayLike<number>): number;
  /** Coordinates of the kernels to begin with. */
  readonly grid: readonly (readonly number[])[];
  /** Free parameters that are not searched, because there are too many for a search without gradients. */
  readonly held: readonly string[];
}

export interface KernelFamilyOptions {
  /** 1/ℓ² of the grid, over the squared distance. */
  readonly widths: readonly number[];
  /** The median squared distance of two rows. */
  readonly squaredDistance: number;
  /** Whether the kernel as it is belongs to the grid. */
  readonly asGiven: boolean;
}

/** More coordinates than these are too many for steps in one after the other. */
const mostCoordinates = 4;

/**
 * log(d²/ℓ²) before the rows are seen, d the median distance of two rows. Held-out scores say little about widths far beyond
 * all distances, where a kernel is as good as linear on the rows but returns to an arbitrary level beyond them.
 */
const widthPrior = { mean: Math.log(1), deviation: 1 };

/** Other parameters, around their given values. */
const otherDeviation = 3;

/** A length scale is looked for within this factor of the median distance. */
const widestRatio = 100;

/**
 * The kernels that differ from the given one in its free parameters, but for those that C or the bias stand for already (a
 * variance, a constant). Of a kernel with more than four others the free length scales are searched as one.
 */
export function kernelFamily(engine: Engine, kernel: Kernel, X: Matrix, options: KernelFamilyOptions): KernelFamily {
  const { widths, squaredDistance, asGiven } = options;
  const some = selectRows(X, numbersUpTo(Math.min(X.rows, 50)));
  const idle = new Set([...flatParameters(engine, kernel, some), ...scaleParameters(engine, kernel, some)]);
  const free = freeParameters(kernel);
  const moved = free.filter((j) => !idle.has(j));
  const wide = widths.flatMap((width) => withWidth(kernel, width / squaredDistance) ?? []);
  if (moved.length > mostCoordinates) {
    if (wide.length === 0) return { ...fixedKernel(kernel), held: namesOf(kernel, moved) };
    const center = -Math.log(squaredDistance);
    const limit = 2 * Math.log(widestRatio);
    return {
      kernelAt: ([inverse]: ArrayLike<number> & Iterable<number>) => withWidth(kernel, Math.exp(inverse)) ?? kernel,
      box: { lower: Float64Array.of(center - limit), upper: Float64Array.of(center + limit) },
      penalty: ([inverse]: ArrayLike<number> & Iterable<number>) => widthPenalty(inverse - center),
      grid: widths.map((width) => [Math.log(width) + center]),
      held: namesOf(kernel, moved),
    };
  }
  const { lower, upper } = searchBounds(kernel, squaredDistance, []);
  const at = moved.map((j) => free.indexOf(j));
  const powers = widthPowers(kernel, squaredDistance);
  const coordinatesOf = ({ parameters }: Kernel): number[] => moved.map((j) => Math.log(parameters[j].value));
  return {
    kernelAt(coordinates) {
      const logs = free.map((j) => Math.log(kernel.parameters[j].value));
      at.forEach((place, k) => (logs[place] = coordinates[k]));
      return withFreeValues(kernel, free, logs);
    },
    box: {
      lower: Float64Array.from(at, (place) => lower[place]),
      upper: Float64Array.from(at, (place) => upper[place]),
    },
    penalty: (coordinates) =>
      moved.reduce((sum, j, k) => {
        if (powers[j] !== 0) return sum + widthPenalty(Math.log(squaredDistance) - coordinates[k] / powers[j]);
        return sum + 0.5 * ((coordinates[k] - Math.log(kernel.parameters[j].value)) / otherDeviation) ** 2;
      }, 0),
    grid: (asGiven || wide.length === 0 ? [kernel, ...wide] : wide).map(coordinatesOf),
    held: [],
  };
}

/** Half the squared deviations of log(d²/ℓ²) from its mean. */
function widthPenalty(logRatio: number): number {
  return 0.5 * ((logRatio - widthPrior.mean) / widthPrior.deviation) ** 2;
}

/** The power of ℓ² that each parameter is, 0 where it is no width: read off from the kernel at two widths. */
function widthPowers(kernel: Kernel, squaredDistance: number): readonly number[] {
  const [one, two] = [1, 2].map((width) => withWidth(kernel, width / squaredDistance) ?? kernel);
  return one.parameters.map(({ value }, j) => -Math.log2(two.parameters[j].value / value));
}

function fixedKernel(kernel: Kernel): Pick<KernelFamily, "kernelAt" | "box" | "grid" | "penalty"> {
  return {
    kernelAt: () => kernel,
    box: { lower: new Float64Array(0), upper: new Float64Array(0) },
    penalty: () => 0,
    grid: [[]],
  };
}

function namesOf({ parameters }: Kernel, numbers: readonly number[]): string[] {
  return numbers.map((j) => parameters[j].name);
}

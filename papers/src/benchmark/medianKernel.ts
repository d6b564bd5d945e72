import type { KernelDocument } from "kernelbayes/kernels";
import type { Found } from "../found.ts";

/**
 * The finding whose kernel has the median length scale of all, the lower one of two in the middle: the hyperparameters that
 * papers take for all partitions when they say "median over the first five". Undefined where nothing was found.
 */
export function medianFound(found: readonly Found[]): Found | undefined {
  const sorted = found.toSorted((a, b) => lengthScaleOf(a) - lengthScaleOf(b));
  return sorted.at((sorted.length - 1) >> 1);
}

/** The median of a hyperparameter by itself, the lower one of two in the middle. Undefined where nothing was found. */
export function medianChosen(found: readonly Found[], name: string): number | undefined {
  const values = found.flatMap(({ chosen }) => chosen?.[name] ?? []).toSorted((a, b) => a - b);
  return values.at((values.length - 1) >> 1);
}

/** The length scale of the Gaussian part of a kernel; the geometric mean of several. */
function lengthScaleOf({ kernel }: Found): number {
  const lengths = kernel ? lengthScalesIn(kernel) : [];
  if (lengths.length === 0) throw new RangeError("What was found has no kernel with a length scale.");
  return Math.exp(lengths.reduce((sum, length) => sum + Math.log(length), 0) / lengths.length);
}

interface KernelParts {
  readonly lengthScale?: number | readonly number[];
  /** Of the composite kernel, which has 1/ℓ² = θ₂w for each column. */
  readonly inverseSquaredLength?: number;
  readonly relevance?: number | readonly number[];
  readonly kernel?: KernelDocument;
  readonly terms?: readonly KernelDocument[];
}

function lengthScalesIn(document: KernelDocument): number[] {
  const {
    lengthScale,
    inverseSquaredLength,
    relevance = 1,
    kernel,
    terms = [],
  } = document as KernelDocument & KernelParts;
  return [
    ...(lengthScale === undefined ? [] : [lengthScale].flat()),
    ...(inverseSquaredLength === undefined
      ? []
      : [relevance].flat().map((weight) => (inverseSquaredLength * weight) ** -0.5)),
    ...(kernel ? lengthScalesIn(kernel) : []),
    ...terms.flatMap(lengthScalesIn),
  ];
}

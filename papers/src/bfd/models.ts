import type { KernelDocument } from "kernelbayes/kernels";
import { fixedKernel } from "../benchmark/fixedKernel.ts";
import { medianFound } from "../benchmark/medianKernel.ts";
import type { FitWish } from "../fitJob.ts";
import type { Found } from "../found.ts";
import type { ReproduceSettings } from "../paper.ts";

/** The prior of β in the paper, by which the implied error is uniform. */
export const precisionPrior = { shape: 0.5, rate: 0.5 };

/** exp(−½r²/ℓ²) alone. */
export const gaussianKernel: KernelDocument = { kind: "gaussian", lengthScale: 1 };

/** θ₁ exp(−½θ₂r²) + θ₃ on the diagonal, from a value of θ₂ and the others 1. */
export function scaledFrom(start: number): KernelDocument {
  return {
    kind: "sum",
    terms: [
      { kind: "scale", kernel: { ...gaussianKernel, lengthScale: start ** -0.5 }, variance: 1 },
      { kind: "nugget", variance: 1 },
    ],
  };
}

const scaledKernel = scaledFrom(1);

/** Equation 33 of the paper, a Gaussian and a linear part that share a weight for each column, from all parameters 1. */
const relevanceKernel: KernelDocument = { kind: "composite" };

/** How hyperparameters are found: a model that searches them, on so many of the first partitions. */
export interface HyperparameterSearch {
  readonly partitions: number;
  readonly starts: readonly number[];
  readonly model: FitWish["model"];
}

/** θ₂ over one over the median squared distance of two rows. */
const eightStarts = Array.from({ length: 8 }, (_, at) => 10 ** (-4 + (8 * at) / 7));

/** The search of the Bayesian discriminant in Table 2. */
export function gaussianSearch({ isQuick }: ReproduceSettings): HyperparameterSearch {
  const starts = isQuick ? [0.1, 1, 10] : eightStarts;
  return { partitions: isQuick ? 3 : 5, starts, model: searching(scaledKernel, starts) };
}

/** The searches of Table 3, with a weight for each column. */
export function relevanceSearch({
  isQuick,
}: ReproduceSettings): Omit<HyperparameterSearch, "model"> &
  Readonly<Record<"fisher" | "leastSquares", FitWish["model"]>> {
  const starts = isQuick ? [1] : [1e-3, 1, 10];
  return {
    partitions: isQuick ? 1 : 5,
    starts,
    fisher: searching(relevanceKernel, starts),
    leastSquares: { name: "bayesian-lssvm", ard: true, starts },
  };
}

function searching(kernel: KernelDocument, starts: readonly number[]): FitWish["model"] {
  return { name: "bfd", kernel, starts, precisionPrior, rank: "all" };
}

/** The Bayesian discriminant at the kernel and the β that belong to the median width of what was found. */
export function medianFisher(found: readonly Found[]): FitWish["model"] {
  const median = medianFound(found);
  return {
    name: "bfd",
    kernel: fixedKernel(median?.kernel ?? scaledKernel),
    precision: median?.chosen?.precision ?? 1,
    precisionPrior,
    rank: "all",
  };
}

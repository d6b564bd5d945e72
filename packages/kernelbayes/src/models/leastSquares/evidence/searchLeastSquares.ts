import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { sampleRows } from "../../../rows/sampleRows.ts";
import type { Work } from "../../../run/work.ts";
import { bringToRest } from "../../../search/settle.ts";
import { freeParameters, withFreeValues, searchBounds } from "../../../search/searchBounds.ts";
import { searchEvidence } from "../../../search/searchEvidence.ts";
import type { EvidenceFamily, EvidenceSearch } from "../../../search/evidenceFamily.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { kernelForm } from "../canonical/canonicalForm.ts";
import { responseOf } from "../canonical/leaveOneOutAt.ts";
import { evaluateEvidence, evidenceProblem, noisePrior, objectiveOf, posteriorAtRatio } from "./evidencePosterior.ts";
import { profileRatio, evidenceSpectrum } from "./evidenceSpectrum.ts";

/** Where one start of the search ended. */
export interface EvidenceOptimum {
  /** The log evidence with the prior of ζ, on the rows of all; absent where the start failed. */
  readonly objective?: number | undefined;
  /** The parameters of the kernel, in its order, and ϱ = ζ/μ. */
  readonly kernel?: Float64Array | undefined;
  readonly ratio?: number | undefined;
  readonly converged: boolean;
  /** How the search ended, in words. */
  readonly status: string;
}

export interface SearchedKernel {
  readonly kernel: Kernel;
  readonly ratio: number;
  readonly optima: readonly EvidenceOptimum[];
  readonly gradientNorm: number;
  /** Names of the kernel's parameters at a bound of the search, and "ratio". */
  readonly atBounds: readonly string[];
  /** How many of the rows were looked at. */
  readonly rowsUsed: number;
}

/** How many rows a search looks at. */
export interface RowLimits {
  /** The starts; `rowsOfParameter` times as many as there are parameters where that is more. Default 128. */
  readonly rowsOfStarts?: number;
  /** The search that follows. Kernel and precisions do not depend on the number of rows. Default 1500. */
  readonly mostRows?: number;
}

/** Rows that the starts look at, at the least. */
export const rowsOfStarts = 128;
const rowsOfParameter = 8;

/** The ends of starts are compared and searched on, so that more digits would be wasted on them. */
const limits = { gradientTolerance: 1e-2, valueTolerance: 1e-6, maxEvaluations: 100 } as const;

/** The last search; the rest of the gradient is left to Newton steps. */
const rest = { limits: { gradientTolerance: 1e-3, valueTolerance: 1e-9, maxEvaluations: 200 } } as const;

/**
 * The kernel and ratio of the highest evidence: a search from each start on some of the rows, all ends compared on all rows, and from the
 * best of them a search on all rows, brought to rest. Which rows are some of them depends on the seed alone.
 */
export function* searchLeastSquares(
  engine: Engine,
  kernels: readonly Kernel[],
  all: SearchRows,
  seed: number,
  { rowsOfStarts: least = rowsOfStarts, mostRows = 1500 }: RowLimits = {},
): Work<SearchedKernel> {
  const parameters = freeParameters(kernels[0]).length + 1;
  const rows = sampleRows(all, mostRows, seed);
  const few = sampleRows(rows, Math.max(least, rowsOfParameter * parameters), seed);
  const plan = { starts: kernels.map((kernel) => ({ kernel })), few, rows, limits, near: [] };
  const found = yield* searchEvidence(engine, leastSquaresFamily, plan, function* ({ search, point }) {
    return { ...(yield* bringToRest(search, point, rest)), search };
  });
  const { kernel, last, ends, atBounds } = found;
  return {
    kernel,
    ratio: last.search.ratioAt(last.point),
    optima: ends.map(({ search, point, value = Infinity, converged, status }) => {
      if (point === undefined) return { converged, status };
      return {
        ...(value < Infinity && { objective: -value }),
        kernel: Float64Array.from(search.kernelAt(point).parameters, (parameter) => parameter.value),
        ratio: search.ratioAt(point),
        converged,
        status,
      };
    }),
    gradientNorm: last.gradientNorm,
    atBounds,
    rowsUsed: rows.X.rows,
  };
}

/** The rows of a search from many starts, as plain data. */
export interface SearchRows extends LabelledRows {
  /** Median squared distance of two rows, which sets the unit of the length scales. */
  readonly squaredDistance: number;
  /** Numbers of the kernel's parameters that the evidence does not depend on. */
  readonly flat: readonly number[];
}

/** A search over the logarithms of the free parameters of a kernel and of ϱ, last. */
interface RatioSearch extends EvidenceSearch {
  readonly ratioAt: (point: ArrayLike<number>) => number;
}

/** log ϱ is looked for this far from one over the mean of the kernel's diagonal. */
const widest = 20;

/** The evidence of the Bayesian least-squares support vector machine, with the prior of ζ. */
export const leastSquaresFamily: EvidenceFamily<SearchRows, RatioSearch> = {
  name: "leastSquares",
  beside: "ratio",
  search(engine, { kernel }, rows) {
    const free = freeParameters(kernel);
    const { lower, upper } = searchBounds(kernel, rows.squaredDistance, rows.flat);
    const diagonal = kernel.diagonal(rows.X);
    const unit = Math.log(diagonal.reduce((sum, value) => sum + value, 0) / diagonal.length);
    const kernelAt: RatioSearch["kernelAt"] = (point) => withFreeValues(kernel, free, point);
    const ratioAt: RatioSearch["ratioAt"] = (point) => Math.exp(point[free.length]);
    return {
      box: {
        lower: Float64Array.from([...lower, -widest - unit]),
        upper: Float64Array.from([...upper, widest - unit]),
      },
      kernelAt,
      ratioAt,
      /** The kernel as given, and the best ratio for it by the spectrum of its matrix: computed where it is asked for. */
      get start() {
        const problem = evidenceProblem(engine, kernel, rows);
        const form = kernelForm(engine, problem.K, "function", { weights: rows.weights, bias: "free" });
        const spectrum = evidenceSpectrum(form, responseOf(engine, form, problem.targets), problem.own);
        const { ratio } = profileRatio(spectrum, noisePrior);
        return Float64Array.from([...free.map((j) => Math.log(kernel.parameters[j].value)), Math.log(ratio)]);
      },
      objective(point) {
        const { objective, kernelSlopes, ratioSlope } = evaluateEvidence(engine, kernelAt(point), ratioAt(point), rows);
        return { value: -objective, gradient: Float64Array.from([...free.map((j) => -kernelSlopes[j]), -ratioSlope]) };
      },
      // No gradient, hence no inverse.
      value: (point) =>
        -objectiveOf(posteriorAtRatio(engine, evidenceProblem(engine, kernelAt(point), rows), ratioAt(point))),
    };
  },
};

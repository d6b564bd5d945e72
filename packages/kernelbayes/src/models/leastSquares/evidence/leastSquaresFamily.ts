import { freeParameters, withFreeValues } from "../../../search/freeParameters.ts";
import type { EvidenceFamily, EvidenceSearch } from "../../../search/evidenceFamily.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { searchBounds } from "../../../search/searchBounds.ts";
import { kernelForm } from "../canonical/canonicalForm.ts";
import { responseOf } from "../canonical/leaveOneOutAt.ts";
import { evaluateEvidence, evidenceProblem, noisePrior, objectiveOf, posteriorAtRatio } from "./evaluateEvidence.ts";
import { profileRatio } from "./profileRatio.ts";
import { evidenceSpectrum } from "./evidenceSpectrum.ts";

/** The rows of a search from many starts, as plain data. */
export interface SearchRows extends LabelledRows {
  /** Median squared distance of two rows, which sets the unit of the length scales. */
  readonly squaredDistance: number;
  /** Numbers of the kernel's parameters that the evidence does not depend on. */
  readonly flat: readonly number[];
}

/** A search over the logarithms of the free parameters of a kernel and of ϱ, last. */
export interface RatioSearch extends EvidenceSearch {
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

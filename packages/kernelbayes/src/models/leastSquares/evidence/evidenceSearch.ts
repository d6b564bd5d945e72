import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import type { Box } from "../../../optimize/box.ts";
import { attempt, type Failure } from "../../../optimize/multiStart.ts";
import type { Objective, Optimum } from "../../../optimize/optimizer.ts";
import type { Work } from "../../../run/work.ts";
import { freeParameters, withFreeValues } from "../../../search/freeParameters.ts";
import { searchBounds } from "../../../search/searchBounds.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { kernelForm } from "../canonical/canonicalForm.ts";
import { responseOf } from "../canonical/leaveOneOutAt.ts";
import { evaluateEvidence, evidenceProblem, noisePrior } from "./evaluateEvidence.ts";
import { profileRatio } from "./profileRatio.ts";
import { evidenceSpectrum } from "./evidenceSpectrum.ts";

/** The rows of a search from many starts, as plain data. */
export interface SearchRows extends LabelledRows {
  /** Median squared distance of two rows, which sets the unit of the length scales. */
  readonly squaredDistance: number;
  /** Numbers of the kernel's parameters that the evidence does not depend on. */
  readonly flat: readonly number[];
}

/** A search over the logarithms of the free parameters of a kernel and of ϱ, last, for an optimizer that minimizes. */
export interface EvidenceSearch {
  readonly box: Box;
  /** Minus the objective of `evaluateEvidence`, with its gradient. */
  readonly objective: Objective;
  readonly kernelAt: (point: ArrayLike<number>) => Kernel;
  readonly ratioAt: (point: ArrayLike<number>) => number;
}

/** log ϱ is looked for this far from one over the mean of the kernel's diagonal. */
const widest = 20;

/** The search over the free parameters of a kernel and ϱ, with its bounds. */
export function evidenceSearch(engine: Engine, kernel: Kernel, rows: SearchRows): EvidenceSearch {
  const free = freeParameters(kernel);
  const { lower, upper } = searchBounds(kernel, rows.squaredDistance, rows.flat);
  const diagonal = kernel.diagonal(rows.X);
  const unit = Math.log(diagonal.reduce((sum, value) => sum + value, 0) / diagonal.length);
  const kernelAt = (point: ArrayLike<number>): Kernel => withFreeValues(kernel, free, point);
  const ratioAt = (point: ArrayLike<number>): number => Math.exp(point[free.length]);
  return {
    box: {
      lower: Float64Array.from([...lower, -widest - unit]),
      upper: Float64Array.from([...upper, widest - unit]),
    },
    kernelAt,
    ratioAt,
    objective(point) {
      const { objective, kernelSlopes, ratioSlope } = evaluateEvidence(engine, kernelAt(point), ratioAt(point), rows);
      return { value: -objective, gradient: Float64Array.from([...free.map((j) => -kernelSlopes[j]), -ratioSlope]) };
    },
  };
}

/** Ends of starts are compared and gone on with, so that more digits would be wasted on them. */
const tolerances = { gradientTolerance: 1e-2, valueTolerance: 1e-6, maxEvaluations: 100 };

/**
 * One start: the best ratio for the kernel as given by the spectrum of its matrix, then all parameters together by gradients.
 * A start that fails numerically is reported as such.
 */
export function searchStart(engine: Engine, kernel: Kernel, rows: SearchRows): Work<Optimum | Failure> {
  return attempt(searchWithProfile(engine, kernel, rows));
}

function* searchWithProfile(engine: Engine, kernel: Kernel, rows: SearchRows): Work<Optimum> {
  const problem = evidenceProblem(engine, kernel, rows);
  const form = kernelForm(engine, problem.K, "function", { weights: rows.weights, bias: "free" });
  const spectrum = evidenceSpectrum(form, responseOf(engine, form, problem.targets), problem.own);
  const { ratio } = profileRatio(spectrum, noisePrior);
  const { objective, box } = evidenceSearch(engine, kernel, rows);
  const start = [...freeParameters(kernel).map((j) => Math.log(kernel.parameters[j].value)), Math.log(ratio)];
  return yield* boundedLbfgs(objective, start, { ...box, ...tolerances, stage: "evidence" });
}

import type { Engine } from "../../../engine/engine.ts";
import { NumericalError } from "../../../errors.ts";
import { kernelFromDocument } from "../../../kernels/index.ts";
import type { Kernel, KernelDocument } from "../../../kernels/kernel.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import { coordinatesAtBounds } from "../../../optimize/box.ts";
import { isFailure, multiStart } from "../../../optimize/multiStart.ts";
import { rising } from "../../../optimize/rising.ts";
import { progress, type Work } from "../../../run/work.ts";
import { freeParameters } from "../../../search/freeParameters.ts";
import { settle } from "../../../search/settle.ts";
import { sampleRows } from "../../../rows/sampleRows.ts";
import { evidenceProblem, objectiveOf, posteriorAtRatio } from "./evaluateEvidence.ts";
import { evidenceSearch, searchStart, type EvidenceSearch, type SearchRows } from "./evidenceSearch.ts";

/** What the task "evidenceStart" is given. */
export interface EvidenceStart {
  readonly kernel: KernelDocument;
  readonly rows: SearchRows;
  readonly engine: string;
}

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

export interface KernelSearchResult {
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
export interface KernelSearchLimits {
  /** The starts; `rowsOfParameter` times as many as there are parameters where that is more. Default 128. */
  readonly rowsOfStarts?: number;
  /** The search that follows. Kernel and precisions do not depend on the number of rows. Default 1500. */
  readonly mostRows?: number;
}

const rowsOfParameter = 8;

/** The last search; what is left of the gradient is `settle`'s. */
const tolerances = { gradientTolerance: 1e-3, valueTolerance: 1e-9, maxEvaluations: 200 };

/**
 * The kernel and ratio of the highest evidence: a search by gradients from each start on some of the rows, as tasks of their
 * own; the ends of all compared on all rows; and from the best of them a search on all rows, brought to rest. Which rows
 * are some of them depends on the seed alone.
 */
export function* searchKernel(
  engine: Engine,
  kernels: readonly Kernel[],
  rows: SearchRows,
  seed: number,
  { rowsOfStarts = 128, mostRows = 1500 }: KernelSearchLimits = {},
): Work<KernelSearchResult> {
  const parameters = freeParameters(kernels[0]).length + 1;
  const whole = sampleRows(rows, mostRows, seed);
  const few = sampleRows(whole, Math.max(rowsOfStarts, rowsOfParameter * parameters), seed);
  const inputs = kernels.map((kernel) => ({ kernel: kernel.toDocument(), rows: few, engine: engine.name }));
  const { optima } = yield* multiStart<EvidenceStart>("evidenceStart", inputs, ({ kernel }) =>
    searchStart(engine, kernelFromDocument(kernel), few),
  );
  const searches = kernels.map((kernel) => evidenceSearch(engine, kernel, whole));
  const values = optima.map((end, start) => {
    if (isFailure(end)) return Infinity;
    return few === whole ? end.value : valueOn(engine, searches[start], end.point, whole);
  });
  const best = values.indexOf(Math.min(...values));
  const end = optima[best];
  if (isFailure(end)) throw new NumericalError(end.code, end.message);
  const { objective, box, kernelAt, ratioAt } = searches[best];
  const found = yield* rising(boundedLbfgs(objective, end.point, { ...box, ...tolerances, stage: "all rows" }));
  const settled = settle(objective, found.point, box);
  yield progress("final fit", 1, 1, Math.max(-found.value, -settled.value));
  const kernel = kernelAt(settled.point);
  const names = [...freeParameters(kernel).map((j) => kernel.parameters[j].name), "ratio"];
  return {
    kernel,
    ratio: ratioAt(settled.point),
    optima: optima.map((each, start) => {
      if (isFailure(each)) return { converged: false, status: each.message };
      return {
        ...(values[start] < Infinity && { objective: -values[start] }),
        kernel: Float64Array.from(searches[start].kernelAt(each.point).parameters, ({ value }) => value),
        ratio: searches[start].ratioAt(each.point),
        converged: each.converged,
        status: each.status,
      };
    }),
    gradientNorm: settled.gradientNorm,
    atBounds: coordinatesAtBounds(settled.point, box).map((j) => names[j]),
    rowsUsed: whole.X.rows,
  };
}

/** The value of the objective on other rows than it was searched on; Infinity where that fails. No gradient, no inverse. */
function valueOn(engine: Engine, { kernelAt, ratioAt }: EvidenceSearch, point: Float64Array, rows: SearchRows): number {
  try {
    const problem = evidenceProblem(engine, kernelAt(point), rows);
    const value = -objectiveOf(posteriorAtRatio(engine, problem, ratioAt(point)));
    return Number.isNaN(value) ? Infinity : value;
  } catch (error) {
    if (error instanceof NumericalError) return Infinity;
    throw error;
  }
}

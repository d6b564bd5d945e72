import type { Engine } from "../engine/engine.ts";
import { matrix } from "../engine/matrix.ts";
import { InputError, NumericalError, type Warning } from "../errors.ts";
import { fisherEvidence } from "../inference/fisher/evidence.ts";
import { flatParameters } from "../inference/fisher/flatParameters.ts";
import { fisherLeaveOneOut } from "../inference/fisher/leaveOneOut.ts";
import { freeParameters } from "../inference/fisher/objective.ts";
import { medianSquaredDistance, withWidth } from "../inference/fisher/startingKernels.ts";
import { settle } from "../inference/fisher/settle.ts";
import { searchFrom, searchStart, type FisherRows } from "../inference/fisher/startSearch.ts";
import { gaussian } from "../kernels/gaussian.ts";
import { kernelFromDocument } from "../kernels/index.ts";
import type { Kernel, KernelDocument } from "../kernels/kernel.ts";
import { nugget } from "../kernels/nugget.ts";
import { scale } from "../kernels/scale.ts";
import { sum } from "../kernels/sum.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import { coordinatesAtBounds } from "../optimize/box.ts";
import { isFailure, multiStart, type Failure } from "../optimize/multiStart.ts";
import type { Optimum } from "../optimize/optimizer.ts";

import type { LeaveOneOut, NumericPosterior } from "../posterior/numericPosterior.ts";
import { progress, type Work } from "../run/work.ts";
import { distinctRows, type DistinctRows } from "./distinctRows.ts";
import {
  bayesianFisherPosterior,
  factorFit,
  fisherLogProbabilities,
  readFisherFit,
  type FactoredFit,
  type FisherOptimum,
} from "./fisherPosterior.ts";
import { heldOutByFolds } from "./heldOutByFolds.ts";
import type { Context, Model, Problem } from "./model.ts";
import { omittedWarning } from "./omittedWarning.ts";
import { checkOptions } from "./options.ts";

export interface BayesianFisherOptions {
  /**
   * The kernel, or its document. Its free parameters are searched, from their values and from the widths of `starts`.
   * Default `sum(scale(gaussian()), nugget())`.
   */
  readonly kernel?: Kernel | KernelDocument;
  /** θ₂ = 1/ℓ² at which searches start, over the median squared distance of two rows. Default [0.01, 0.1, 1, 10]. */
  readonly starts?: readonly number[];
}

/** What the task "fisherStart" is given. */
export interface FisherStart {
  readonly kernel: KernelDocument;
  readonly rows: FisherRows;
  readonly engine: string;
}

const defaultStarts = [0.01, 0.1, 1, 10] as const;

/** Folds for tables whose rows come in groups. */
const groupFolds = 10;

/**
 * Bayesian Fisher discriminant, in its Gaussian-process form: a latent function f ~ N(0, K) whose values scatter with
 * precision β about the mean of their class, the two means d = 2 apart,
 *
 *     p(f) ∝ exp(−½ fᵀK⁻¹f − ½β Σ_q Σ_{i∈q} (f_i − mean_q f)²),   mean₁f − mean₀f = d,
 *     log P(1|x)/P(0|x) = d ḡ/(v_g + 1/β) + log π₁/π₀,
 *
 * ḡ and v_g being mean and variance of f(x) less the midpoint of the class means. Kernel and β maximize the evidence with a
 * Gamma(½, ½) prior of β, by gradients from several widths. T. Peña Centeno & N. D. Lawrence, with the distance of the means
 * kept in the evidence.
 *
 * @example bayesianFisher({ kernel: composite() })
 */
export function bayesianFisher(options: BayesianFisherOptions = {}): Model {
  checkOptions("bfd", options, ["kernel", "starts"]);
  const given = options.kernel === undefined ? undefined : kernelOf(options.kernel);
  const starts = startsOf(options.starts);
  return {
    name: "bfd",
    classes: "two",
    fit: (problem, context) => fitFisher(problem, context, { given, starts }),
    restore: (parameters, figures, { engine }) =>
      bayesianFisherPosterior(engine, readFisherFit(engine, parameters, "parameters"), figures),
    cost(rows, columns) {
      // Every start may run in a worker of its own; some thirty evaluations each.
      const searches = starts.length + (given ? 1 : 0);
      return {
        memory: 8 * searches * (8 * rows * rows + rows * (columns + 20)),
        operations: searches * 30 * (2 * rows ** 3 + 3 * rows * rows * (columns + 10)),
      };
    },
    toDocument: () => ({
      name: "bfd",
      ...(given && { kernel: given.toDocument() }),
      ...(options.starts !== undefined && { starts: [...starts] }),
    }),
  };
}

function kernelOf(kernel: Kernel | KernelDocument): Kernel {
  return typeof kernel === "object" && kernel !== null && "matrix" in kernel && typeof kernel.matrix === "function"
    ? (kernel as Kernel)
    : kernelFromDocument(kernel);
}

function startsOf(starts: unknown = defaultStarts): readonly number[] {
  const isPositive = (value: unknown): value is number => typeof value === "number" && value > 0 && value < Infinity;
  if (Array.isArray(starts) && starts.length > 0 && starts.length <= 100 && starts.every(isPositive))
    return [...starts];
  throw new InputError(
    "invalid-option",
    `The option starts of bfd must be a list of 1 to 100 positive numbers; got ${JSON.stringify(starts)}.`,
  );
}

interface Search {
  /** The kernel that was asked for; its own values are then a start too. */
  readonly given: Kernel | undefined;
  readonly starts: readonly number[];
}

function* fitFisher(problem: Problem, context: Context, search: Search): Work<NumericPosterior> {
  const { engine } = context;
  const { columnGroups, priors } = problem;
  const sets = distinctRows(problem);
  const squaredDistance = medianSquaredDistance(engine, sets.rows);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const asked = (search.given ?? sum(scale(gaussian()), nugget())).forColumns(columnGroups);
  const fisherRows: FisherRows = {
    X: sets.rows,
    classes: sets.classes,
    weights: sets.weights,
    squaredDistance,
    flat: flatParameters(engine, asked, sets.rows),
  };
  const kernels = startingKernels(asked, search, squaredDistance);
  const { optima, kernel, precision, figures } = yield* searchEvidence(engine, kernels, fisherRows);
  const fit = factorFit(engine, { ...sets, kernel, precision, priors, optima });
  const leaveOneOut = problem.rowGroups ? yield* leaveGroupsOut(problem, context, fit) : leaveRowsOut(fit, sets);
  return bayesianFisherPosterior(engine, fit, {
    search: figures.search,
    leaveOneOut,
    evidence: fisherEvidence(fit.law),
    warnings: [...omittedWarning(leaveOneOut), ...figures.warnings],
  });
}

/** The kernels that searches start from: as given, and at the widths of the starts where a width is free. */
function startingKernels(asked: Kernel, { given, starts }: Search, squaredDistance: number): Kernel[] {
  const widths = starts.flatMap((start) => withWidth(asked, start / squaredDistance) ?? []);
  return given || widths.length === 0 ? [asked, ...widths] : widths;
}

interface Found {
  readonly kernel: Kernel;
  readonly precision: number;
  readonly optima: readonly FisherOptimum[];
  readonly figures: Pick<NumericPosterior, "search" | "warnings">;
}

/** The best of all starts, brought to rest. */
function* searchEvidence(engine: Engine, kernels: readonly Kernel[], rows: FisherRows): Work<Found> {
  const inputs = kernels.map((kernel): FisherStart => ({ kernel: kernel.toDocument(), rows, engine: engine.name }));
  const { best, optima } = yield* multiStart<FisherStart>("fisherStart", inputs, ({ kernel }) =>
    searchStart(engine, kernelFromDocument(kernel), rows),
  );
  const outcome = optima[best];
  if (isFailure(outcome)) throw new NumericalError(outcome.code, outcome.message);
  yield progress("final fit", 1, 2, -outcome.value);
  const search = searchFrom(engine, kernels[best], rows);
  const settled = settle(search.objective, outcome.point, search.box);
  yield progress("final fit", 2, 2, Math.max(-outcome.value, -settled.value));
  const kernel = search.kernelAt(settled.point);
  const free = freeParameters(kernel);
  const names = [...free.map((j) => kernel.parameters[j].name), "precision"];
  const atBounds = coordinatesAtBounds(settled.point, search.box).map((j) => names[j]);
  return {
    kernel,
    precision: search.precisionAt(settled.point),
    optima: optima.map((each, start) => optimumOf(each, kernels[start], engine, rows)),
    figures: {
      search: { gradientNorm: settled.gradientNorm, atBounds },
      warnings: [...(atBounds.length > 0 ? [atBound(atBounds)] : []), ...failureWarning(optima)],
    },
  };
}

function optimumOf(outcome: Optimum | Failure, start: Kernel, engine: Engine, rows: FisherRows): FisherOptimum {
  if (isFailure(outcome)) return { converged: false, status: outcome.message };
  const { kernelAt, precisionAt } = searchFrom(engine, start, rows);
  return {
    objective: -outcome.value,
    kernel: Float64Array.from(kernelAt(outcome.point).parameters, ({ value }) => value),
    precision: precisionAt(outcome.point),
    converged: outcome.converged,
    status: outcome.status,
  };
}

/** Exact at the chosen kernel and β, which a fit without the row might choose otherwise. */
function leaveRowsOut({ law }: FactoredFit, { setOf }: DistinctRows): LeaveOneOut {
  const { logOdds, omitted } = fisherLeaveOneOut(law);
  const isOmitted = new Set(omitted);
  const logProbabilities = matrix(setOf.length, 2);
  setOf.forEach((set, row) => {
    if (isOmitted.has(set)) return;
    logProbabilities.data[2 * row] = logSigmoid(-logOdds[set]);
    logProbabilities.data[2 * row + 1] = logSigmoid(logOdds[set]);
  });
  const rows = Array.from(setOf.keys()).filter((row) => isOmitted.has(setOf[row]));
  return { method: "approximate", logProbabilities, omitted: rows };
}

/** Groups of rows are left out in folds, at the chosen kernel and β. */
function* leaveGroupsOut(problem: Problem, { engine, seed }: Context, fit: FactoredFit): Work<LeaveOneOut> {
  const { kernel, precision } = fit;
  const { scores, leaveOneOut } = yield* heldOutByFolds(problem, {
    folds: groupFolds,
    seed,
    stage: "groups",
    score: (training, tested) => {
      const part = factorFit(engine, { ...distinctRows(training), kernel, precision, priors: undefined, optima: [] });
      return [fisherLogProbabilities(engine, part, tested)];
    },
  });
  return { ...leaveOneOut(scores[0] ?? matrix(0, 2)), method: "approximate" };
}

function atBound(names: readonly string[]): Warning {
  return {
    code: "at-bound",
    message:
      `The evidence is highest at the bound of ${names.join(", ")}: these rows do not determine it, or a simpler kernel ` +
      "would do (a variance at its least: leave that term out; a length scale at its greatest: the boundary is straight).",
  };
}

function failureWarning(optima: readonly (Optimum | Failure)[]): Warning[] {
  const failures = optima.filter((outcome) => isFailure(outcome));
  if (failures.length === 0) return [];
  return [
    {
      code: "starts-failed",
      message:
        `${failures.length} of ${optima.length} starts of the search failed and were left out. The first: ` +
        `${failures[0].message} Fewer or other widths in the option starts avoid this.`,
    },
  ];
}

function rowsDoNotDiffer(): InputError {
  return new InputError("rows-do-not-differ", "All rows are equal, so nothing tells the classes apart. Add columns.");
}

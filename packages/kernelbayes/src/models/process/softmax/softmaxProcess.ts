import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { InputError, type Warning } from "../../../errors.ts";
import { medianSquaredDistance, withWidth } from "../../../search/searchBounds.ts";
import { fewRows, mostSearchRows, searchSoftmaxKernel, type SoftmaxSearchResult } from "./kernelSearch.ts";
import { softmaxLaplace, type SoftmaxApproximation } from "./laplace.ts";
import { logMeanSoftmax } from "./meanSoftmax.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import type { FitFigures, LeaveOneOut, NumericPosterior } from "../../../posterior/numericPosterior.ts";
import type { Work } from "../../../run/work.ts";
import { classOrder } from "../../../rows/classOrder.ts";
import { distinctRows, type DistinctRows } from "../../../rows/distinctRows.ts";
import { heldOutByFolds } from "../../../rows/heldOutByFolds.ts";
import type { Context, Cost } from "../../model.ts";
import type { Problem } from "../../../rows/problem.ts";
import { omittedWarning } from "../../../rows/omittedWarning.ts";
import {
  factorSoftmaxFit,
  readSoftmaxFit,
  softmaxLogProbabilities,
  softmaxProcessPosterior,
  type FactoredSoftmaxFit,
} from "./softmaxProcessPosterior.ts";

/** What a Gaussian process of many classes is asked for. */
export interface SoftmaxSettings {
  /** The kernel, shared by the classes, whose free parameters are searched. */
  readonly kernel: Kernel;
  /** Whether the values of the kernel are a start of the search too, because the user gave them. */
  readonly startsAsGiven: boolean;
  /** 1/ℓ² at which searches start, over the median squared distance of two rows. */
  readonly starts: readonly number[];
}

/** Folds for tables whose rows come in groups. */
const groupFolds = 10;

/**
 * Gaussian process classification of many classes at once: a latent function a class, f^c ~ N(0, K) with one kernel for all,
 * P(c|f) = softmax(f)_c, by Laplace's method, with the kernel of the highest evidence.
 */
export function* fitSoftmaxProcess(
  problem: Problem,
  { engine, seed }: Context,
  settings: SoftmaxSettings,
): Work<NumericPosterior> {
  const sets = distinctRows(problem);
  const squaredDistance = medianSquaredDistance(engine, sets.X);
  if (squaredDistance === undefined) {
    throw new InputError(
      "rows-do-not-differ",
      "All rows are equal, so nothing tells the classes apart.",
      {},
      "Add columns.",
    );
  }
  const order = classOrder(sets, problem.classCount);
  const rows = { X: sets.X, ...placedRows(sets, order), squaredDistance };
  const asked = settings.kernel.forColumns(problem.columnGroups);
  const search = yield* searchSoftmaxKernel(engine, startingKernels(asked, settings, squaredDistance), rows, seed);
  const { kernel, optima } = search;
  const approximation = softmaxLaplace(engine, kernel.matrix(engine, rows.X), rows);
  const { mode } = approximation;
  const sizes = new Float64Array(order.length);
  rows.classes.forEach((k, i) => (sizes[k] += rows.weights[i]));
  const fit = factorSoftmaxFit(engine, {
    kernel,
    rows: rows.X,
    classes: rows.classes,
    weights: rows.weights,
    latent: mode.latent,
    order,
    sizes,
    priors: undefined,
    seed,
    optima,
  });
  const leaveOneOut = problem.rowGroups
    ? yield* leaveGroupsOut(problem, { engine, seed }, fit)
    : leaveRowsOut(approximation, fit, sets.setOf);
  return softmaxProcessPosterior(engine, fit, {
    search: { gradientNorm: search.gradientNorm, atBounds: search.atBounds },
    leaveOneOut,
    evidence: approximation.logEvidence,
    warnings: [...omittedWarning(leaveOneOut), ...warningsOf(search, mode.converged, rows.X.rows)],
  });
}

/** The posterior of many classes again, from what its `parameters` gave. */
export function restoreSoftmaxProcess(parameters: unknown, figures: FitFigures, { engine }: Context): NumericPosterior {
  return softmaxProcessPosterior(engine, readSoftmaxFit(engine, parameters, "parameters"), figures);
}

/**
 * Starts on few rows, some twenty evaluations on as many rows as are affordable, and on all rows the mode, the factorizations
 * that are kept, and leave-one-out. An evaluation takes about 5 C n³ multiplications.
 */
export function softmaxCost(rows: number, columns: number, classes: number, starts: number, parameters: number): Cost {
  const few = Math.min(rows, fewRows(classes, parameters));
  const many = Math.min(rows, mostSearchRows(classes));
  const evaluation = (n: number): number => 10 * classes * n ** 3 + 3 * n * n * (columns + 10);
  return {
    // Every start may run in a worker of its own; a fit holds a matrix a class and as many again for its gradient.
    memory:
      8 *
      ((3 * classes + 8) * rows * rows + rows * (columns + 20) + starts * few * ((3 * classes + 8) * few + columns)),
    operations: starts * 20 * evaluation(few) + (20 + 2 * parameters) * evaluation(many) + 2 * evaluation(rows),
  };
}

/** The rows with their classes numbered by place. */
function placedRows(
  { classes, weights }: DistinctRows,
  order: Int32Array,
): { readonly classes: Int32Array; readonly weights: Float64Array; readonly classCount: number } {
  const place = new Int32Array(order.length);
  order.forEach((c, k) => (place[c] = k));
  return { classes: classes.map((c) => place[c]), weights, classCount: order.length };
}

/** The kernels that searches start from: as given, and at the widths of the starts where a width is free. */
function startingKernels(
  asked: Kernel,
  { startsAsGiven, starts }: SoftmaxSettings,
  squaredDistance: number,
): readonly Kernel[] {
  const widths = starts.flatMap((start) => withWidth(asked, start / squaredDistance) ?? []);
  return startsAsGiven || widths.length === 0 ? [asked, ...widths] : widths;
}

/** To first order at the chosen kernel, which a fit without the row might choose otherwise. */
function leaveRowsOut(approximation: SoftmaxApproximation, fit: FactoredSoftmaxFit, setOf: Int32Array): LeaveOneOut {
  const { order, classes, weights, sizes, normals } = fit;
  const C = order.length;
  const { mean, covariance } = approximation.cavities();
  const ofSets = Array.from(classes, (k, set): Float64Array | undefined => {
    if (sizes[k] - Math.min(1, weights[set]) <= 1e-9) return undefined;
    return logMeanSoftmax(
      mean.data.subarray(set * C, (set + 1) * C),
      covariance.data.subarray(set * C * C, (set + 1) * C * C),
      normals,
    );
  });
  const logProbabilities = matrix(setOf.length, C);
  const omitted: number[] = [];
  setOf.forEach((set, row) => {
    const logs = ofSets[set];
    if (logs) order.forEach((c, k) => (logProbabilities.data[row * C + c] = logs[k]));
    else omitted.push(row);
  });
  return { method: "approximate", logProbabilities, omitted };
}

/** Groups of rows are left out in folds, at the chosen kernel. */
function* leaveGroupsOut(problem: Problem, { engine, seed }: Context, fit: FactoredSoftmaxFit): Work<LeaveOneOut> {
  const score = (training: Problem, tested: Matrix): readonly Matrix[] => {
    const sets = distinctRows(training);
    const rows = placedRows(sets, fit.order);
    const { mode } = softmaxLaplace(engine, fit.kernel.matrix(engine, sets.X), rows);
    const part = { ...fit, ...rows, rows: sets.X, latent: mode.latent, priors: undefined };
    return [softmaxLogProbabilities(engine, factorSoftmaxFit(engine, part), tested)];
  };
  const { scores, leaveOneOut } = yield* heldOutByFolds(problem, { folds: groupFolds, seed, stage: "groups", score });
  return { ...leaveOneOut(scores[0] ?? matrix(0, problem.classCount)), method: "approximate" };
}

function warningsOf(
  { atBounds, optima, gradientNorm, converged, rowsUsed }: SoftmaxSearchResult,
  modeConverged: boolean,
  rows: number,
): Warning[] {
  const failures = optima.filter(({ logEvidence }) => logEvidence === undefined);
  const warnings: (Warning | false)[] = [
    atBounds.length > 0 && {
      code: "at-bound",
      message:
        `The evidence is highest at the bound of ${atBounds.join(", ")}: these rows do not determine it. A length scale at ` +
        "its greatest says that its column does not matter or that boundaries are straight; a variance at its least, that " +
        "the part of the kernel it belongs to is not needed; a variance at its greatest, that the classes do not overlap.",
    },
    !converged && {
      code: "not-converged",
      message:
        `The search for the kernel ended at a gradient of ${gradientNorm.toExponential(1)} in the logarithms of its ` +
        "parameters, before it came to rest. Fewer free parameters, or a start nearer to the best, would help.",
    },
    !modeConverged && {
      code: "mode-not-converged",
      message:
        "The most probable latent functions were not found to all digits: the kernel is so large that rounding stops the " +
        "steps towards them. A kernel of smaller variance would help.",
    },
    failures.length > 0 && {
      code: "starts-failed",
      message:
        `${failures.length} of ${optima.length} starts of the search failed and were left out. The first: ` +
        `${failures[0].status} Fewer or other widths in the option starts avoid this.`,
    },
    rowsUsed < rows && {
      code: "search-on-part",
      message:
        `The kernel was learned from ${rowsUsed} of ${rows} different rows, chosen by the seed, and all rows were used with ` +
        "it.",
    },
  ];
  return warnings.filter((warning) => warning !== false);
}

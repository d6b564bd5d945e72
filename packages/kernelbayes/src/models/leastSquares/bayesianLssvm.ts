import { rowsDoNotDiffer, type Problem } from "../../rows/labelledRows.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Warning } from "../../errors.ts";
import { leaveOneOutOdds, type OddsRule } from "./evidence/logOddsOf.ts";
import { columnShares } from "../../search/columnShares.ts";
import { effectiveParameters, logEvidence } from "./evidence/logEvidence.ts";
import { evidenceProblem, posteriorAtRatio } from "./evidence/evidencePosterior.ts";
import { rowsOfStarts, searchLeastSquares, type SearchedKernel } from "./evidence/searchLeastSquares.ts";
import { scaleParameters, flatParameters } from "../../search/flatParameters.ts";
import { medianSquaredDistance, startingKernels } from "../../search/searchBounds.ts";
import { searchWarnings } from "../../search/searchWarnings.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { selectRows } from "../../matrix/row.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { pause, type Work } from "../../run/work.ts";
import {
  bayesianLeastSquaresPosterior,
  evidenceLogProbabilities,
  factorEvidenceFit,
  readEvidenceFit,
} from "./evidence/bayesianLeastSquaresPosterior.ts";
import { checkKernelSettings, ardOption, searchedKernelOption, widthStartsOption } from "../parts/kernelSettings.ts";
import { chosenKernel, type KernelChoice } from "../parts/kernelOption.ts";
import { distinctRows, type DistinctRows } from "../../rows/distinctRows.ts";
import { leaveGroupsOut } from "../../rows/heldOutByFolds.ts";
import type { Context, Cost, Model } from "../model.ts";
import { leaveSetsOut } from "../../rows/leaveSetsOut.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { describeOptions, option, readModelOptions, type OptionSchema, type SettingsOf } from "../parts/option.ts";
import { words } from "../parts/optionKinds.ts";
import { countedMachines, type ModelEntry } from "../modelEntry.ts";

export interface BayesianLeastSquaresOptions {
  /**
   * The kernel, its document or its name. Its free parameters are searched, from their values and from the widths of `starts`.
   * Default "gaussian". A variance in front of it says the same as the precision μ and is not searched.
   */
  readonly kernel?: KernelChoice;
  /** Automatic relevance determination: the gaussian kernel with a length scale for each column. Default false. */
  readonly ard?: boolean;
  /** 1/ℓ² at which searches start, over the median squared distance of two rows. Default [0.1, 1, 10]. */
  readonly starts?: readonly number[];
  /**
   * How outputs become odds: "side", the probability that a target with this output is positive; "targets", the odds of the
   * targets 1 and −1; "empirical", those of the mean outputs of the classes. Default "side".
   */
  readonly odds?: OddsRule;
}

const options = {
  kernel: searchedKernelOption(),
  ard: ardOption(),
  starts: widthStartsOption([0.1, 1, 10]),
  odds: option(
    words("side", "targets", "empirical"),
    "side",
    "How outputs become probabilities: by the side a target falls on, by the odds of the targets, or of the class means.",
  ),
} satisfies OptionSchema<BayesianLeastSquaresOptions>;

type Settings = SettingsOf<typeof options> & { readonly kernel: Kernel | undefined };

/**
 * Bayesian least-squares support vector machine: Gaussian-process regression on the class signs y = ±1 with a free bias,
 *
 *     y = f(x) + b + ε,   f ~ N(0, K/μ),   ε ~ N(0, 1/ζ),   P(+|x) = Φ(E[f + b]/√(Var[f + b] + 1/ζ)),
 *
 * and inference at three levels: f and b exactly, μ and ζ by the evidence (one of the two by a formula), and the parameters
 * of the kernel by gradients of the same evidence from several widths. T. Van Gestel et al. 2002.
 *
 * @example bayesianLeastSquaresSupportVector({ ard: true })
 */
export function bayesianLeastSquaresSupportVector(given: BayesianLeastSquaresOptions = {}): Model {
  const { settings: read, identity } = readModelOptions("bayesian-lssvm", options, given);
  const settings: Settings = { ...read, kernel: chosenKernel(read.kernel) };
  const { kernel, ard, starts } = settings;
  checkKernelSettings("bayesian-lssvm", settings);
  return {
    ...identity,
    classes: "two",
    fit: (problem, context) => stages(weightsOf(problem), fitEvidence(problem, context, settings)),
    restore: (parameters, figures, { engine }) =>
      bayesianLeastSquaresPosterior(engine, readEvidenceFit(engine, parameters, "parameters"), figures),
    cost: (rows, columns) => costOf(rows, columns, starts.length + (kernel ? 1 : 0), ard || kernel !== undefined),
  };
}

export const bayesianLssvmEntry: ModelEntry = {
  title: "Bayesian least-squares support vector machine",
  family: "fisher",
  summary:
    "Curved boundaries by any kernel, everything inferred by evidence at three levels; finds the columns that matter; up to a few thousand rows.",
  create: bayesianLeastSquaresSupportVector,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: countedMachines,
};

/** Starts on few rows, some thirty evaluations on up to 1500, and one factorization with its inverse on all. */
function costOf(rows: number, columns: number, starts: number, hasManyParameters: boolean): Cost {
  const parameters = hasManyParameters ? columns + 2 : 2;
  const few = Math.min(rows, Math.max(128, 8 * parameters));
  const many = Math.min(rows, 1500);
  const evaluation = (n: number): number => 2 * n ** 3 + 3 * n * n * (columns + 10);
  return {
    // Every start may run in a worker of its own.
    memory: 8 * (8 * rows * rows + rows * (columns + 20) + starts * few * (8 * few + columns)),
    operations:
      starts * 30 * evaluation(few) +
      (20 + 2 * parameters) * evaluation(many) +
      evaluation(rows) +
      10 * starts * few ** 3,
  };
}

/** The stages of a fit with their weights: starts on few rows, then a search on all of them. */
function weightsOf({ X, rowGroups }: Problem): Record<string, number> {
  const few = Math.min(1, rowsOfStarts / X.rows);
  return {
    start: 120 * few ** 1.5,
    "comparison on all rows": few < 1 ? 8 : 0,
    "all rows": 35,
    "final fit": 20,
    groups: rowGroups ? 20 : 0,
  };
}

function* fitEvidence(problem: Problem, context: Context, settings: Settings): Work<NumericPosterior> {
  const { engine, seed } = context;
  const { columnGroups } = problem;
  const sets = distinctRows(problem);
  const { X, classes, weights } = sets;
  const squaredDistance = medianSquaredDistance(engine, X);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const asked = (settings.kernel ?? gaussian({ relevance: settings.ard ? "each" : "one" })).forColumns(columnGroups);
  const search = yield* searchLeastSquares(
    engine,
    startingKernels(asked, { starts: settings.starts, squaredDistance, isGiven: settings.kernel !== undefined }),
    { X, classes, weights, squaredDistance, flat: parametersToHold(engine, asked, sets) },
    seed,
  );
  const { kernel, ratio, optima } = search;
  const law = posteriorAtRatio(engine, evidenceProblem(engine, kernel, { X, classes, weights }), ratio);
  const { functionPrecision, noisePrecision } = law;
  yield pause;
  const factored = factorEvidenceFit(engine, {
    kernel,
    functionPrecision,
    noisePrecision,
    rows: X,
    classes,
    weights,
    odds: settings.odds,
    effective: NaN,
    relevance: columnShares(kernel, X, weights, columnGroups),
    optima,
  });
  yield pause;
  const fit = { ...factored, effective: effectiveParameters(factored.law) };
  yield pause;
  const leaveOneOut = problem.rowGroups
    ? yield* leaveGroupsOut(problem, seed, (training, tested) => {
        const part = distinctRows(training);
        const own = { ...fit, rows: part.X, classes: part.classes, weights: part.weights };
        return evidenceLogProbabilities(engine, factorEvidenceFit(engine, own), tested);
      })
    : leaveSetsOut(leaveOneOutOdds(fit.law, fit.odds), sets.setOf);
  return bayesianLeastSquaresPosterior(engine, fit, {
    search: { gradientNorm: search.gradientNorm, atBounds: search.atBounds },
    leaveOneOut,
    evidence: logEvidence(fit.law),
    warnings: [...omittedWarning(leaveOneOut), ...warningsOf(search, X.rows)],
  });
}

/** Parameters that the bias or μ stand for already: looked for on a few rows. */
function parametersToHold(engine: Engine, kernel: Kernel, { X }: DistinctRows): readonly number[] {
  const some = selectRows(
    X,
    Int32Array.from({ length: Math.min(X.rows, 50) }, (_, i) => i),
  );
  return [...new Set([...flatParameters(engine, kernel, some), ...scaleParameters(engine, kernel, some)])];
}

function warningsOf({ atBounds, optima, gradientNorm, rowsUsed }: SearchedKernel, rows: number): Warning[] {
  const failures = optima.filter(({ objective }) => objective === undefined);
  const onPart: Warning = {
    code: "search-on-part",
    message:
      `Kernel and precisions were learned from ${rowsUsed} of ${rows} different rows, chosen by the seed, and all rows ` +
      "were used with them. The model lssvm uses all rows for both, in less time.",
  };
  return [
    ...searchWarnings.atBound(atBounds, "a ratio at its least, that the columns do not separate the classes"),
    ...searchWarnings.notConverged(gradientNorm < 0.1, gradientNorm),
    ...searchWarnings.startsFailed(failures.length, optima.length, failures[0]?.status),
    ...(rowsUsed < rows ? [onPart] : []),
  ];
}

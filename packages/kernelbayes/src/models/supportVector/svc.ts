import { kernelOptionWith } from "../parts/kernelSettings.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError, type Warning } from "../../errors.ts";
import { medianSquaredDistance } from "../../search/searchBounds.ts";
import { biasOf } from "./dual.ts";
import { kernelRows, wholeMatrixLimit, type KernelRows } from "../../rows/kernel/kernelRows.ts";
import { minimalOptimization, type MinimalOptimization } from "./minimalOptimization.ts";
import { refine } from "./refine.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { progress, type Work } from "../../run/work.ts";
import type { Context, Cost, Model } from "../model.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";
import { describeOptions, option, readModelOptions, type OptionSchema, type SettingsOf } from "../parts/option.ts";
import { numberWithin, wholeNumberWithin, words } from "../parts/optionKinds.ts";
import { chosenKernel, type KernelChoice } from "../parts/kernelOption.ts";
import {
  costsOf,
  heldOutEach,
  heldOutInFolds,
  judge,
  leaveOneOutOf,
  type Effort,
  type HeldOut,
} from "./supportVectorHeldOut.ts";
import { supportVectorPosterior, machineCodec } from "./posterior.ts";
import { uncertainMachine } from "./uncertainMachine.ts";
import {
  ownTerms,
  supportFolds,
  supportRows,
  type ClassWeights,
  type SupportFolds,
  type SupportRows,
} from "./supportRows.ts";
import { chooseMachine, reporting, type SearchCriterion } from "./chooseMachine.ts";
import {
  lossWeight,
  regularizationOption,
  type Regularization,
  lossWeightRenaming,
} from "../parts/regularizationOption.ts";
import { rowsDoNotDiffer, type Problem } from "../../rows/labelledRows.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { searchPart } from "../../rows/sampleRows.ts";

export interface SupportVectorOptions {
  /**
   * The kernel, its document or its name. Its free length scales are chosen as one width, all else is used as given. Default
   * "gaussian".
   */
  readonly kernel?: KernelChoice;
  /** 1/C, C being what a row inside the margin costs; the larger, the smoother. Default "auto". */
  readonly regularization?: Regularization;
  /**
   * How the regularization and the width are chosen: "span", by the span estimate on a grid and left-out rows for the best five; "folds", by
   * left-out rows throughout, and a finer grid around the best. Default "span".
   */
  readonly criterion?: SearchCriterion;
  /** "balanced" lets the classes cost the same in all, however many rows they have. Default "none". */
  readonly classWeights?: ClassWeights;
  /** By how much the conditions of an optimum may be violated, in units of the margin, from 1e-10. Default 0.001. */
  readonly tolerance?: number;
  /** The most steps of the training. Default 10 million. */
  readonly iterations?: number;
}

const options = {
  kernel: kernelOptionWith("The kernel, whose free length scales are chosen as one width."),
  regularization: regularizationOption("1/C, C being what a row inside the margin costs; the larger, the smoother."),
  criterion: option(
    words("span", "folds"),
    "span",
    "Whether regularization and width are chosen by the span estimate and left-out rows for the best five, or on folds throughout.",
  ),
  classWeights: option(
    words("none", "balanced"),
    "none",
    "Whether rows of a rare class cost more, so that both classes cost the same in all.",
  ),
  tolerance: option(
    // Rounding keeps residuals from less, and steps would go on to their last.
    numberWithin({ from: 1e-10, to: 0.1 }),
    1e-3,
    "By how much the conditions of an optimum may be violated when the training in pairs of rows ends.",
  ),
  iterations: option(
    wholeNumberWithin({ from: 1 }),
    1e7,
    "The most steps of the training; a warning reports that they did not suffice.",
  ),
} satisfies OptionSchema<SupportVectorOptions>;

const renamings = [lossWeightRenaming("cost")];

type Settings = SettingsOf<typeof options>;

const foldCount = 5;
/** Up to so many different rows each is left out by itself. */
const mostEach = 300;
/** With more different rows than these, C and width are chosen on so many. */
const searchRows = 1000;
const stepsAtOnce = 20_000;

/**
 * Support vector classifier (C-SVC): the function f(x) = Σ yᵢ αᵢ k(xᵢ, x) + b of widest margin,
 *
 *     minimize ½ αᵀQα − Σ αᵢ   where 0 ≤ αᵢ ≤ C wᵢ, Σ yᵢ αᵢ = 0,   Qᵢⱼ = yᵢ yⱼ k(xᵢ, xⱼ),
 *
 * by sequential minimal optimization, and probabilities by a logistic curve on outputs of rows that were left out. C and
 * the width of the kernel are chosen by the span estimate, or on folds. C. Cortes & V. Vapnik 1995; J. Platt 1999.
 *
 * @example supportVector({ classWeights: "balanced" })
 */
export function supportVector(given: SupportVectorOptions = {}): Model {
  const { settings, identity } = readModelOptions("svc", options, given, renamings);
  return {
    ...identity,
    classes: "two",
    coupling: "pairwise",
    fit: (problem, context) => stages(weightsOf(problem, settings), fitSupportVector(problem, context, settings)),
    restore: (parameters, figures, { engine }) =>
      supportVectorPosterior(engine, machineCodec.read(parameters, "parameters"), figures),
    cost: costEstimate,
  };
}

export const svcEntry: ModelEntry = {
  title: "Support vector classifier",
  family: "support-vector",
  summary:
    "The boundary of widest margin, by any kernel; regularization and width by the span estimate; calibrated; up to tens of thousands of rows.",
  create: supportVector,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: noSearch,
};

/** The kernel matrix with a copy of what shrinking leaves, and some hundred trainings of about ten steps a row. */
function costEstimate(rows: number, columns: number): Cost {
  const kernel = Math.min(8 * rows * rows, wholeMatrixLimit);
  const searched = Math.min(rows, searchRows);
  const training = (n: number): number => n * n * (columns + 60);
  return {
    memory: 2 * kernel + 8 * rows * (columns + 340),
    operations: 80 * training(searched) + 8 * training(rows) + 10 * columns * rows,
  };
}

/** The stages of a fit with their weights: machines on a grid, then left-out rows for a few of them. */
function weightsOf({ X, rowGroups }: Problem, { criterion }: Settings): Record<string, number> {
  const last = { training: 0.2, "left out": X.rows > searchRows ? 2 : 0 };
  if (criterion === "folds") return { "cost and width": 10, "finer grid": 5, ...last };
  const isEach = X.rows <= mostEach && !rowGroups;
  return { "cost and width": 4, finalists: isEach ? 6 : 0.5, ...last };
}

function* fitSupportVector(problem: Problem, { engine, seed }: Context, settings: Settings): Work<NumericPosterior> {
  const sets = supportRows(problem, settings.classWeights);
  const squaredDistance = medianSquaredDistance(engine, sets.X);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const kernel = (chosenKernel(settings.kernel) ?? gaussian()).forColumns(problem.columnGroups);
  const effort = (n: number): Effort => ({
    tolerance: settings.tolerance,
    steps: Math.min(settings.iterations, 10_000 + 100 * n),
  });
  const folds = foldsFor(problem, sets, seed);
  const part = searchPart(problem, seed, searchRows);
  const searched = part ? supportRows(part, settings.classWeights) : sets;
  const searchFolds =
    settings.criterion === "folds"
      ? supportFolds(part ?? problem, searched, foldCount, seed)
      : part
        ? foldsFor(part, searched, seed)
        : folds;
  const chosen = yield* chooseMachine(engine, {
    sets: searched,
    folds: searchFolds,
    kernel,
    squaredDistance,
    cost: lossWeight(settings.regularization),
    criterion: settings.criterion,
    effort: effort(searched.signs.length),
  });
  const rows = kernelRows(engine, chosen.kernel, sets.X);
  const trained = yield* train(engine, sets, rows, chosen.cost, settings);
  let heldOut: HeldOut | undefined = searchFolds === folds ? chosen.heldOut : undefined;
  if (!heldOut) {
    const candidate = { rows, ownTerms: ownTerms(chosen.kernel, sets.X), cost: chosen.cost };
    const ofAll = effort(sets.signs.length);
    const work: Work<HeldOut> = folds
      ? heldOutInFolds(engine, sets, folds, candidate, ofAll)
      : heldOutEach(engine, sets, candidate, trained.search, ofAll);
    heldOut = yield* reporting(work, "left out", 0, 1);
    yield progress("left out", 1, 1);
  }
  const judged = judge(heldOut);
  if (!judged) throw tooFewRows();
  const leaveOneOut = leaveOneOutOf(heldOut, judged, folds?.testsOf ?? sets.setOf, sets.orientation);
  const { search: point, bias } = trained;
  const machine = uncertainMachine(engine, sets, { chosen, point, bias, heldOut, judged, squaredDistance });
  return supportVectorPosterior(engine, machine, {
    leaveOneOut,
    evidence: undefined,
    warnings: [...omittedWarning(leaveOneOut), ...trained.warnings, ...judged.curve.warnings],
  });
}

/** Folds for many rows and for rows in groups; undefined where each row is left out by itself. */
function foldsFor(problem: Problem, sets: SupportRows, seed: number): SupportFolds | undefined {
  if (!problem.rowGroups && sets.signs.length <= mostEach) return undefined;
  return supportFolds(problem, sets, foldCount, seed);
}

interface Trained {
  readonly search: MinimalOptimization;
  readonly bias: number;
  readonly warnings: readonly Warning[];
}

/** The machine of all rows, brought to the optimum itself. */
function* train(
  engine: Engine,
  sets: SupportRows,
  rows: KernelRows,
  cost: number,
  { tolerance, iterations }: Settings,
): Work<Trained> {
  const problem = { rows, signs: sets.signs, costs: costsOf(sets, cost, sets.weights) };
  const search = minimalOptimization(problem);
  let isDone = false;
  while (!isDone && search.steps < iterations) {
    isDone = yield* search.running(Math.min(stepsAtOnce, iterations - search.steps), tolerance);
    yield progress("training", 0, 1);
  }
  if (isDone) yield* refine(engine, problem, search);
  yield progress("training", 1, 1);
  return {
    search,
    bias: biasOf(problem, search),
    warnings: isDone ? [] : [notConverged(search.violation().gap, tolerance, search.steps)],
  };
}

function notConverged(gap: number, tolerance: number, steps: number): Warning {
  return {
    code: "not-converged",
    message:
      `The training stopped after ${steps} steps with the conditions of the optimum violated by ${gap.toExponential(1)}, ` +
      `not by ${tolerance} at most. More iterations, a larger regularization or a narrower kernel would help.`,
  };
}

function tooFewRows(): InputError {
  return new InputError(
    "too-few-rows",
    "There are too few rows of a class to leave any out, which the probabilities of svc need.",
    {},
    "Each class needs two rows at least (in two groups, if rows come in groups); lda with shrinkage does with one.",
  );
}

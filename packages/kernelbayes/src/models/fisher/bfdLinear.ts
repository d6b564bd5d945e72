import { matrix } from "../../engine/matrix.ts";
import type { Warning } from "../../errors.ts";
import { equalRows } from "../../evaluate/equalRows.ts";
import { fisherContrasts, type FisherContrasts } from "../../rows/fisherContrasts.ts";
import { fisherEvidence } from "./evidence/fisherEvidence.ts";
import { maximizeFeaturesByExpectation, maximizeEvidence, type FeatureMaximum } from "./features/maximizeEvidence.ts";
import { featureProblem, type FeatureLaw, type FeaturePoint } from "./features/featureLaw.ts";
import {
  evaluateFeatures,
  groupCount,
  type FeatureTask,
  type GroupPoint,
  featureStart,
} from "./features/featureObjective.ts";
import { largestPriorPrecision } from "./features/featurePosterior.ts";
import { fisherLeaveOneOut } from "./posterior/fisherLeaveOneOut.ts";
import { uniformErrorPrior, type PrecisionPrior } from "../../search/precisionPrior.ts";
import { identityCurve } from "../../calibration/oddsCurve.ts";
import { selectRows } from "../../matrix/row.ts";
import { unlessNotSeparable } from "../../rows/kernel/rootProblem.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { progress, type Work } from "../../run/work.ts";
import { calibrateOdds, type OddsCalibration } from "../../calibration/calibratedOdds.ts";
import { calibrationOption } from "../parts/calibrationOption.ts";
import { leaveGroupsOut } from "../../rows/heldOutByFolds.ts";
import { leaveFrequenciesOut, leaveSetsOut } from "../../rows/leaveSetsOut.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import {
  linearFisherLogProbabilities,
  linearFisherPosterior,
  linearFisherCodec,
  type LinearFisherFit,
} from "./linearFisherPosterior.ts";
import type { Context, Model } from "../model.ts";
import { numbered, type Problem } from "../../rows/labelledRows.ts";
import { describeOptions, option, readModelOptions, type OptionSchema, type SettingsOf } from "../parts/option.ts";
import type { Renaming } from "../parts/inPresentWords.ts";
import { flag, gammaPrior, words } from "../parts/optionKinds.ts";
import { followedForTwo, type ModelEntry } from "../modelEntry.ts";

export interface LinearBayesianFisherOptions {
  /**
   * Automatic relevance determination: a prior precision for each column, so that columns that do not help are switched off,
   * in place of one for all. Default false.
   */
  readonly ard?: boolean;
  /** The evidence by its gradients, or by expectation maximization: the same optimum in many more steps. Default "evidence". */
  readonly hyperparameters?: "evidence" | "em";
  /** The Gamma prior of β. Default shape ½ and rate ½. */
  readonly precisionPrior?: PrecisionPrior;
  /** Whether the log odds are corrected by a curve on those of left-out rows, or taken at their word. Default "curve". */
  readonly calibration?: OddsCalibration;
}

/** d. */
const distance = 2;

const options = {
  ard: option(
    flag(),
    false,
    "Whether each column has a prior precision of its own, so that columns that do not matter are switched off.",
  ),
  hyperparameters: option(
    words("evidence", "em"),
    "evidence",
    "Whether precisions are found by gradients of the evidence, or by expectation maximization, which is slower.",
  ),
  precisionPrior: option(
    gammaPrior(),
    /* @__PURE__ */ uniformErrorPrior(distance),
    "The Gamma density of the precision within the classes before the rows are seen.",
  ),
  calibration: calibrationOption(),
} satisfies OptionSchema<LinearBayesianFisherOptions>;

const renamings: readonly Renaming[] = [
  { option: "prior", now: (prior) => ({ ard: prior === "ard" || (prior === "shared" ? false : prior) }) },
  { option: "inference", now: (hyperparameters) => ({ hyperparameters }) },
];

type Settings = SettingsOf<typeof options>;

/**
 * Bayesian Fisher discriminant in the space of weights: f(x) = wᵀx with w_j ~ N(0, 1/a_j), whose values scatter with precision β
 * about the mean of their class, the two means d = 2 apart. With B = βXᵀLX + A and Δ the difference of the class means
 *
 *     w̄ = d B⁻¹Δ/s,   Cov(w) = B⁻¹ − B⁻¹ΔΔᵀB⁻¹/s,   s = ΔᵀB⁻¹Δ,
 *     log P(1|x)/P(0|x) = d w̄ᵀz/(zᵀCov(w)z + 1/β) + log π₁/π₀,   z = x − midpoint of the class means,
 *
 * which a curve on the log odds of left-out rows then corrects.
 * a and β maximize the evidence with a Gamma prior of β. A → 0 is Fisher's linear discriminant, A → ∞ the difference of the
 * means. It is `bfd` with the linear kernel XA⁻¹Xᵀ, in O(min(n, p)² max(n, p)) a step. T. Peña Centeno & N. D. Lawrence.
 *
 * @example linearBayesianFisher({ ard: true })
 */
export function linearBayesianFisher(given: LinearBayesianFisherOptions = {}): Model {
  const { settings, identity } = readModelOptions("bfd-linear", options, given, renamings);
  return {
    ...identity,
    classes: "two",
    coupling: "pairwise",
    fit: (problem, context) => stages(weightsOf(problem, settings), fitLinear(problem, context, settings)),
    restore: (parameters, figures, { engine }) =>
      linearFisherPosterior(engine, linearFisherCodec.read(parameters, "parameters"), figures),
    cost(rows, columns) {
      const [few, many] = rows < columns ? [rows, columns] : [columns, rows];
      const steps = settings.hyperparameters === "em" ? 1000 : 150;
      return {
        memory: 8 * (4 * rows * columns + 8 * few * few + 20 * many),
        operations: 2 * rows * columns * few + steps * (4 * few * few * (rows < columns ? many : few) + 10 * many),
      };
    },
  };
}

export const bfdLinearEntry: ModelEntry = {
  title: "Linear Bayesian Fisher discriminant",
  family: "fisher",
  summary:
    "Straight boundaries with weights held back by evidence; for few rows and many columns; can switch columns off.",
  create: linearBayesianFisher,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: { "evidence-rises": followedForTwo },
};

/** The stages of a fit with their weights. */
function weightsOf({ rowGroups }: Problem, { ard }: Settings): Record<string, number> {
  const each = ard ? { [eachColumn]: 8, [`${eachColumn}, without the rest`]: 4 } : {};
  return {
    [onePrecision]: 3,
    [`${onePrecision}, without the rest`]: 0.5,
    ...each,
    "final fit": 3,
    groups: rowGroups ? 5 : 0,
  };
}

const onePrecision = "one precision";
const eachColumn = "a precision for each column";

function* fitLinear(problem: Problem, context: Context, settings: Settings): Work<NumericPosterior> {
  const { engine } = context;
  const { rowGroups } = problem;
  const sets = equalRows(problem.X, problem.classes, problem.weights);
  const classes = Int32Array.from(sets.representatives, (row) => problem.classes[row]);
  const contrasts = fisherContrasts(classes, sets.weights);
  const features = featureProblem(engine, selectRows(problem.X, sets.representatives), contrasts, { distance });
  const common: FeatureTask = {
    problem: features,
    groups: new Int32Array(features.columns),
    prior: settings.precisionPrior,
  };
  const start = unlessNotSeparable(() => featureStart(common, 1));
  if (!start) return yield* fitWithoutDirection(problem, context, { contrasts, setOf: sets.setOf });
  const { task, found } = yield* search(common, start, problem.columnGroups, settings);
  const { law } = evaluateFeatures(task, found.point);
  yield progress("final fit", 1, 1, found.objective);
  const claimed = rowGroups
    ? yield* leaveGroupsOutAt(problem, context, law)
    : leaveSetsOut(fisherLeaveOneOut(law), sets.setOf);
  const { curve, leaveOneOut } = calibrateOdds(claimed, problem, settings.calibration);
  const atBounds = namesAtBounds(found);
  return linearFisherPosterior(
    engine,
    { ...fitOf(law), curve, calibratedSpread: true },
    {
      search: { gradientNorm: found.gradientNorm, atBounds },
      leaveOneOut,
      evidence: fisherEvidence(law),
      warnings: [
        ...omittedWarning(leaveOneOut),
        ...(atBounds.length > 0 ? [atBound(atBounds)] : []),
        ...(found.converged ? [] : [notConverged(found)]),
      ],
    },
  );
}

/**
 * Where the class means coincide there is no direction to look in, and every row gets the class frequencies: what the
 * discriminant tends to as the means approach each other, since its noise 1/β then grows like one over their squared distance.
 */
function* fitWithoutDirection(
  problem: Problem,
  context: Context,
  { contrasts, setOf }: { readonly contrasts: FisherContrasts; readonly setOf: Int32Array },
): Work<NumericPosterior> {
  const { X, rowGroups } = problem;
  yield progress("final fit", 1, 1);
  const off = { priorPrecision: new Float64Array(X.columns).fill(largestPriorPrecision), precision: 1 };
  const leaveOneOut = rowGroups
    ? yield* leaveGroupsOutAt(problem, context, off)
    : leaveFrequenciesOut(contrasts, setOf);
  return linearFisherPosterior(
    context.engine,
    { ...frequenciesFit(X.columns, contrasts.sizes), curve: identityCurve },
    {
      leaveOneOut,
      evidence: undefined,
      warnings: [...omittedWarning(leaveOneOut), meansCoincide],
    },
  );
}

/** One precision for all columns first; then, from there, one for each source column. */
function* search(
  common: FeatureTask,
  start: GroupPoint,
  columnGroups: readonly number[],
  { ard, hyperparameters }: Settings,
): Work<{ readonly task: FeatureTask; readonly found: FeatureMaximum }> {
  const maximize = hyperparameters === "em" ? maximizeFeaturesByExpectation : maximizeEvidence;
  const first = yield* maximize(common, start, onePrecision);
  const task: FeatureTask = { ...common, groups: numbered(columnGroups) };
  const groups = groupCount(task);
  if (!ard || groups === 1) return { task: common, found: first };
  const { groupPrecision, precision } = first.point;
  const next: GroupPoint = { groupPrecision: new Float64Array(groups).fill(groupPrecision[0]), precision };
  return { task, found: yield* maximize(task, next, eachColumn) };
}

/** A fit before its log odds are corrected. */
type ClaimingFit = Omit<LinearFisherFit, "curve">;

function fitOf(law: FeatureLaw): ClaimingFit {
  const { priorPrecision, precision, contrasts } = law;
  return { rule: law.rule(), priorPrecision, precision, distance, sizes: contrasts.sizes };
}

/** The fit that knows nothing but how frequent the classes are: weights of zero. */
function frequenciesFit(columns: number, sizes: readonly [number, number]): ClaimingFit {
  const zeros = new Float64Array(columns);
  const rule = { weights: zeros, midpoint: zeros, spread: matrix(1, columns), priorVariance: undefined };
  const priorPrecision = zeros.map(() => largestPriorPrecision);
  return { rule, priorPrecision, precision: 1, distance, sizes };
}

/** Groups of rows are left out in folds, at the chosen precisions. */
function leaveGroupsOutAt(problem: Problem, { engine, seed }: Context, point: FeaturePoint): Work<LeaveOneOut> {
  return leaveGroupsOut(problem, seed, ({ X, classes, weights }, tested) => {
    const contrasts = fisherContrasts(classes, weights);
    const law = unlessNotSeparable(() => featureProblem(engine, X, contrasts, { distance }).at(point));
    const fit = law ? fitOf(law) : frequenciesFit(X.columns, contrasts.sizes);
    return linearFisherLogProbabilities(engine, fit, tested);
  });
}

/** What ended at a bound, but for columns at their cap: switching those off is what the search is for. */
function namesAtBounds({ point, atBounds }: FeatureMaximum): string[] {
  const last = point.groupPrecision.length;
  const isPruned = (j: number): boolean => last > 1 && point.groupPrecision[j] === largestPriorPrecision;
  const names = atBounds.filter((j) => !isPruned(j)).map((j) => (j === last ? "precision" : "priorPrecision"));
  return [...new Set(names)];
}

function atBound(names: readonly string[]): Warning {
  return {
    code: "at-bound",
    message:
      `The evidence is highest at the bound of ${names.join(" and ")}: these rows do not determine it. ` +
      "Look for a column that repeats the label, or for too few rows.",
  };
}

const meansCoincide: Warning = {
  code: "means-coincide",
  message:
    "The classes have the same mean in every column, so no straight boundary separates them and every row gets the class " +
    "frequencies. A model with curved boundaries may do better, for example bfd or lssvm.",
};

function notConverged({ status }: FeatureMaximum): Warning {
  return {
    code: "not-converged",
    message: `The search for the precisions did not come to its end: ${status}. The option prior "shared" has far less to search.`,
  };
}

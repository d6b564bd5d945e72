import { selectRows } from "../../matrix/row.ts";
import { NumericalError } from "../../errors.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { cutCandidates, type Cut } from "../../evaluate/combine/cutCandidates.ts";
import { densitiesAmongScored, scoredShares } from "../../evaluate/combine/densitiesAmongScored.ts";
import { widthAllowed } from "../../calibration/widthAllowed.ts";
import { poolOf } from "../../evaluate/combine/pool.ts";
import { pooledWithoutEach, combined, sharesOf, type Combination } from "./combination.ts";
import { stackOf } from "../../evaluate/combine/stack.ts";
import { numericCodec } from "../../posterior/numericDocument.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { parallel, type Work } from "../../run/work.ts";
import type { Context, Cost, Model, ModelDocument } from "../model.ts";
import { classSizes, type Problem } from "../../rows/labelledRows.ts";
import { modelForClasses } from "../coupled/modelForClasses.ts";
import { omittedWarning } from "../../rows/leaveSetsOut.ts";
import {
  dependentOption,
  describeOptions,
  option,
  optionsDocument,
  readOptions,
  type OptionSchema,
} from "../parts/option.ts";
import { numberWithin, words } from "../parts/optionKinds.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";
import { autoPosterior, predictedByMembers, readAuto, type Member } from "./posterior.ts";
import { fitMember, type MemberInput, type MemberOutput } from "./fitMember.ts";
import {
  memberPlans,
  type Effort,
  type MemberPlan,
  candidatesOf,
  failedWarning,
  lateWarning,
  uninformedWarning,
  unscoredWarning,
  type TriedMember,
} from "./memberPlan.ts";
import { learnView } from "./view.ts";

export interface AutoOptions {
  /**
   * How much is tried: "low" is the fast tuned fit alone, "normal" linear, discriminant and kernel members on several views
   * of the columns, "high" more of them. Default "normal".
   */
  readonly effort?: Effort;
  /** Seconds after which no further member is begun; needs a clock, see `FitOptions`. Default: no limit. */
  readonly budget?: number | undefined;
  /**
   * How members become one: "pool" multiplies powers of their probabilities, "stacking" mixes them, "best" takes the best
   * alone. Default "pool".
   */
  readonly combine?: "pool" | "stacking" | "best";
}

const options = {
  effort: option(
    words("low", "normal", "high"),
    "normal",
    "How much is tried: the fast tuned fit alone, the usual members, or more of them.",
  ),
  budget: dependentOption(
    numberWithin({ above: 0 }, "seconds"),
    "no limit",
    "Seconds after which no further member is begun.",
  ),
  combine: option(
    words("pool", "stacking", "best"),
    "pool",
    "Whether members are pooled, mixed, or the best of them predicts alone.",
  ),
} satisfies OptionSchema<AutoOptions>;

/** Makes a model of its document. */
export type ModelMaker = (document: unknown, path?: string) => Model;

/**
 * Tries several models on several views of the columns, judges each by rows that it has not seen, leaves out those that are
 * clearly worse than the best, and combines the others.
 *
 * Each member says P(class) of every training row by a fit without it: by its leave-one-out or, where it learned about single
 * columns from the labels, in folds with everything learned again. Member k goes if the mean of its log densities lies two
 * standard errors of the difference, and four nats in all, below the best one. The others are pooled, log p = Σ_k c_k log p_k + b − log of the sum over
 * classes with c_k ≥ 0 pulled to an even share: see `poolOf`.
 */
function autoModel(given: AutoOptions, modelFromDocument: ModelMaker): Model {
  const settings = readOptions("auto", options, given);
  const { effort, budget, combine } = settings;
  const modelOf = (document: unknown, path: string, classes: number): Model =>
    modelForClasses(modelFromDocument(document, path), classes);
  return {
    name: "auto",
    classes: "many",
    *fit(problem: Problem, context: Context): Work<NumericPosterior> {
      const plans = memberPlans(
        {
          rows: problem.X.rows,
          columns: problem.X.columns,
          classes: problem.classCount,
          has: (kind) => learnView(kind, problem) !== undefined,
        },
        effort,
      );
      const { outputs, late } = yield* fitMembers(plans, problem, context, budget, modelOf);
      return combineMembers(outputs, late, problem, context, combine, modelOf);
    },
    restore: (parameters, figures, context) => readAuto(parameters, figures, context, modelOf),
    cost(rows, columns, classes): Cost {
      // Few tables have categories that were taken for numbers.
      const plans = memberPlans({ rows, columns, classes, has: (kind) => kind !== "categories" }, effort);
      const costs = plans.map(({ model, folds = 0 }) => {
        const one = modelOf(model, "model", classes).cost(rows, columns, classes);
        return { memory: one.memory, operations: one.operations * (1 + folds * foldShare) };
      });
      return {
        // Two at a time, as many as a machine has processors at the least.
        memory: 2 * Math.max(...costs.map(({ memory }) => memory)),
        operations: costs.reduce((sum, { operations }) => sum + operations, 0),
      };
    },
    toDocument: (): ModelDocument => ({ name: "auto", ...optionsDocument(options, settings) }),
  };
}

/** The entry of the catalogue; members are made by the catalogue itself. */
/* @__NO_SIDE_EFFECTS__ */
export function autoEntry(modelFromDocument: ModelMaker): ModelEntry {
  return {
    title: "Several models as one",
    family: "auto",
    summary:
      "Tries linear, discriminant and kernel models on several views of the columns and combines those that predict unseen rows best.",
    create: (given) => autoModel(given ?? {}, modelFromDocument),
    options: describeOptions(options),
    quick: { effort: "low" },
    combines: true,
    farLimit: "constant",
    exemptions: noSearch,
  };
}

/** What a fit in a fold, near to that of all rows, takes of the time of that. */
const foldShare = 0.4;

/** Members begun at a time where there is a budget. */
const batch = 2;

/**
 * Fits the members, all at once or, where time is limited, a few at a time while there is some left. Members that follow
 * another come second.
 */
function* fitMembers(
  plans: readonly MemberPlan[],
  problem: Problem,
  { engine, seed, clock }: Context,
  budget: number | undefined,
  modelOf: (document: unknown, path: string, classes: number) => Model,
): Work<{ readonly outputs: readonly TriedOutput[]; readonly late: number }> {
  const end = budget === undefined || !clock ? Infinity : clock() + budget;
  const here = (input: MemberInput): Work<MemberOutput> =>
    fitMember(modelOf(input.plan.model, "model", problem.classCount), input, engine, clock);
  const outputs: TriedOutput[] = [];
  let late = 0;
  const fitAll = function* (some: readonly MemberPlan[]): Work<void> {
    const size = end === Infinity ? some.length : batch;
    for (let start = 0; start < some.length; start += size) {
      const next = some.slice(start, start + size);
      if (outputs.length > 0 && clock && clock() >= end) {
        late += next.length;
        continue;
      }
      const inputs = next.map((plan): MemberInput => ({
        plan,
        problem,
        engine: engine.name,
        seed,
        isTimed: clock !== undefined,
      }));
      const found = yield* parallel("member", inputs, here);
      found.forEach((output, at) => outputs.push({ plan: next[at], output }));
    }
  };
  yield* fitAll(plans.filter(({ follows }) => follows === undefined));
  const worse = new Set(clearlyWorse(outputs, problem));
  const second = plans.filter(({ follows }) => follows !== undefined);
  yield* fitAll(second.filter(({ follows }) => !worse.has(follows ?? "")));
  for (const plan of second) {
    if (worse.has(plan.follows ?? ""))
      outputs.push({ plan, output: { untried: `The ${plan.follows} is clearly worse than others.` } });
  }
  return { outputs, late };
}

/** A plan, with what came of it. */
interface TriedOutput {
  readonly plan: MemberPlan;
  readonly output: MemberOutput | { readonly untried: string };
}

/** The titles of the members that the cut leaves out. */
function clearlyWorse(outputs: readonly TriedOutput[], problem: Problem): string[] {
  const fitted = fittedOf(outputs);
  if (fitted.length === 0) return [];
  const { kept } = cutOf(
    fitted.map(({ output }) => output),
    problem,
  );
  return fitted.filter((_, k) => !kept.includes(k)).map(({ plan }) => plan.title);
}

function fittedOf(outputs: readonly TriedOutput[]): { readonly plan: MemberPlan; readonly output: FittedMember }[] {
  return outputs.flatMap(({ plan, output }) => ("left" in output ? [{ plan, output }] : []));
}

type FittedMember = Extract<MemberOutput, { readonly view: unknown }>;

function combineMembers(
  outputs: readonly TriedOutput[],
  late: number,
  problem: Problem,
  context: Context,
  combine: "pool" | "stacking" | "best",
  modelOf: (document: unknown, path: string, classes: number) => Model,
): NumericPosterior {
  const fitted = fittedOf(outputs);
  if (fitted.length === 0) {
    const [reason] = outputs.flatMap(({ output }) => ("failed" in output ? [output.failed] : []));
    throw new NumericalError("no-member", `No model could be fitted to these rows. ${reason ?? ""}`);
  }
  const { classes, classCount } = problem;
  const densities = fitted.map(({ output }) => densitiesOf(output, classes));
  const cut = cutOf(
    fitted.map(({ output }) => output),
    problem,
  );
  const kept = combine === "best" ? [cut.best] : cut.kept;
  const used = kept.map((k) => fitted[k]);
  const rows = comparable(kept.map((k) => densities[k]));
  const left = used.map(({ output }) => selectRows(output.left.logProbabilities, rows));
  const scored: ScoredRows = {
    classes: Int32Array.from(rows, (row) => classes[row]),
    weights: Float64Array.from(rows, (row) => problem.weights[row]),
    shares: scoredShares(rows, classes, problem.weights, classCount),
  };
  const combination =
    fitted.length === 1 || combine === "best" || rows.length === 0
      ? { weights: new Float64Array(used.length).fill(1 / used.length) }
      : combine === "pool"
        ? { pool: poolOf(left, scored.classes, { ...scored, clip: clipFor(scored.weights) }) }
        : stackOfMembers(
            used.map(({ output }) => output),
            problem,
            context.seed,
          );
  const members = used.map(({ plan, output }, at): Member => {
    const model = modelOf(plan.model, "model", classCount);
    const { parameters, ...figures } = numericCodec.read(output.document, `members[${at}]`);
    const posterior = model.restore(parameters, figures, context);
    return { title: plan.title, model: model.toDocument(), view: output.view, posterior };
  });
  const logs =
    "pool" in combination
      ? pooledWithoutEach(combination.pool, left, scored.classes, scored)
      : combined(combination, left);
  const leaveOneOut = spread(logs, rows, classes.length);
  const shares = sharesOf(combination);
  const tried = outputs.map(({ plan, output }): TriedMember => {
    if (!("left" in output)) return { plan, ...output };
    const place = fitted.findIndex((one) => one.plan === plan);
    const part = kept.indexOf(place);
    const share = part < 0 ? undefined : shares[part];
    return { plan, densities: densities[place], place, share, seconds: output.seconds };
  });
  const candidates = candidatesOf(tried, cut, problem.weights);
  const judged: Combination =
    "pool" in combination ? { ...combination, width: widthOf(combination, members, problem, rows, logs) } : combination;
  return autoPosterior(
    { members, combination: judged, sizes: classSizes(problem) },
    {
      leaveOneOut,
      evidence: undefined,
      candidates,
      warnings: [
        ...omittedWarning(leaveOneOut),
        ...unscoredWarning(scored.shares),
        ...failedWarning(candidates),
        ...lateWarning(late),
        ...uninformedWarning("pool" in combination ? combination.pool.coefficients : undefined),
      ],
    },
  );
}

/** Rows by which the width of intervals is judged, at most. */
const rowsOfWidth = 300;

/** The share of its width that held-out rows allow a pool, judged by rows from all over the table. */
function widthOf(
  combination: Combination,
  members: readonly Member[],
  { X, classes, weights }: Problem,
  scored: Int32Array,
  logs: Matrix,
): number {
  const count = Math.min(scored.length, rowsOfWidth);
  const places = Int32Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) * scored.length) / count));
  const rows = places.map((place) => scored[place]);
  const { latentDeviation } = predictedByMembers(members, combination, selectRows(X, rows), 0.9);
  return widthAllowed({
    logProbabilities: selectRows(logs, places),
    deviations: latentDeviation,
    classes: rows.map((row) => classes[row]),
    weights: Float64Array.from(rows, (row) => (weights[row] * scored.length) / count),
  });
}

/** No member is taken to be surer than one in ten times as many rows as it was judged by. */
function clipFor(weights: Float64Array): number {
  return 1 / (10 * (1 + weights.reduce((sum, weight) => sum + weight, 0)));
}

/** The log density that a member gives to the class of each row; NaN where it has none. */
function densitiesOf({ left }: FittedMember, classes: Int32Array): Float64Array {
  const { data, columns } = left.logProbabilities;
  const densities = Float64Array.from(classes, (q, row) => data[row * columns + q]);
  for (const row of left.omitted) densities[row] = Number.NaN;
  return densities;
}

/** Fewer nats in all tell no member from another. */
const leastNats = 4;

/** Where no row has a density under every member, as with two rows, nothing tells members apart, and all are kept. */
function cutOf(members: readonly FittedMember[], problem: Problem): Cut {
  const densities = comparedDensities(members, problem);
  if (comparable(densities).length > 0) return cutCandidates(densities, problem.weights, leastNats);
  const none = new Float64Array(densities.length);
  return { best: 0, kept: Array.from(densities.keys()), differences: none, errors: none };
}

/**
 * The log densities that members are compared by: given that a row could be scored. Else the rows of a class that has all its
 * rows in one group would be missing, and the member that believes least in that class would look best.
 */
function comparedDensities(
  members: readonly FittedMember[],
  { classes, classCount, weights }: Problem,
): Float64Array[] {
  const rows = comparable(members.map((member) => densitiesOf(member, classes)));
  const shares = scoredShares(rows, classes, weights, classCount);
  return members.map(({ left }) => densitiesAmongScored(left.logProbabilities, classes, shares, left.omitted));
}

/** The rows that have a density under all of some members. */
function comparable(densities: readonly Float64Array[]): Int32Array {
  return Int32Array.from(densities[0].keys()).filter((row) => densities.every((one) => !Number.isNaN(one[row])));
}

/** The rows that every member in use has a score for. */
interface ScoredRows {
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** The share of each class that they are. */
  readonly shares: Float64Array;
}

/** A mixture of members if it predicts unseen rows better than the best of them, else that one. */
function stackOfMembers(members: readonly FittedMember[], problem: Problem, seed: number): Combination {
  const { weights, best, isWorthwhile } = stackOf(comparedDensities(members, problem), {
    weights: problem.weights,
    seed,
  });
  return { weights: isWorthwhile ? weights : weights.map((_, k) => (k === best ? 1 : 0)) };
}

/** Rows without a score have zeros, as everywhere. */
function spread(logs: Matrix, rows: Int32Array, count: number): LeaveOneOut {
  const logProbabilities = matrix(count, logs.columns);
  const has = new Set(rows);
  rows.forEach((row, at) =>
    logProbabilities.data.set(logs.data.subarray(at * logs.columns, (at + 1) * logs.columns), row * logs.columns),
  );
  const omitted = Array.from({ length: count }, (_, row) => row).filter((row) => !has.has(row));
  return { method: "approximate", logProbabilities, omitted };
}

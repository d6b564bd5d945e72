import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { share } from "../../run/share.ts";
import { parallel, type Work } from "../../run/work.ts";
import type { Problem } from "../../rows/labelledRows.ts";
import type { Context, Cost, Model } from "../model.ts";
import { dependentOption, describeOptions, option, readModelOptions, type OptionSchema } from "../parts/option.ts";
import { numberWithin, words } from "../parts/optionKinds.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";
import { combineMembers } from "./combineMembers.ts";
import { readAuto } from "./posterior.ts";
import { fitMember, shareOfFold, type MemberInput, type MemberOutput } from "./fitMember.ts";
import { memberModel } from "./memberModel.ts";
import { memberPlans, type Effort, type MemberPlan } from "./memberPlan.ts";
import { clearlyWorse, type TriedOutput } from "./memberScores.ts";
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

/**
 * Nothing to choose: several models on several views of the columns and under learned distances, each judged by rows that it has not seen, and all
 * combined. `posterior.candidates` lists what was tried, with scores and weights.
 *
 * Each member predicts every training row by a fit without it: by its leave-one-out or, where it learned about single
 * columns from the labels, in folds with everything learned again. All are pooled, log p = Σ_k c_k log p_k + b − log of the sum over
 * classes with c_k ≥ 0 pulled to an even share: see `poolOf`.
 *
 * @example const posterior = await fit(auto(), table, { target: "species" });
 */
export function auto(given: AutoOptions = {}): Model {
  const { settings, identity } = readModelOptions("auto", options, given);
  const { effort, budget, combine } = settings;
  return {
    ...identity,
    classes: "many",
    sums: true,
    *fit(problem: Problem, context: Context): Work<NumericPosterior> {
      const { X, classCount, others } = problem;
      const all = memberPlans(
        {
          rows: X.rows,
          columns: X.columns,
          classes: classCount,
          isFast: context.engine.name.startsWith("native"),
          has: (kind) => learnView(kind, problem) !== undefined,
        },
        effort,
      );
      // Sums over rows that are not in memory are of the columns as they are given.
      const plans = others
        ? all.filter(({ view, model }) => view === "given" && memberModel(model, "model", classCount).sums === true)
        : all;
      const { outputs, late } = yield* share(0, 0.9, fitMembers(plans, problem, context, budget));
      return yield* combineMembers(outputs, late, problem, context, combine);
    },
    restore: (parameters, figures, context) => readAuto(parameters, figures, context, memberModel),
    cost(rows, columns, classes): Cost {
      // Few tables have categories that were taken for numbers.
      const plans = memberPlans({ rows, columns, classes, isFast: true, has: (kind) => kind !== "categories" }, effort);
      const costs = plans.map(({ model, folds = 0 }) => {
        const one = memberModel(model, "model", classes).cost(rows, columns, classes);
        return { memory: one.memory, operations: one.operations * (1 + folds * shareOfFold) };
      });
      return {
        // Two at a time, as many as a machine has processors at the least.
        memory: 2 * Math.max(...costs.map(({ memory }) => memory)),
        operations: costs.reduce((sum, { operations }) => sum + operations, 0),
      };
    },
  };
}

export const autoEntry: ModelEntry = {
  title: "Several models as one",
  family: "auto",
  summary:
    "Tries linear, discriminant and kernel models on several views of the columns and combines those that predict unseen rows best.",
  create: auto,
  options: describeOptions(options),
  quick: { effort: "low" },
  combines: true,
  farLimit: "members",
  exemptions: noSearch,
};

function* inTurn<Input, Output>(inputs: readonly Input[], here: (input: Input) => Work<Output>): Work<Output[]> {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(yield* here(input));
  return outputs;
}

/** What any member takes beside the operations that it announces. */
const overhead = 1e8;

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
): Work<{ readonly outputs: readonly TriedOutput[]; readonly late: number }> {
  const end = budget === undefined || !clock ? Infinity : clock() + budget;
  const here = (input: MemberInput): Work<MemberOutput> =>
    fitMember(memberModel(input.plan.model, "model", problem.classCount), input, engine, clock);
  const weightOf = ({ model, folds = 0 }: MemberPlan): number => {
    const { rows, columns } = problem.X;
    const { operations } = memberModel(model, "model", problem.classCount).cost(rows, columns, problem.classCount);
    return (overhead + operations) * (1 + folds * shareOfFold);
  };
  const total = plans.reduce((sum, plan) => sum + weightOf(plan), 0);
  let begun = 0;
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
      const weights = next.map(weightOf);
      const before = begun / total;
      begun += weights.reduce((sum, weight) => sum + weight, 0);
      // Rows that are not in memory are summed over for one member after the other.
      const work = problem.others
        ? inTurn(inputs, here)
        : parallel("member", inputs, here, { weights, shared: ["problem"] });
      const found = yield* share(before, begun / total, work);
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

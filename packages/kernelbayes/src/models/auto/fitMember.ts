import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { InputError, NumericalError, EnvironmentError } from "../../errors.ts";
import { selectRows, stackRows } from "../../matrix/row.ts";
import { numericDocument } from "../../posterior/numericDocument.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { share } from "../../run/share.ts";
import type { Work } from "../../run/work.ts";
import { hasAllClasses, ownFolds, rowsOfTests } from "../../rows/heldOutByFolds.ts";
import { positiveEntries, takeRows, type Problem } from "../../rows/labelledRows.ts";
import type { Model } from "../model.ts";
import type { MemberPlan } from "./memberPlan.ts";
import { learnView, seenThrough, viewGroups, type View } from "./view.ts";

/** What the task "member" is given. */
export interface MemberInput {
  readonly plan: MemberPlan;
  readonly problem: Problem;
  readonly engine: string;
  readonly seed: number;
  /** Whether the time that it takes is told: where somebody gave a clock. */
  readonly isTimed: boolean;
}

/** A member that was fitted to all rows, with what it says about them unseen; or why there is none. */
export type MemberOutput =
  | {
      readonly view: View;
      /** The posterior as plain data, without its leave-one-out. */
      readonly document: Readonly<Record<string, unknown>>;
      readonly left: Pick<LeaveOneOut, "logProbabilities" | "omitted">;
      readonly seconds: number | undefined;
    }
  | { readonly failed: string };

/** What a fit in a fold, near to that of all rows, takes of the time of that. */
export const shareOfFold = 0.4;

/** Fits a member; trouble that one model has with the rows is its own, and the others go on. */
export function* fitMember(
  model: Model,
  { plan, problem, seed }: MemberInput,
  engine: Engine,
  clock: (() => number) | undefined,
): Work<MemberOutput> {
  const begun = clock?.();
  try {
    const { folds = 0 } = plan;
    // A fit in a fold is near to that of all rows, and takes less.
    const whole = 1 / (1 + folds * shareOfFold);
    const { view, posterior } = yield* share(0, whole, fitThroughView(model, plan, problem, engine, seed));
    const left =
      folds === 0
        ? posterior.leaveOneOut
        : yield* share(whole, 1, leftInFolds(model.near?.(posterior) ?? model, plan, problem, engine, seed));
    if (!left)
      return { failed: "It cannot be compared with others: no valid model is left without single rows or groups." };
    const { leaveOneOut: _, ...document } = numericDocument(posterior);
    const { logProbabilities, omitted } = left;
    return {
      view,
      document,
      left: { logProbabilities, omitted },
      seconds: begun === undefined ? undefined : (clock?.() ?? begun) - begun,
    };
  } catch (error) {
    const isTooLarge = error instanceof EnvironmentError && error.code === "no-memory";
    if (isTooLarge || error instanceof InputError || error instanceof NumericalError) return { failed: error.message };
    throw error;
  }
}

interface Fitted {
  readonly view: View;
  readonly posterior: NumericPosterior;
}

function* fitThroughView(
  model: Model,
  { view: kind }: MemberPlan,
  problem: Problem,
  engine: Engine,
  seed: number,
): Work<Fitted> {
  const view = learnView(kind, problem) ?? learnView("given", problem) ?? [];
  const seen: Problem = {
    ...problem,
    X: seenThrough(view, problem.X),
    columnGroups: viewGroups(view, problem.columnGroups),
  };
  return { view, posterior: yield* model.fit(seen, { engine, seed }) };
}

/** What fits in folds say about the rows that they did not see, everything learned again: the view as well. */
function* leftInFolds(
  model: Model,
  plan: MemberPlan,
  problem: Problem,
  engine: Engine,
  seed: number,
): Work<Pick<LeaveOneOut, "logProbabilities" | "omitted">> {
  // Of rows that are not in memory none can be left out.
  const { sets, setOf, splits } = ownFolds({ ...problem, others: undefined }, plan.folds ?? 0, seed);
  const tests: { readonly set: number; readonly weight: number }[] = [];
  const found: Matrix[] = [];
  for (const [at, { train, test }] of splits.entries()) {
    const training = takeRows({ ...sets, weights: train }, positiveEntries(train));
    if (!hasAllClasses(training)) continue;
    const fitting = fitThroughView(model, plan, training, engine, seed);
    const { view, posterior } = yield* share(at / splits.length, (at + 1) / splits.length, fitting);
    const tested = positiveEntries(test);
    const rows = seenThrough(view, selectRows(sets.X, tested));
    found.push(posterior.probabilities(rows).logProbabilities);
    for (const set of tested) tests.push({ set, weight: test[set] });
  }
  return rowsOfTests(tests, setOf, stackRows(found, problem.classCount), problem.classCount);
}

import { widthAllowed } from "../../calibration/widthAllowed.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { scoredShares } from "../../evaluate/combine/densitiesAmongScored.ts";
import { poolOf } from "../../evaluate/combine/pool.ts";
import { stackOf } from "../../evaluate/combine/stack.ts";
import { selectRows } from "../../matrix/row.ts";
import { numericCodec } from "../../posterior/numericDocument.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { allSizes, classSizes, type Problem } from "../../rows/labelledRows.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { pause, type Work } from "../../run/work.ts";
import type { Context } from "../model.ts";
import { combined, pooledWithoutEach, sharesOf, type Combination } from "./combination.ts";
import { memberModel } from "./memberModel.ts";
import {
  candidatesOf,
  failedWarning,
  lateWarning,
  uninformedWarning,
  uncomparedWarning,
  unscoredWarning,
  type MemberPlan,
  type TriedMember,
} from "./memberPlan.ts";
import {
  comparable,
  comparedDensities,
  cutOf,
  densitiesOf,
  fittedOf,
  type FittedMember,
  type TriedOutput,
} from "./memberScores.ts";
import { poolDoubt, type HeldOutScores } from "./poolDeviations.ts";
import { autoPosterior, oneVoice, withoutIdle, type Member } from "./posterior.ts";

/** How strongly the exponents of a pool are pulled to an even share: 10 Σ (c − 1/m)². */
const evenPull = 10;

/** Combines and judges the members that were fitted. */
export function* combineMembers(
  outputs: readonly TriedOutput[],
  late: number,
  problem: Problem,
  context: Context,
  combine: "pool" | "stacking" | "best",
): Work<NumericPosterior> {
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
  // A pool gives a useless member no weight by itself, and even a member that is worse may know what others do not.
  const kept = combine === "best" ? [cut.best] : Array.from(fitted.keys());
  const used = kept.map((k) => fitted[k]);
  const rows = comparable(kept.map((k) => densities[k]));
  const left = used.map(({ output }) => selectRows(output.left.logProbabilities, rows));
  yield pause;
  const scored: ScoredRows = {
    classes: Int32Array.from(rows, (row) => classes[row]),
    weights: Float64Array.from(rows, (row) => problem.weights[row]),
    shares: scoredShares(rows, classes, problem.weights, classCount),
  };
  const combination =
    fitted.length === 1 || combine === "best" || rows.length === 0
      ? { weights: new Float64Array(used.length).fill(1 / used.length) }
      : combine === "pool"
        ? { pool: poolOf(left, scored.classes, { ...scored, lambda: evenPull, clip: clipFor(scored.weights) }) }
        : stackOfMembers(
            used.map(({ output }) => output),
            problem,
            context.seed,
          );
  const members: Member[] = [];
  for (const [at, member] of used.entries()) {
    yield pause;
    members.push(restoredMember(member, at, context, classCount));
  }
  yield pause;
  const logs =
    "pool" in combination
      ? pooledWithoutEach(combination.pool, left, scored.classes, { ...scored, lambda: evenPull })
      : combined(combination, left);
  yield pause;
  const leaveOneOut = spread(logs, rows, classes.length);
  const shares = sharesOf(combination);
  const tried = outputs.map(({ plan, output }): TriedMember => {
    if (!("left" in output)) return { plan, ...output };
    const place = fitted.findIndex((one) => one.plan === plan);
    const part = kept.indexOf(place);
    const share = part < 0 ? undefined : shares[part];
    // Scores of single members are of different rows, and compare nothing.
    const scored = rows.length > 0 ? densities[place] : new Float64Array(classes.length).fill(Number.NaN);
    return { plan, densities: scored, place, share, seconds: output.seconds };
  });
  const candidates = candidatesOf(tried, cut, problem.weights);
  yield pause;
  const judged = judgedWidths(combination, members, problem, rows, logs, {
    members: comparedDensities(
      used.map(({ output }) => output),
      problem,
    ).map((of) => Float64Array.from(rows, (row) => of[row])),
    pool: Float64Array.from(scored.classes, (q, at) => logs.data[at * classCount + q]),
    classes: scored.classes,
    weights: scored.weights,
    sizes: classSizes(problem),
  });
  return autoPosterior(withoutIdle({ members, combination: judged, sizes: allSizes(problem) }), {
    leaveOneOut,
    evidence: undefined,
    candidates,
    warnings: [
      ...(rows.length > 0 ? [...omittedWarning(leaveOneOut), ...unscoredWarning(scored.shares)] : [uncomparedWarning]),
      ...failedWarning(candidates),
      ...lateWarning(late),
      ...uninformedWarning("pool" in combination ? combination.pool.coefficients : undefined),
    ],
  });
}

/** A member that was fitted here or elsewhere, from its document. */
function restoredMember(
  { plan, output }: { readonly plan: MemberPlan; readonly output: FittedMember },
  at: number,
  context: Context,
  classes: number,
): Member {
  const model = memberModel(plan.model, "model", classes);
  const { parameters, ...figures } = numericCodec.read(output.document, `members[${at}]`);
  const posterior = model.restore(parameters, figures, context);
  return { title: plan.title, model: model.toDocument(), view: output.view, posterior };
}

/** Rows by which the width of intervals is judged, at most. */
const rowsOfWidth = 300;

/** A pool with what held-out rows say about the width of its intervals. */
function judgedWidths(
  combination: Combination,
  members: readonly Member[],
  problem: Problem,
  rows: Int32Array,
  logs: Matrix,
  scores: HeldOutScores,
): Combination {
  if (!("pool" in combination)) return combination;
  const doubting = { ...combination, doubt: poolDoubt(scores) };
  return { ...doubting, width: widthOf(doubting, members, problem, rows, logs) };
}

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
  const { latentDeviation } = oneVoice({ members, combination }).predict(selectRows(X, rows), 0.9);
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

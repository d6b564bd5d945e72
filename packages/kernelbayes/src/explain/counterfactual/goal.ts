import type { Matrix } from "../../engine/matrix.ts";
import { mostProbable } from "../../evaluate/probabilities.ts";
import { logOfRest } from "../../numeric/logSumExp.ts";
import { matrix } from "../../engine/matrix.ts";
import { row } from "../../matrix/row.ts";
import { logit } from "../../numeric/sigmoid.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";

/** What a change is to reach: a class, or any other than now; by decision, or with a probability. */
export interface Goal {
  /** The class to reach; any other than `from` where undefined. */
  readonly target: number | undefined;
  readonly from: number;
  /** The probability that the class has to reach; where undefined the decision has to change. */
  readonly probability: number | undefined;
}

/** What is said of a row. */
export interface Verdict {
  /** Whether the goal is reached. */
  readonly isReached: boolean;
  /** How far it is beyond the goal, in log odds; negative before it. */
  readonly margin: number;
  readonly label: number;
  readonly probabilities: Float64Array;
}

/** Looks at encoded rows. Decisions by a rule of the model's own count as such, and the margin, by probabilities, shows the way. */
export function judge(posterior: Pick<NumericPosterior, "probabilities">, goal: Goal, X: Matrix): Verdict[] {
  const { logProbabilities, decisions } = posterior.probabilities(X);
  const C = logProbabilities.columns;
  const all = matrix(X.rows, C, logProbabilities.data.map(Math.exp));
  const labels = decisions ?? mostProbable(all);
  return Array.from({ length: X.rows }, (_, i) => {
    const margin = marginOf(row(logProbabilities, i), goal);
    const label = labels[i];
    const isReached =
      goal.probability === undefined
        ? goal.target === undefined
          ? label !== goal.from
          : label === goal.target
        : margin >= 0;
    return { isReached, margin, label, probabilities: row(all, i) };
  });
}

function marginOf(logs: Float64Array, { target, from, probability }: Goal): number {
  const rest = logOfRest(logs);
  if (probability !== undefined) {
    const classes = target === undefined ? Array.from(logs.keys()).filter((c) => c !== from) : [target];
    return Math.max(...classes.map((c) => logs[c] - rest[c])) - logit(probability);
  }
  const largest = (isIn: (c: number) => boolean): number =>
    logs.reduce((most, log, c) => (isIn(c) ? Math.max(most, log) : most), -Infinity);
  return target === undefined ? largest((c) => c !== from) - logs[from] : logs[target] - largest((c) => c !== target);
}

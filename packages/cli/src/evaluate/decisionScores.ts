import { rateText } from "@kernelbayes/report";
import {
  abstain,
  predictionSets,
  selectiveScores,
  type ScoreInterval,
  type SelectiveScores,
} from "kernelbayes/compare";
import { matrix } from "kernelbayes/engine";
import { wilsonInterval } from "kernelbayes/evaluate";
import type { SetRule } from "../predict/setRule.ts";
import type { EvaluatedRows } from "./evaluatedRows.ts";

/** How decisions with a threshold, and prediction sets, fared on labelled rows. */
export interface DecisionScores {
  readonly abstain: (SelectiveScores & { readonly threshold: number }) | undefined;
  readonly sets:
    | {
        readonly level: number;
        readonly isGuaranteed: boolean;
        /** The share of sets that contain the true class, with Wilson's interval. */
        readonly coverage: ScoreInterval;
        readonly meanSize: number;
      }
    | undefined;
}

export interface DecisionRules {
  /** The probability below which no decision is taken. */
  readonly threshold: number | undefined;
  readonly sets: SetRule | undefined;
  /** Of the interval of the coverage. */
  readonly level: number;
}

export function decisionScores(
  { truth, logProbabilities: { rows, columns, data } }: EvaluatedRows,
  { threshold, sets: rule, level }: DecisionRules,
): DecisionScores {
  const probabilities = matrix(rows, columns, data.map(Math.exp));
  const sets = rule && predictionSets(probabilities, rule.threshold);
  return {
    abstain:
      threshold === undefined ? undefined : { threshold, ...selectiveScores(abstain(probabilities, threshold), truth) },
    sets: rule &&
      sets && {
        level: rule.threshold.level,
        isGuaranteed: rule.isGuaranteed,
        coverage: coverageOf(sets, truth, level),
        meanSize: sets.reduce((sum, { length }) => sum + length, 0) / rows,
      },
  };
}

function coverageOf(sets: readonly Int32Array[], truth: Int32Array, level: number): ScoreInterval {
  const covered = sets.filter((set, row) => set.includes(truth[row])).length;
  const [lower, upper] = wilsonInterval(covered, sets.length, level);
  return { estimate: covered / sets.length, lower, upper };
}

/** What came out, in sentences. */
export function decisionSentences({ abstain: chosen, sets }: DecisionScores): string[] {
  return [
    ...(chosen
      ? [
          `Decided where a class reaches ${chosen.threshold}: ${rateText(chosen.coverage)} of the rows` +
            (chosen.coverage > 0 ? `, of which ${rateText(chosen.errorRate)} wrongly.` : "."),
        ]
      : []),
    ...(sets
      ? [
          `Sets of level ${sets.level} (${sets.isGuaranteed ? "guaranteed" : "approximate"}) contain the true class of ` +
            `${rateText(sets.coverage.estimate)} of the rows (${rateText(sets.coverage.lower)} to ${rateText(sets.coverage.upper)}), ` +
            `with ${sets.meanSize.toFixed(2)} classes on average.`,
        ]
      : []),
  ];
}

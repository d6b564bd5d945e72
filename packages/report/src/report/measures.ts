import { scoreIntervals, type ScoreInterval } from "kernelbayes/compare";
import { scoreText } from "../figureText.ts";
import type { HeldOut } from "./findings.ts";
import { shownRate } from "./words.ts";

/** A measure of held-out predictions. */
export interface Measure {
  readonly name: string;
  readonly value: number;
  /** An interval of level 0.95, where there is one. */
  readonly interval: ScoreInterval | undefined;
  /** What it would be for somebody who knows the class frequencies alone; none where that says nothing. */
  readonly baseline: number | undefined;
  /** What it means, in a sentence. */
  readonly meaning: string;
  /** A few words to stand below the value, where there is no interval. */
  readonly note?: string;
}

/** The main measures of held-out predictions, with the intervals that came with them, or such as speak of new rows for the model as it is. */
export function measuresOf(heldOut: HeldOut, seed: number): Measure[] {
  const { scores, truth, weights, classes } = heldOut;
  const intervals =
    heldOut.intervals ?? (truth.length < 2 ? undefined : scoreIntervals(heldOut, truth, { seed, weights }));
  const shares = classShares(heldOut);
  const squares = 1 - shares.reduce((sum, share) => sum + share ** 2, 0);
  return [
    {
      name: "Error rate",
      value: intervals?.errorRate.estimate ?? scores.errorRate,
      interval: intervals?.errorRate,
      baseline: 1 - Math.max(...shares),
      meaning: "The share of rows that are given a wrong label. 0 is perfect.",
    },
    {
      name: "Log loss",
      value: intervals?.logLoss.estimate ?? scores.logLoss.mean,
      interval: intervals?.logLoss,
      baseline: -shares.reduce((sum, share) => sum + (share > 0 ? share * Math.log(share) : 0), 0),
      meaning: "The mean of −log of the probability of the true class: confident mistakes cost most. 0 is perfect.",
    },
    ...(Number.isFinite(scores.areaUnderCurve)
      ? [
          {
            name: "Area under the ROC curve",
            value: intervals?.areaUnderCurve?.estimate ?? scores.areaUnderCurve,
            interval: intervals?.areaUnderCurve,
            baseline: 0.5,
            meaning:
              classes.length === 2
                ? `How often a row of ${classes[1]} is given a higher probability of it than a row of ${classes[0]}. 1 is perfect.`
                : "How often a row of a class is given a higher probability of it than a row of the others, on average over classes. 1 is perfect.",
          },
        ]
      : []),
    {
      name: "Brier score",
      value: intervals?.brier.estimate ?? scores.brier,
      interval: intervals?.brier,
      baseline: classes.length === 2 ? squares / 2 : squares,
      meaning: "The mean squared distance of the probabilities from what was true. 0 is perfect.",
    },
    {
      name: "Calibration error",
      value: scores.calibration.error,
      interval: undefined,
      baseline: undefined,
      meaning:
        "The mean distance between predicted and observed frequencies. With perfect probabilities chance alone would make it " +
        `about ${scoreText(scores.calibration.byChance)} on as many rows.`,
      note: `${scoreText(scores.calibration.byChance)} by chance alone`,
    },
  ];
}

/** The share of each class among held-out rows. */
function classShares({ classes, truth, weights }: HeldOut): number[] {
  const sums = classes.map(() => 0);
  for (let row = 0; row < truth.length; row++) sums[truth[row]] += weights?.[row] ?? 1;
  const total = sums.reduce((sum, value) => sum + value, 0);
  return sums.map((value) => value / total);
}

/** The form in which a measure is shown, the same as on the terminal. */
export function measureText(name: string): (value: number) => string {
  return name === "Error rate" ? shownRate : scoreText;
}

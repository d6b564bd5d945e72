import type { HeldOut } from "./findings.ts";
import { counted, percentText } from "./words.ts";

/** Probabilities from which on an answer is called sure, and below which doubtful. */
const [sure, doubtful] = [0.95, 0.7];
/** Where chance alone makes a larger calibration error, rows are too few to praise the probabilities; and so they are with fewer of a class. */
const enoughForChance = 0.05;
const enoughOfClass = 20;
/** Above this share of answers with more than the given probability the rows show nothing of other probabilities. */
const [nearlyCertain, nearlyAll] = [0.99, 0.95];

/** How sure the answers were, and whether that was justified. */
export function sureness(heldOut: HeldOut, isDoubtful: boolean): string {
  const { probabilities, decided, truth, scores } = heldOut;
  const C = probabilities.columns;
  const tops = Array.from(decided, (q, row) => probabilities.data[row * C + q]);
  const isWrong = (row: number): boolean => decided[row] !== truth[row];
  const rows = Array.from(tops.keys());
  const surest = rows.filter((row) => tops[row] >= sure);
  const doubted = rows.filter((row) => tops[row] < doubtful);
  const mean = tops.reduce((sum, top) => sum + top, 0) / tops.length;
  const wrongOf = (some: readonly number[]): string => {
    const count = some.filter(isWrong).length;
    return count === 0 ? "none of them wrong" : `${count} of them wrong`;
  };
  const described = (some: readonly number[]): string =>
    counted(some.length, "row") +
    (some.length === 0 ? "" : ` (${percentText(some.length / rows.length)}; ${wrongOf(some)})`);
  return (
    `Its labels have a mean probability of ${percentText(mean)}, and ${percentText(1 - scores.errorRate)} of them are right. ${isDoubtful ? "" : `${promiseWords(heldOut, tops, mean)} `}` +
    `It was at least ${percentText(sure)} sure of ${described(surest)} and less than ${percentText(doubtful)} sure of ${described(doubted)}.` +
    (doubted.length === 0 ? "" : " The latter are worth a second look.")
  );
}

/** How predicted and observed frequencies agree, the mean probability of the answers being given. */
function promiseWords(heldOut: HeldOut, tops: readonly number[], mean: number): string {
  const { scores, truth, classes } = heldOut;
  const { calibration, errorRate, rows } = scores;
  const { error, byChance } = calibration;
  if (heldOut.isCalibrated()) {
    const rarest = Math.min(...classes.map((_, q) => Array.from(truth).filter((own) => own === q).length));
    if (rarest < enoughOfClass) {
      return `With ${counted(rarest, "row")} of the rarest class it cannot be said whether the probabilities can be trusted: that takes at least ${enoughOfClass}.`;
    }
    if (tops.filter((top) => top > nearlyCertain).length >= nearlyAll * tops.length) {
      return "Nearly all of its predictions were almost certain, so these rows do not show how far less certain ones can be trusted.";
    }
    return byChance > enoughForChance
      ? `Predicted and observed frequencies agree as well as ${counted(rows, "row")} can show.`
      : "Predicted and observed frequencies agree as well as chance allows: the probabilities are well calibrated.";
  }
  return (
    `Predicted and observed frequencies differ by ${percentText(error)} on average, where chance alone would make ${percentText(byChance)}: ` +
    `the probabilities are ${mean > 1 - errorRate ? "overconfident" : "underconfident"}.`
  );
}

import type { Cells, RowPrediction } from "../living/questions.ts";
import type { Started } from "./answerTo.ts";

/** What the model says of a row, with intervals where it has what they need. */
export function predictionOf({ posterior }: Pick<Started, "posterior">, cells: Cells): RowPrediction {
  const { labels, probabilities, lower, upper, outside } = posterior.predict([cells], {
    intervals: posterior.intervals,
  });
  return {
    label: labels[0],
    probabilities: Array.from(probabilities.data),
    lower: lower && Array.from(lower.data),
    upper: upper && Array.from(upper.data),
    outside: outside.columns[0],
  };
}

/** Explanations by the names of the problems. */
type Explanations = Readonly<Record<string, string>>;

/** What more partitions than those of a quick run have, with width and μ from five. */
const overThirty = (error: string): string =>
  `a matter of the partitions. Over the first thirty, with width and μ from five, the error is ${error}, which agrees with the print.`;

/** Why the sign of the output is worse than in print. */
export const signExplanations: Explanations = {
  banana: overThirty("10.45 ± 0.52"),
  waveform: overThirty("9.66 ± 0.40"),
};

/** Why the more probable class is worse than in print. */
export const classExplanations: Explanations = {
  banana: "the first partitions are hard ones: over all hundred 10.61 ± 0.56, which agrees with the print.",
  german:
    "owed to the criterion. On the first ten partitions, at five widths from 3 to 13, the μ of the least log loss has 23.1 to 23.5 %, and that of the least smoothed error 22.8 to 23.0 %.",
};

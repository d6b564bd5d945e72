import type { Findings } from "./findings.ts";
import { repeatedWords } from "./hasRepeatedInputs.ts";
import { markup, type Markup } from "./markup.ts";
import type { Measure } from "./measures.ts";
import { modelEntry } from "./modelTitle.ts";
import { linkTo } from "./section.ts";
import { counted, listed, shownRate } from "./words.ts";

/** Classes of fewer rows are hardly known. */
const fewRows = 10;
/** Fewer held-out rows leave the measures uncertain. */
const fewHeldOut = 50;

/** What a reader should bear in mind, each in a sentence or two with the next step. */
export function cautions(findings: Findings, measures: readonly Measure[]): Markup[] {
  const { posterior, heldOut, input } = findings;
  const { warnings } = findings;
  const { classes, training, encoding, model } = posterior;
  const error = measures.find(({ name }) => name === "Error rate");
  const rare = classes.filter((_, q) => training.classes.filter((each) => each === q).length < fewRows);
  const doubted = findings.suspects()?.flagged.length ?? 0;
  const limit = modelEntry(model.name)?.farLimit;
  return [
    ...(warnings.length > 0
      ? [
          markup`There ${warnings.length === 1 ? "is" : "are"} <a href="${linkTo("warnings")}">${counted(warnings.length, "warning")}</a>, with what to do.`,
        ]
      : []),
    ...(error?.interval && error.baseline !== undefined && error.interval.upper >= error.baseline
      ? [
          markup`It is not certain that it is better than always answering the most frequent class, which is wrong for
          ${shownRate(error.baseline)}: more rows, or columns that say more, are needed.`,
        ]
      : []),
    ...(rare.length > 0
      ? [
          markup`There are fewer than ${fewRows} training rows of ${listed(rare)}: what is said about
          ${rare.length === 1 ? "this class" : "these classes"} rests on little.`,
        ]
      : []),
    ...(heldOut && heldOut.truth.length < fewHeldOut
      ? [
          markup`The measures come from ${counted(heldOut.truth.length, "row")} only; look at their intervals, not at
          their values alone.`,
        ]
      : []),
    ...(encoding.selectedFrom !== undefined && input.heldOut === undefined
      ? [
          markup`Columns were selected by what they say about the labels of all training rows, also of those that were
          then left out: the measures are too good. Hold rows out, or use folds.`,
        ]
      : []),
    ...(findings.isMisjudged() ? [markup`${repeatedWords}`] : []),
    ...(doubted > 0
      ? [
          markup`<a href="${linkTo("surprising")}">${counted(doubted, "row")}</a> may carry a wrong label: check them before anything
            else.`,
        ]
      : []),
    limit === "certainty" || limit === "near certainty"
      ? markup`This kind of model becomes more certain the further a row lies from all it has seen. Check that new rows
        are like the training rows.`
      : markup`New rows must be like the training rows: measured in the same way, from the same source. For rows unlike
        any of these the probabilities mean little.`,
  ];
}

import type { Findings, HeldOut } from "./findings.ts";
import { intervalText } from "../figureText.ts";
import { columnRanking } from "./columnRanking.ts";
import { isCalibrated } from "./isCalibrated.ts";
import { markup, type Markup } from "./markup.ts";
import type { Measure } from "./measures.ts";
import { modelTitle } from "./modelTitle.ts";
import { linkTo } from "./section.ts";
import { counted, listed, percentText, shownRate } from "./words.ts";

/** A question that every reader has, with its answer in a sentence or two. */
export interface Answer {
  readonly question: string;
  readonly answer: Markup;
}

/** So many columns are named. */
const mostNamed = 4;
/** Answers below this probability are doubtful. */
const doubtful = 0.7;
/** Fewer rows of a class show little. */
const enoughOfClass = 20;

/** The first screen: what was found, how good it is, whether it can be trusted, what matters, and what to do. */
export function answers(findings: Findings, measures: readonly Measure[]): Answer[] {
  return [
    { question: "What was found?", answer: found(findings) },
    { question: "How good is it?", answer: quality(findings, measures) },
    { question: "Can I trust it?", answer: trust(findings) },
    { question: "What matters?", answer: whatMatters(findings) },
    { question: "What should I do?", answer: nextStep(findings) },
  ];
}

function found({ posterior, noSignal }: Findings): Markup {
  const { classes, target, training, encoding, candidates } = posterior;
  const used = candidates?.filter(({ outcome }) => outcome === "used").length ?? 0;
  const made = used > 1 ? `a combination of ${used} models` : modelTitle(posterior);
  const size = `${counted(encoding.columns.length, "column")} and ${counted(training.rows.length, "row")}`;
  return noSignal
    ? markup`<strong>Nothing that can be relied on.</strong> ${size} were searched for ${target}.`
    : markup`<strong>${counted(classes.length, "class", "classes")} of ${target}</strong> (${listed(classes, 4)}) from ${size}. Model: ${made}.`;
}

function quality({ heldOut, noSignal }: Findings, measures: readonly Measure[]): Markup {
  const [error] = measures;
  if (!heldOut || error === undefined) {
    return noSignal
      ? markup`No better than guessing, as far as these rows show.`
      : markup`Not known: no row was held out.`;
  }
  const range = error.interval ? ` (95 % interval ${intervalText(error.interval, shownRate)})` : "";
  return markup`<strong>Wrong for ${shownRate(error.value)}</strong> of unseen rows${range}. Always answering the most frequent class: ${shownRate(error.baseline ?? 0)}.`;
}

function trust(findings: Findings): Markup {
  const { heldOut, noSignal } = findings;
  if (noSignal) return markup`<strong>No.</strong> Its probabilities mean nothing without signal.`;
  if (!heldOut) return markup`Not known. Measure it on rows that it has not seen.`;
  if (findings.isMisjudged()) return markup`Leave-one-out cannot show it here. Measure in folds.`;
  const { calibration, errorRate } = heldOut.scores;
  if (!isCalibrated(calibration)) {
    const mean = answersOf(heldOut).reduce((sum, { top }) => sum + top, 0) / heldOut.truth.length;
    return markup`<strong>With care.</strong> Its probabilities are ${mean > 1 - errorRate ? "overconfident" : "underconfident"}: off by
      ${percentText(calibration.error)} on average, ${percentText(calibration.byChance)} by chance. <a href="${linkTo("calibration")}">Calibration</a>`;
  }
  const rarest = Math.min(
    ...heldOut.classes.map((_, q) => Array.from(heldOut.truth).filter((own) => own === q).length),
  );
  return rarest < enoughOfClass
    ? markup`<strong>Hard to say:</strong> ${counted(rarest, "row")} of the rarest class ${rarest === 1 ? "shows" : "show"} little. <a href="${linkTo("calibration")}">Calibration</a>`
    : markup`<strong>Yes, on rows like these.</strong> Predicted and observed frequencies agree as well as ${counted(heldOut.truth.length, "row")} can show. <a href="${linkTo("calibration")}">Calibration</a>`;
}

function whatMatters(findings: Findings): Markup {
  const { posterior, input, noSignal } = findings;
  if (noSignal) return markup`No column is known to.`;
  if (posterior.encoding.columns.length < 2) return markup`There is one column: ${posterior.encoding.columns[0].name}.`;
  const { by, columns } = columnRanking(findings);
  const clear = new Set(
    input.relevance?.columns.filter(({ lower = 0 }) => lower > 0).map(({ column }) => column) ??
      columns.map(({ name }) => name),
  );
  const named = columns.filter(({ name }) => clear.has(name)).slice(0, mostNamed);
  const link = markup`<a href="${linkTo("relevance")}">All columns</a>`;
  if (named.length === 0) return markup`No single column clearly: each can be missed if the others stay. ${link}`;
  const how = {
    permutation: `Without ${named.length === 1 ? "it" : "them"} unseen rows are predicted clearly worse.`,
    weights: "The largest weights in the kernel.",
    marginal: "By themselves these separate the classes most.",
  }[by];
  return markup`<strong>${listed(named.map(({ name }) => name))}.</strong> ${how} ${link}`;
}

function nextStep(findings: Findings): Markup {
  const { heldOut, noSignal, warnings } = findings;
  if (noSignal) return markup`<strong>Do not use it.</strong> Look for other columns, or for more rows.`;
  const flagged = findings.suspects()?.flagged.length ?? 0;
  const steps = [
    ...(flagged > 0
      ? [markup`<a href="${linkTo("surprising")}">Check the labels of ${counted(flagged, "row")}</a>.`]
      : []),
    ...(warnings.length > 0
      ? [markup`Read the <a href="${linkTo("warnings")}">${counted(warnings.length, "warning")}</a>.`]
      : []),
    ...(heldOut ? [doubtfulRows(heldOut)] : [markup`Measure it: fit with a hold-out or with folds.`]),
  ];
  return markup`${steps.map((step, at) => (at > 0 ? [" ", step] : step))}`;
}

function doubtfulRows(heldOut: HeldOut): Markup {
  const doubted = answersOf(heldOut).filter(({ top }) => top < doubtful);
  if (doubted.length === 0) return markup`Use it on rows that are measured in the same way.`;
  const wrong = doubted.filter(({ isWrong }) => isWrong).length;
  return markup`Use it on rows like these, and have a person look at answers below ${percentText(doubtful)}:
    ${percentText(doubted.length / heldOut.truth.length)} of rows, ${wrong === 0 ? "though none of them was wrong here" : `of which ${percentText(wrong / doubted.length)} were wrong`}.`;
}

function answersOf({ probabilities, decided, truth }: HeldOut): { readonly top: number; readonly isWrong: boolean }[] {
  const C = probabilities.columns;
  return Array.from(decided, (q, row) => ({ top: probabilities.data[row * C + q], isWrong: q !== truth[row] }));
}

import { rarestClass } from "kernelbayes/evaluate";
import { intervalText, scoreText } from "../figureText.ts";
import { classBar, pictureLines, promiseLines } from "./answerPictures.ts";
import { columnRanking } from "./columnRanking.ts";
import type { Findings, HeldOut } from "./findings.ts";
import { isCalibrated } from "./isCalibrated.ts";
import { markup, type Markup } from "./markup.ts";
import { measuresOf } from "./measures.ts";
import { modelTitle } from "./modelTitle.ts";
import { linkTo } from "./section.ts";
import { counted, groupedDigits, listed, percentText, shownRate } from "./words.ts";

/** A question that every reader has, with its answer: the gist, what follows, and where there is more. */
export interface Answer {
  readonly question: string;
  readonly gist?: string;
  readonly words: string;
  /** The same at a glance. */
  readonly picture?: Markup | undefined;
  /** Sections, by id, with the words of the link. */
  readonly more?: readonly (readonly [string, string])[];
}

/** So many columns are named, and so many have a bar. */
const [mostNamed, mostDrawn] = [3, 5];
/** Answers below this probability are doubtful. */
const doubtful = 0.7;
/** Fewer rows of a class show little. */
const enoughOfClass = 20;

/** The first screen: what was found, how good it is, whether it can be trusted, what matters, and what to do. */
export function answers(findings: Findings): Answer[] {
  return [
    { question: "What was found?", ...found(findings) },
    { question: "How good is it?", ...quality(findings) },
    { question: "Can I trust it?", ...trust(findings) },
    { question: "What matters?", ...whatMatters(findings) },
    { question: "What should I do?", ...nextStep(findings) },
  ];
}

/** Questions and answers as a list of the page. */
export function answerList(list: readonly Answer[]): Markup {
  return markup`<dl class="answers">
    ${list.map(
      ({ question, gist, words, picture, more = [] }) =>
        markup`<div>
          <dt>${question}</dt>
          <dd>
            ${gist === undefined ? undefined : markup`<strong>${gist}</strong>`}
            <span>${words}</span>
            ${picture}
            ${more.length > 0 ? markup`<span class="more">${more.map(([id, title]) => markup`<a href="${linkTo(id)}">${title}</a> `)}</span>` : undefined}
          </dd>
        </div>`,
    )}
  </dl>`;
}

type Said = Omit<Answer, "question">;

function found({ posterior, noSignal }: Findings): Said {
  const { classes, target, training, encoding, candidates } = posterior;
  const used = candidates?.filter(({ outcome }) => outcome === "used").length ?? 0;
  const made = used > 1 ? `a combination of ${used} models` : modelTitle(posterior);
  const rows = counted(training.rows.length, "row");
  const columns = counted(encoding.columns.length, "column");
  const picture = classBar(classes, training.classes);
  return noSignal
    ? { gist: "Nothing to rely on.", words: `${columns} of ${rows} were searched for ${target}.`, picture }
    : {
        gist: `${counted(classes.length, "class", "classes")} of ${target}.`,
        words: `Learned from ${columns} of ${rows} by ${made}.`,
        picture,
      };
}

/** How often labels of unseen rows are wrong. */
function quality({ heldOut, noSignal, posterior }: Findings): Said {
  if (!heldOut)
    return {
      words: noSignal ? "No better than guessing, as far as these rows show." : "Not known: no row was held out.",
    };
  const [{ value, interval, baseline = 0 }] = measuresOf(heldOut, posterior.seed);
  const most = 1.02 * Math.max(value, baseline, interval?.upper ?? 0, 1e-9);
  return {
    gist: `${shownRate(value)} of labels wrong.`,
    words: `On unseen rows${interval ? `; 95 % interval ${intervalText(interval, shownRate)}` : ""}. Guessing is to answer the most frequent class.`,
    picture: pictureLines([
      {
        name: "this model",
        value: value / most,
        text: shownRate(value),
        kind: "bar",
        interval: interval && { lower: interval.lower / most, upper: interval.upper / most },
      },
      { name: "guessing", value: baseline / most, text: shownRate(baseline), kind: "quiet" },
    ]),
    more: [["confusion", "Mistakes"]],
  };
}

/** Whether the probabilities are calibrated, as far as held-out rows show. */
function trust(findings: Findings): Said {
  const { heldOut, noSignal } = findings;
  if (noSignal) return { gist: "No.", words: "Its probabilities mean nothing without signal." };
  if (!heldOut) return { words: "Not known. Measure it on rows that it has not seen." };
  if (findings.isMisjudged()) return { words: "Leave-one-out cannot show it here. Measure in folds." };
  const more = [["calibration", "Calibration"]] as const;
  const picture = promiseLines(heldOut);
  const { calibration, errorRate } = heldOut.scores;
  if (!isCalibrated(calibration)) {
    const mean = decisionsOf(heldOut).reduce((sum, { top }) => sum + top, 0) / heldOut.truth.length;
    const how = mean > 1 - errorRate ? "overconfident" : "underconfident";
    const sizes = `off by ${percentText(calibration.error)} on average, where chance makes ${percentText(calibration.byChance)}`;
    return { gist: "With care.", words: `Its probabilities are ${how}: ${sizes}.`, picture, more };
  }
  const { classes, truth } = heldOut;
  const rarest = Math.min(...classes.map((_, q) => Array.from(truth).filter((own) => own === q).length));
  if (rarest < enoughOfClass) {
    const few = `${counted(rarest, "row")} of the rarest class ${rarest === 1 ? "shows" : "show"} little.`;
    return { gist: "Hard to say.", words: few, picture, more };
  }
  const words = `Predicted and observed frequencies agree as well as ${counted(truth.length, "row")} can show.`;
  return { gist: "Yes, on rows like these.", words, picture, more };
}

function whatMatters(findings: Findings): Said {
  const { posterior, input, noSignal } = findings;
  if (noSignal) return { words: "No column is known to." };
  const [first, ...others] = posterior.encoding.columns;
  if (others.length === 0) return { gist: `${first.name}.`, words: "There is no other column." };
  const { by, columns } = columnRanking(findings);
  const clear = new Set(
    input.relevance?.columns.filter(({ lower = 0 }) => lower > 0).map(({ column }) => column) ??
      columns.map(({ name }) => name),
  );
  const named = columns.filter(({ name }) => clear.has(name)).slice(0, mostNamed);
  const more = [["relevance", "All columns"]] as const;
  if (named.length === 0) {
    const gist = "No single column clearly.";
    return { gist, words: "The model can do without any one of them.", picture: relevancePicture(findings), more };
  }
  const words = {
    permutation: `Without ${named.length === 1 ? "it" : "them"} unseen rows are predicted clearly worse.`,
    weights: "The largest weights in the kernel.",
    marginal: "By themselves these separate the classes most.",
  }[by];
  return { gist: `${listed(named.map(({ name }) => name))}.`, words, picture: relevancePicture(findings), more };
}

/** The columns that matter most, as bars on the scale of the largest. */
function relevancePicture(findings: Findings): Markup {
  const { columns } = columnRanking(findings);
  const intervals = new Map(findings.input.relevance?.columns.map((each) => [each.column, each]));
  const shown = columns.slice(0, mostDrawn);
  const ends = shown.map(({ name, value }) => intervals.get(name)?.upper ?? value);
  const most = 1.02 * Math.max(...ends.filter(Number.isFinite), 1e-9);
  return pictureLines(
    shown.map(({ name, value }) => {
      const { lower, upper } = intervals.get(name) ?? {};
      return {
        name,
        value: value / most,
        text: scoreText(value),
        kind: "bar",
        interval: lower === undefined || upper === undefined ? undefined : { lower: lower / most, upper: upper / most },
      };
    }),
  );
}

function nextStep(findings: Findings): Said {
  const { heldOut, noSignal } = findings;
  if (noSignal) return { gist: "Do not use it.", words: "Look for other columns, or for more rows." };
  if (!heldOut)
    return { gist: "Measure it.", words: "Fit with a hold-out or with folds.", picture: stepList(findings, []) };
  const [{ interval, baseline = 1 }] = measuresOf(heldOut, findings.posterior.seed);
  const isUnclear = interval !== undefined && interval.upper >= baseline;
  return {
    gist: isUnclear ? "Do not rely on it yet." : "Use it on rows like these.",
    words: isUnclear
      ? "It may be no better than always answering the most frequent class: look for more rows or other columns."
      : "Measured in the same way, from the same places.",
    picture: stepList(findings, [...doubtfulRows(heldOut), ...missedRows(heldOut)]),
  };
}

/** What else there is to do, each with a link to where it is shown. */
function stepList(findings: Findings, steps: readonly Markup[]): Markup | undefined {
  const flagged = findings.suspects()?.flagged.length ?? 0;
  const warnings = findings.warnings.length;
  const all = [
    ...(flagged > 0
      ? [markup`Check the labels of <a href="${linkTo("surprising")}">${counted(flagged, "surprising row")}</a>.`]
      : []),
    ...steps,
    ...(warnings > 0 ? [markup`Read <a href="${linkTo("warnings")}">${counted(warnings, "warning")}</a>.`] : []),
  ];
  return all.length > 0 ? markup`<ul class="steps">${all.map((step) => markup`<li>${step}</li>`)}</ul>` : undefined;
}

/** Which answers a person should look at. */
function doubtfulRows(heldOut: HeldOut): Markup[] {
  const doubted = decisionsOf(heldOut).filter(({ top }) => top < doubtful);
  if (doubted.length === 0) return [];
  const wrong = doubted.filter(({ isWrong }) => isWrong).length;
  const share = percentText(doubted.length / heldOut.truth.length);
  const errors =
    wrong === 0 ? "None of them was wrong here." : `Of these, ${percentText(wrong / doubted.length)} were wrong.`;
  return [markup`Have a person check answers below ${percentText(doubtful)}: ${share} of rows. ${errors}`];
}

/** A class of which more rows are missed than found, the rarest of such. */
function missedRows({ scores, classes, truth }: HeldOut): Markup[] {
  if (new Set(Array.from(truth)).size < 2) return [];
  const { number, rows, found, missed } = rarestClass(scores.confusion);
  return missed > found
    ? [
        markup`Lower the threshold for ${classes[number]}: ${groupedDigits(missed)} of its ${counted(rows, "row")} were <a href="${linkTo("confusion")}">missed</a>.`,
      ]
    : [];
}

function decisionsOf({
  probabilities,
  decided,
  truth,
}: HeldOut): { readonly top: number; readonly isWrong: boolean }[] {
  const C = probabilities.columns;
  return Array.from(decided, (q, row) => ({ top: probabilities.data[row * C + q], isWrong: q !== truth[row] }));
}

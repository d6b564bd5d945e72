import { intervalText } from "../figureText.ts";
import { columnRanking } from "./columnRanking.ts";
import type { Findings, HeldOut } from "./findings.ts";
import { isCalibrated } from "./isCalibrated.ts";
import { markup, type Markup } from "./markup.ts";
import { measuresOf } from "./measures.ts";
import { modelTitle } from "./modelTitle.ts";
import { linkTo } from "./section.ts";
import { counted, listed, percentText, shownRate } from "./words.ts";

/** A question that every reader has, with its answer: the gist, what follows, and where there is more. */
export interface Answer {
  readonly question: string;
  readonly gist?: string;
  readonly words: string;
  /** Sections, by id, with the words of the link. */
  readonly more?: readonly (readonly [string, string])[];
}

/** So many columns are named. */
const mostNamed = 4;
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
      ({ question, gist, words, more = [] }) =>
        markup`<div>
          <dt>${question}</dt>
          <dd>
            ${gist === undefined ? undefined : markup`<strong>${gist}</strong> `}${words}
            ${more.map(([id, title]) => markup`<a href="${linkTo(id)}">${title}</a> `)}
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
  const size = `${counted(encoding.columns.length, "column")} and ${counted(training.rows.length, "row")}`;
  return noSignal
    ? { gist: "Nothing that can be relied on.", words: `${size} were searched for ${target}.` }
    : {
        gist: `${counted(classes.length, "class", "classes")} of ${target}:`,
        words: `${listed(classes, 4)}, from ${size}. Model: ${made}.`,
      };
}

/** How often labels of unseen rows are wrong. */
function quality({ heldOut, noSignal, posterior }: Findings): Said {
  if (!heldOut)
    return {
      words: noSignal ? "No better than guessing, as far as these rows show." : "Not known: no row was held out.",
    };
  const [{ value, interval, baseline = 0 }] = measuresOf(heldOut, posterior.seed);
  const range = interval ? ` (95 % interval ${intervalText(interval, shownRate)})` : "";
  return {
    gist: `Wrong for ${shownRate(value)}`,
    words: `of unseen rows${range}. Always answering the most frequent class: ${shownRate(baseline)}.`,
  };
}

/** Whether the probabilities are calibrated, as far as held-out rows show. */
function trust(findings: Findings): Said {
  const { heldOut, noSignal } = findings;
  if (noSignal) return { gist: "No.", words: "Its probabilities mean nothing without signal." };
  if (!heldOut) return { words: "Not known. Measure it on rows that it has not seen." };
  if (findings.isMisjudged()) return { words: "Leave-one-out cannot show it here. Measure in folds." };
  const more = [["calibration", "Calibration"]] as const;
  const { calibration, errorRate } = heldOut.scores;
  if (!isCalibrated(calibration)) {
    const mean = decisionsOf(heldOut).reduce((sum, { top }) => sum + top, 0) / heldOut.truth.length;
    const how = mean > 1 - errorRate ? "overconfident" : "underconfident";
    const sizes = `off by ${percentText(calibration.error)} on average, where chance makes ${percentText(calibration.byChance)}`;
    return { gist: "With care.", words: `Its probabilities are ${how}: ${sizes}.`, more };
  }
  const { classes, truth } = heldOut;
  const rarest = Math.min(...classes.map((_, q) => Array.from(truth).filter((own) => own === q).length));
  if (rarest < enoughOfClass) {
    const few = `${counted(rarest, "row")} of the rarest class ${rarest === 1 ? "shows" : "show"} little.`;
    return { gist: "Hard to say:", words: few, more };
  }
  const words = `Predicted and observed frequencies agree as well as ${counted(truth.length, "row")} can show.`;
  return { gist: "Yes, on rows like these.", words, more };
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
    return { words: "No single column clearly: the model can do without any one of them.", more };
  }
  const words = {
    permutation: `Without ${named.length === 1 ? "it" : "them"} unseen rows are predicted clearly worse.`,
    weights: "The largest weights in the kernel.",
    marginal: "By themselves these separate the classes most.",
  }[by];
  return { gist: `${listed(named.map(({ name }) => name))}.`, words, more };
}

function nextStep(findings: Findings): Said {
  const { heldOut, noSignal, warnings } = findings;
  if (noSignal) return { gist: "Do not use it.", words: "Look for other columns, or for more rows." };
  const flagged = findings.suspects()?.flagged.length ?? 0;
  return {
    ...(flagged > 0 && { gist: `Check the labels of ${counted(flagged, "row")} first.` }),
    words: heldOut ? doubtfulRows(heldOut) : "Measure it: fit with a hold-out or with folds.",
    more: [
      ...(flagged > 0 ? [["surprising", "Rows to check"] as const] : []),
      ...(warnings.length > 0 ? [["warnings", counted(warnings.length, "warning")] as const] : []),
    ],
  };
}

/** Which answers a person should look at. */
function doubtfulRows(heldOut: HeldOut): string {
  const doubted = decisionsOf(heldOut).filter(({ top }) => top < doubtful);
  if (doubted.length === 0) return "Use it on rows that are measured in the same way.";
  const wrong = doubted.filter(({ isWrong }) => isWrong).length;
  return (
    `Use it on rows like these, and have a person look at answers below ${percentText(doubtful)}: ${percentText(doubted.length / heldOut.truth.length)} of rows, ` +
    (wrong === 0
      ? "though none of them was wrong here."
      : `of which ${percentText(wrong / doubted.length)} were wrong.`)
  );
}

function decisionsOf({
  probabilities,
  decided,
  truth,
}: HeldOut): { readonly top: number; readonly isWrong: boolean }[] {
  const C = probabilities.columns;
  return Array.from(decided, (q, row) => ({ top: probabilities.data[row * C + q], isWrong: q !== truth[row] }));
}

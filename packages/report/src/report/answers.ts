import { rarestClass } from "kernelbayes/evaluate";
import { intervalText } from "../figureText.ts";
import { classBar, pictureLines, promiseLines } from "./answerPictures.ts";
import { columnRanking } from "./columnRanking.ts";
import type { Findings, HeldOut } from "./findings.ts";
import { markup, type Markup } from "./markup.ts";
import { measuresOf } from "./measures.ts";
import { modelTitle } from "./modelTitle.ts";
import { linkTo } from "./section.ts";
import { counted, groupedDigits, listed, numberText, percentText, shownRate } from "./words.ts";

/** A question that every reader has, with its answer: the gist, what follows, and where there is more. */
export interface Answer {
  readonly question: string;
  readonly gist?: string;
  readonly words: string;
  /** The same at a glance. */
  readonly picture?: Markup | undefined;
  /** What else there is to do. */
  readonly steps?: readonly Step[];
  /** Sections, by id, with the words of the link. */
  readonly more?: readonly (readonly [string, string])[];
}

/** Something to do, and perhaps the section where it is shown, with the words of the link. */
export interface Step {
  readonly words: string;
  readonly more?: readonly [string, string];
}

/** So many columns are named, and so many have a bar. */
const [mostNamed, mostDrawn] = [3, 5];
/** Answers below this probability are doubtful. */
const doubtful = 0.7;
/** Fewer rows of a class show little. */
const enoughOfClass = 20;
/** Shares of fewer doubtful rows say less than their number. */
const fewDoubted = 20;

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
  return markup`<dl class="answers of-${list.length}">
    ${list.map(
      ({ question, gist, words, picture, steps = [], more = [] }) =>
        markup`<div>
          <dt>${question}</dt>
          <dd>
            ${gist === undefined ? undefined : markup`<strong>${gist}</strong>`}
            <span>${words}</span>
            ${picture}
            ${steps.length > 0 ? markup`<ul class="steps">${steps.map((step) => markup`<li>${step.words} ${step.more && sectionLink(step.more)}</li>`)}</ul>` : undefined}
            ${more.length > 0 ? markup`<span class="more">${more.map(sectionLink)}</span>` : undefined}
          </dd>
        </div>`,
    )}
  </dl>`;
}

function sectionLink([id, title]: readonly [string, string]): Markup {
  return markup`<a href="${linkTo(id)}">${title}</a> `;
}

export type Said = Omit<Answer, "question">;

function found({ posterior, noSignal, heldOut }: Findings): Said {
  const { classes, target, training, encoding, candidates } = posterior;
  const used = candidates?.filter(({ outcome }) => outcome === "used").length ?? 0;
  const kinds = counted(classes.length, "class", "classes");
  const rows = counted(training.of?.rows ?? training.rows.length, "row");
  const columns = counted(encoding.columns.length, "column");
  const picture = classBar(classes, training.classes);
  return noSignal
    ? { gist: "Nothing to rely on.", words: `${columns} of ${rows} were searched for signs of ${target}.`, picture }
    : {
        gist: !heldOut
          ? `${kinds} of ${target}.`
          : isBetterThanGuessing(heldOut, posterior.seed)
            ? `${target} can be predicted.`
            : `Nothing certain about ${target}.`,
        words:
          used > 1
            ? `${kinds}, learned from ${rows} and ${columns} by a combination of ${used} models.`
            : `${kinds}, learned from ${rows} and ${columns}. Model: ${modelTitle(posterior)}.`,
        picture,
      };
}

/** What answers about held-out rows look at. */
export type Judged = Pick<Findings, "heldOut" | "noSignal" | "posterior" | "isMisjudged">;

/** How often labels of unseen rows are wrong. */
export function quality({ heldOut, noSignal, posterior }: Judged): Said {
  if (!heldOut)
    return {
      words: noSignal ? "No better than guessing, as far as these rows show." : "Not known: no row was held out.",
    };
  const [{ value, interval, baseline = 0 }] = measuresOf(heldOut, posterior.seed);
  const most = 1.02 * Math.max(value, baseline, interval?.upper ?? 0, 1e-9);
  return {
    gist: `${shownRate(value)} of labels wrong.`,
    words: `On unseen rows${interval ? `; 95 % interval ${intervalText(interval, shownRate)}` : ""}. Guessing the most frequent class: ${shownRate(baseline)}.`,
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
export function trust(findings: Judged): Said {
  const { heldOut, noSignal } = findings;
  if (noSignal) return { gist: "No.", words: "Its probabilities mean nothing without signal." };
  if (!heldOut) return { words: "Not known. Measure it on rows that it has not seen." };
  if (findings.isMisjudged()) return { words: "Leave-one-out cannot show it here. Measure in folds." };
  const more = [["calibration", "Calibration"]] as const;
  const picture = promiseLines(heldOut);
  const { calibration, errorRate } = heldOut.scores;
  if (!heldOut.isCalibrated()) {
    const mean = decisionsOf(heldOut).reduce((sum, { top }) => sum + top, 0) / heldOut.truth.length;
    const how = mean > 1 - errorRate ? "overconfident" : "underconfident";
    const sizes = `off by ${percentText(calibration.error)} on average, where chance makes ${percentText(calibration.byChance)}`;
    return { gist: "With care.", words: `Its probabilities are ${how}: ${sizes}.`, picture, more };
  }
  const few = fewRows(heldOut);
  if (few) {
    const { rows, name } = few;
    const words = `${counted(rows, "row")} of ${name}, the rarest class, ${rows === 1 ? "shows" : "show"} little.`;
    return { gist: "Hard to say.", words, picture, more };
  }
  const words = `Predicted and observed frequencies agree as well as ${counted(heldOut.truth.length, "row")} can show.`;
  return { gist: "Yes, on rows like these.", words, picture, more };
}

/** The class of the fewest held-out rows, where these are too few to judge probabilities by. */
function fewRows({ classes, truth }: HeldOut): { readonly name: string; readonly rows: number } | undefined {
  const counts = classes.map((_, q) => Array.from(truth).filter((own) => own === q).length);
  const rows = Math.min(...counts);
  return rows < enoughOfClass ? { name: classes[counts.indexOf(rows)], rows } : undefined;
}

function whatMatters(findings: Findings): Said {
  const { posterior, noSignal } = findings;
  if (noSignal) return { words: "No column is known to." };
  const [first, ...others] = posterior.encoding.columns;
  if (others.length === 0) return { gist: `${first.name}.`, words: "There is no other column." };
  const { by, columns } = columnRanking(findings);
  const clear = clearColumns(findings);
  const named = columns.filter(({ name }) => clear.has(name)).slice(0, mostNamed);
  const more = [["relevance", "All columns"]] as const;
  if (named.length === 0) {
    const gist = "No single column clearly.";
    return { gist, words: "The model can do without any one of them.", picture: relevancePicture(findings), more };
  }
  const words = {
    permutation: `Unseen rows are predicted clearly worse without ${named.length === 1 ? "it" : "them"}.`,
    weights: "The largest weights in the kernel.",
    marginal: "By themselves these separate the classes most.",
  }[by];
  return { gist: `${listed(named.map(({ name }) => name))}.`, words, picture: relevancePicture(findings), more };
}

/** Two digits, as many as an interval leaves: "0.20", "0.0012". */
function twoDigits(value: number): string {
  return value >= 0.001 && value < 100 ? value.toPrecision(2) : numberText(Number(value.toPrecision(2)));
}

/** The columns whose relevance is clear: with intervals, those whose interval lies above 0. */
function clearColumns(findings: Findings): ReadonlySet<string> {
  const measured = findings.input.relevance?.columns;
  return new Set(
    measured
      ? measured.filter(({ lower = 0 }) => lower > 0).map(({ column }) => column)
      : columnRanking(findings).columns.map(({ name }) => name),
  );
}

/** The columns that matter most, as bars on the scale of the largest: those first whose relevance is clear. */
function relevancePicture(findings: Findings): Markup {
  const clear = clearColumns(findings);
  const columns = columnRanking(findings).columns.toSorted(
    (a, b) => Number(clear.has(b.name)) - Number(clear.has(a.name)),
  );
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
        text: twoDigits(value),
        kind: "bar",
        interval: lower === undefined || upper === undefined ? undefined : { lower: lower / most, upper: upper / most },
      };
    }),
  );
}

function nextStep(findings: Findings): Said {
  const { heldOut, noSignal, posterior } = findings;
  if (noSignal) return { gist: "Do not use it.", words: "Look for other columns, or for more rows." };
  const warnings = findings.warnings.length;
  const reading: Step[] =
    warnings > 0 ? [{ words: "Read what the fit warned of.", more: ["warnings", counted(warnings, "warning")] }] : [];
  if (!heldOut) return { gist: "Measure it.", words: "Fit with a hold-out or with folds.", steps: reading };
  return { ...useOf(heldOut, posterior.seed), steps: [...stepsOf(findings, heldOut), ...reading] };
}

/** Whether to use a model that was measured. */
export function useOf(heldOut: HeldOut, seed: number): Said {
  if (!isBetterThanGuessing(heldOut, seed)) {
    return {
      gist: "Do not rely on it yet.",
      words: "It may be no better than guessing the most frequent class. Look for more rows or other columns.",
    };
  }
  return {
    gist: heldOut.isCalibrated() && !fewRows(heldOut) ? "Use it on rows like these." : "Use it with care.",
    words: "New rows must be measured in the same way and come from the same source.",
  };
}

/** Whether the interval of the error lies below what the most frequent class reaches; without an interval nothing speaks against it. */
function isBetterThanGuessing(heldOut: HeldOut, seed: number): boolean {
  const [{ interval, baseline = 1 }] = measuresOf(heldOut, seed);
  return interval === undefined || interval.upper < baseline;
}

/** What else to do about rows and classes. */
export function stepsOf({ suspects }: Pick<Findings, "suspects">, heldOut: HeldOut): Step[] {
  const flagged = suspects()?.flagged.length ?? 0;
  return [
    ...moreRows(heldOut),
    ...(flagged > 0
      ? [{ words: "Check the labels of", more: ["surprising", counted(flagged, "surprising row")] } satisfies Step]
      : []),
    ...doubtfulRows(heldOut),
    ...missedRows(heldOut),
  ];
}

/** Which answers a person should look at. */
function doubtfulRows(heldOut: HeldOut): Step[] {
  const doubted = decisionsOf(heldOut).filter(({ top }) => top < doubtful);
  if (doubted.length === 0) return [];
  const wrong = doubted.filter(({ isWrong }) => isWrong).length;
  const here =
    doubted.length < fewDoubted
      ? `${groupedDigits(doubted.length)} of ${counted(heldOut.truth.length, "row")}, ${wrong === 0 ? "none" : groupedDigits(wrong)} of them wrong here`
      : `${percentText(doubted.length / heldOut.truth.length)} of rows, ${percentText(wrong / doubted.length)} of them wrong here`;
  return [{ words: `Have a person check predictions below ${percentText(doubtful)}: ${here}.` }];
}

/** Where probabilities cannot be judged, or are not calibrated, what would help. */
function moreRows(heldOut: HeldOut): Step[] {
  const few = fewRows(heldOut);
  if (few) return [{ words: `Collect more rows of ${few.name}: there are ${groupedDigits(few.rows)}.` }];
  return heldOut.isCalibrated()
    ? []
    : [{ words: "Do not act on its probabilities by themselves.", more: ["calibration", "Calibration"] }];
}

/** The rarest class, where more of its rows are missed than found. */
function missedRows({ scores, classes, truth }: HeldOut): Step[] {
  if (new Set(Array.from(truth)).size < 2) return [];
  const { number, rows, found, missed } = rarestClass(scores.confusion);
  if (missed <= found) return [];
  const words = `Lower the threshold for ${classes[number]}: of ${counted(rows, "row")}, ${groupedDigits(missed)} were missed.`;
  return [{ words, more: ["confusion", "Mistakes"] }];
}

function decisionsOf({
  probabilities,
  decided,
  truth,
}: HeldOut): { readonly top: number; readonly isWrong: boolean }[] {
  const C = probabilities.columns;
  return Array.from(decided, (q, row) => ({ top: probabilities.data[row * C + q], isWrong: q !== truth[row] }));
}

import { rarestClass } from "kernelbayes/evaluate";
import { candidatesWords } from "./candidatesSection.ts";
import { cautions } from "./cautions.ts";
import type { Findings, HeldOut } from "./findings.ts";
import { howJudged } from "./howJudged.ts";
import { markup, type Markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import { measuresOf, type Measure } from "./measures.ts";
import { modelEntry, modelTitle } from "./modelTitle.ts";
import { isCalibrated } from "./isCalibrated.ts";
import type { Section } from "./section.ts";
import { intervalText, scoreText } from "../figureText.ts";
import { counted, fixedText, groupedDigits, listed, percentText, shownRate } from "./words.ts";

/** What was made, how good it is and how sure, and what to watch out for, for readers who know nothing of kernels. */
export function summarySection(findings: Findings): Section {
  const { posterior, heldOut, noSignal } = findings;
  const measures = heldOut ? measuresOf(heldOut, posterior.seed) : [];
  const careful = cautions(findings, measures);
  return {
    id: "summary",
    title: "Summary",
    content: [
      ...(noSignal ? [markup`<p class="alert" role="note">${noSignal.message}</p>`] : []),
      markup`<p class="lead">${purpose(findings)}</p>`,
      ...(measures.length > 0 ? [keyFigures(measures)] : []),
      markup`<h3>What was chosen, and why</h3>
        <p>${choice(findings)}</p>`,
      markup`<h3>How good it is</h3>
        ${heldOut ? goodness(heldOut, measures) : markup`<p>${unmeasured(findings)}</p>`}`,
      ...(heldOut
        ? [
            markup`<h3>How sure it is</h3>
              <p>${sureness(heldOut, findings.isMisjudged() || noSignal !== undefined)}</p>`,
          ]
        : []),
      ...(careful.length > 0
        ? [
            markup`<h3>What to watch out for</h3>
              <ul>
                ${careful.map((item) => markup`<li>${item}</li>`)}
              </ul>`,
          ]
        : []),
    ],
  };
}

function unmeasured({ noSignal }: Findings): string {
  return noSignal
    ? "There is no evidence that its labels are better than guesses by the class frequencies. The leave-one-out error rate and the area under the curve are not shown, as they mean nothing without signal. Measure with a hold-out or with folds."
    : "No row was held out, so that nothing is known about new rows. Fit with a hold-out or with folds.";
}

function purpose({ posterior, input, noSignal }: Findings): string {
  const { classes, target, training, encoding } = posterior;
  const among = classes.length <= 12 ? `: ${listed(classes)}` : "";
  return (
    `This classifier ${noSignal ? "was fitted to tell" : "tells"} apart the ${counted(classes.length, "class", "classes")} of ${target}${among}. It uses ` +
    `${counted(encoding.columns.length, "column")}, learned from ${counted(training.rows.length, "row")}` +
    `${input.source === undefined ? "" : ` of ${input.source}`}, and gives each class a probability, with an interval that says how well the probability is known.`
  );
}

function keyFigures(measures: readonly Measure[]): Markup {
  return markup`<dl class="key">
    ${measures
      .filter(({ name }) => name !== "Brier score")
      .map(({ name, value, interval, note }) => {
        const text = measureText(name);
        const below = interval ? intervalText(interval, text) : note;
        return markup`<div>
          <dt>${name}</dt>
          <dd>${text(value)}${below === undefined ? undefined : markup`<small>${below}</small>`}</dd>
        </div>`;
      })}
  </dl>`;
}

function choice({ posterior }: Findings): Markup {
  const { candidates, model } = posterior;
  if (candidates && candidates.length > 0)
    return markup`${candidatesWords(candidates)} <a href="#candidates">All candidates</a>`;
  const summary = modelEntry(model.name)?.summary;
  const how =
    posterior.evidence !== undefined
      ? " Its settings were chosen by the evidence: how probable the training rows are, averaged over all that the model might have been."
      : posterior.leaveOneOut
        ? " Its settings were chosen by how well it predicts rows that it has not seen."
        : "";
  return markup`The model was given: ${modelTitle(posterior)}. ${summary}${how}`;
}

function goodness(heldOut: HeldOut, measures: readonly Measure[]): Markup {
  const { truth } = heldOut;
  const [error] = measures;
  const range = error.interval ? ` (95 % interval: ${intervalText(error.interval, shownRate)})` : "";
  return markup`<p>
      About ${shownRate(error.value)} of new rows like these would get a wrong label${range}. Always answering
      the most frequent class would get ${shownRate(error.baseline ?? 0)} wrong. This was measured
      ${howJudged(heldOut)}.
    </p>
    ${htmlTable(
      `Measures of ${counted(truth.length, "held-out row")}`,
      [
        { title: "Measure" },
        { title: "Value", isNumber: true },
        { title: "95 % interval", isNumber: true },
        { title: "By class frequencies alone", isNumber: true },
        { title: "Meaning", isLong: true },
      ],
      measures.map(({ name, value, interval, baseline, meaning }) => {
        const text = measureText(name);
        return [
          name,
          text(value),
          interval ? intervalText(interval, text) : "–",
          baseline === undefined ? "–" : text(baseline),
          meaning,
        ];
      }),
    )}
    ${rarest(heldOut) ?? []}`;
}

/** The form in which a measure is shown, the same as on the terminal. */
function measureText(name: string): (value: number) => string {
  return name === "Error rate" ? shownRate : scoreText;
}

/** What was found of the rarest class, which a small error rate says little about. */
function rarest({ scores, classes, truth }: HeldOut): Markup | undefined {
  if (new Set(Array.from(truth)).size < 2) return undefined;
  const { number, rows, found, missed, falseAlarms, rest, recall, precision, f1 } = rarestClass(scores.confusion);
  const name = classes[number];
  return markup`<p>
      Of ${counted(rows, "row")} of the rarest class, ${name}, ${groupedDigits(found)} were found (recall ${shownRate(recall)}) and
      ${groupedDigits(missed)} missed. Of ${counted(found + falseAlarms, "row")} labeled ${name}, ${groupedDigits(found)} are right
      (precision ${shownRate(precision)}); F1 is ${fixedText(f1)}. <a href="#confusion">All classes</a>
    </p>
    ${htmlTable(
      `Decisions about ${name}, the rarest class`,
      [
        { title: "True class" },
        { title: `labeled ${name}`, isNumber: true },
        { title: "labeled otherwise", isNumber: true },
      ],
      [
        [`is ${name}`, groupedDigits(found), groupedDigits(missed)],
        [`is not ${name}`, groupedDigits(falseAlarms), groupedDigits(rest)],
      ],
    )}`;
}

/** Probabilities from which on an answer is called sure, and below which doubtful. */
const [sure, doubtful] = [0.95, 0.7];
/** Where chance alone makes a larger calibration error, rows are too few to praise the probabilities; and so they are with fewer of a class. */
const enoughForChance = 0.05;
const enoughOfClass = 20;
/** Above this share of answers with more than the given probability the rows show nothing of other probabilities. */
const [nearlyCertain, nearlyAll] = [0.99, 0.95];

function sureness(heldOut: HeldOut, isDoubtful: boolean): string {
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
  const told = (some: readonly number[]): string =>
    counted(some.length, "row") +
    (some.length === 0 ? "" : ` (${percentText(some.length / rows.length)}; ${wrongOf(some)})`);
  return (
    `It gave its answers a probability of ${percentText(mean)} on average and was right ${percentText(1 - scores.errorRate)} of the time. ${isDoubtful ? "" : `${promiseWords(heldOut, tops, mean)} `}` +
    `It was at least ${percentText(sure)} sure of ${told(surest)} and less than ${percentText(doubtful)} sure of ${told(doubted)}.` +
    (doubted.length === 0 ? "" : " The latter are worth a second look.")
  );
}

/** How promised and observed frequencies agree, the mean probability of the answers being given. */
function promiseWords({ scores, truth, classes }: HeldOut, tops: readonly number[], mean: number): string {
  const { calibration, errorRate, rows } = scores;
  const { error, byChance } = calibration;
  if (isCalibrated(calibration)) {
    const rarest = Math.min(...classes.map((_, q) => Array.from(truth).filter((own) => own === q).length));
    if (rarest < enoughOfClass) {
      return `With ${counted(rarest, "row")} of the rarest class it cannot be said whether the probabilities can be trusted: that takes at least ${enoughOfClass}.`;
    }
    if (tops.filter((top) => top > nearlyCertain).length >= nearlyAll * tops.length) {
      return "Nearly all of its answers were almost certain, so that these rows say nothing about how far less certain ones can be trusted.";
    }
    return byChance > enoughForChance
      ? `Promised and observed frequencies agree as well as ${counted(rows, "row")} can tell.`
      : "Promised and observed frequencies agree as well as chance allows: its probabilities can be taken at their word.";
  }
  return (
    `Promised and observed frequencies differ by ${percentText(error)} on average, where chance alone would make ${percentText(byChance)}: ` +
    `its probabilities are somewhat too ${mean > 1 - errorRate ? "bold" : "timid"}.`
  );
}

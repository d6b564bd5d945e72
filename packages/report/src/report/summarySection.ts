import { rarestClass } from "kernelbayes/evaluate";
import { candidatesWords } from "./candidatesSection.ts";
import { cautions } from "./cautions.ts";
import type { Findings, HeldOut } from "./findings.ts";
import { howJudged } from "./howJudged.ts";
import { markup, type Markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import { measuresOf, type Measure } from "./measures.ts";
import { modelEntry, modelTitle } from "./modelTitle.ts";
import { linkTo, type Section } from "./section.ts";
import { answers } from "./answers.ts";
import { sureness } from "./sureness.ts";
import { intervalText, scoreText } from "../figureText.ts";
import { counted, fixedText, groupedDigits, listed, shownRate } from "./words.ts";

/** What was made, how good it is and how sure, and what to watch out for, for readers who know nothing of kernels. */
export function summarySection(findings: Findings): Section {
  const { posterior, heldOut, noSignal } = findings;
  const measures = heldOut ? measuresOf(heldOut, posterior.seed) : [];
  return {
    id: "summary",
    title: "Summary",
    content: [
      ...(noSignal ? [markup`<p class="alert" role="note">${noSignal.message}</p>`] : []),
      markup`<dl class="answers">
        ${answers(findings, measures).map(
          ({ question, answer }) =>
            markup`<div>
              <dt>${question}</dt>
              <dd>${answer}</dd>
            </div>`,
        )}
      </dl>`,
      ...(measures.length > 0 ? [keyFigures(measures)] : []),
      markup`<details class="fold">
        <summary>In more words</summary>
        ${inFull(findings, measures)}
      </details>`,
    ],
  };
}

function inFull(findings: Findings, measures: readonly Measure[]): Markup[] {
  const { heldOut, noSignal } = findings;
  const careful = cautions(findings, measures);
  return [
    markup`<p class="lead">${purpose(findings)}</p>`,
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
  ];
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
    `This classifier ${noSignal ? "was fitted to distinguish" : "distinguishes"} the ${counted(classes.length, "class", "classes")} of ${target}${among}. It uses ` +
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
    return markup`${candidatesWords(candidates)} <a href="${linkTo("candidates")}">All candidates</a>`;
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
      (precision ${shownRate(precision)}); F1 is ${fixedText(f1)}. <a href="${linkTo("confusion")}">All classes</a>
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

import { answerList, answers } from "./answers.ts";
import { candidatesWords } from "./candidatesSection.ts";
import { cautions } from "./cautions.ts";
import type { Findings } from "./findings.ts";
import { markup, type Markup } from "./markup.ts";
import { measuresOf, type Measure } from "./measures.ts";
import { goodness, keyFigures } from "./measuresMarkup.ts";
import { modelEntry, modelTitle } from "./modelTitle.ts";
import { linkTo, type Section } from "./section.ts";
import { sureness } from "./sureness.ts";
import { counted, listed } from "./words.ts";

/** What was made, how good it is and how sure, and what to watch out for, for readers who know nothing of kernels. */
export function summarySection(findings: Findings): Section {
  const { posterior, heldOut, noSignal } = findings;
  const measures = heldOut ? measuresOf(heldOut, posterior.seed) : [];
  return {
    id: "summary",
    title: "Summary",
    content: [
      ...(noSignal ? [markup`<p class="alert" role="note">${noSignal.message}</p>`] : []),
      answerList(answers(findings)),
      ...(measures.length > 0 ? [keyFigures(measures)] : []),
      markup`<details class="fold">
        <summary><span>All measures, and the same in more words</span></summary>
        <div>${inFull(findings, measures)}</div>
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
    `${counted(encoding.columns.length, "column")}, learned from ${counted(training.of?.rows ?? training.rows.length, "row")}` +
    `${input.source === undefined ? "" : ` of ${input.source}`}, and gives each class a probability, with an interval that says how well the probability is known.`
  );
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

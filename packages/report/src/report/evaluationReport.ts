import { type Posterior } from "kernelbayes";
import { mislabelledRows } from "kernelbayes/compare";
import type { Drift } from "kernelbayes/evaluate";
import { classBar, pictureLines } from "./answerPictures.ts";
import { answerList, quality, stepsOf, trust, useOf, type Answer, type Judged, type Said } from "./answers.ts";
import { calibrationSection } from "./calibrationSection.ts";
import { confusionSection } from "./confusionSection.ts";
import { curvesSection } from "./curvesSection.ts";
import { judgedRows, type Findings, type HeldOut } from "./findings.ts";
import { htmlTable } from "./htmlTable.ts";
import { markup } from "./markup.ts";
import { measuresOf } from "./measures.ts";
import { goodness, keyFigures, measureTable } from "./measuresMarkup.ts";
import { modelTitle } from "./modelTitle.ts";
import { once } from "./once.ts";
import type { HeldOutRows, LivingParts, ReportInput, ReportOptions } from "./reportInput.ts";
import { reportPage } from "./reportPage.ts";
import type { Section } from "./section.ts";
import { shellWords } from "./shellWords.ts";
import { suspectSection } from "./surprisingSection.ts";
import { counted, fixedText, groupedDigits, listed } from "./words.ts";

/** A model, and labelled rows that were not in its fit. */
export interface EvaluationInput extends Pick<ReportInput, "rowNames" | "source" | "command" | "created" | "versions"> {
  readonly posterior: Posterior;
  readonly rows: Omit<HeldOutRows, "how">;
  /** What a `driftMonitor` found when it saw these rows. */
  readonly drift?: Drift | undefined;
  /** The file of the model. */
  readonly model?: string | undefined;
}

export interface EvaluationReportOptions extends Pick<ReportOptions, "document" | "title"> {
  /** `livingRows` of `@kernelbayes/report/node`: thresholds are then chosen in the page, and rows sorted. Default: a static page. */
  readonly living?: (input: EvaluationInput) => LivingParts;
}

/** So many columns have a bar on the first screen, and a line in the table. */
const [mostDrawn, mostListed] = [5, 30];

/**
 * A report about a model on labelled rows that it has not seen, as one HTML file: how good it is there, whether its probabilities fit, whether the
 * rows are like those of the fit, and which rows are predicted wrong.
 *
 * @example await writeFile("evaluation.html", evaluationReport({ posterior, rows, drift }, { document: svgDocument() }));
 */
export function evaluationReport(input: EvaluationInput, options: EvaluationReportOptions = {}): string {
  const { posterior, source, created } = input;
  const on = input.drift?.isTraining ? "on the rows of its fit" : "on new rows";
  const { title = `Predicting ${posterior.target}, ${on}`, living } = options;
  const findings = findingsOf(input);
  const sections = [
    summary(input, findings),
    curvesSection(findings),
    calibrationSection(findings),
    confusionSection(findings),
    suspectSection(findings),
    driftSection(input),
    recordOf(input),
  ].filter((section) => section !== undefined);
  return reportPage(
    {
      title,
      facts: [source, created],
      library: posterior.library,
      sections,
      living: living && (() => living(input)),
    },
    options,
  );
}

type Evaluated = Judged & Pick<Findings, "suspects"> & { readonly heldOut: HeldOut };

function findingsOf({ posterior, rows, rowNames, drift }: EvaluationInput): Evaluated {
  const how = drift?.isTraining ? "training" : "hold-out";
  const heldOut = judgedRows({ posterior, ...(rowNames && { rowNames }) }, { how, ...rows });
  if (!heldOut) throw new RangeError("There must be a row that was predicted.");
  return {
    posterior,
    heldOut,
    noSignal: undefined,
    isMisjudged: () => false,
    suspects: once(() => mislabelledRows(heldOut.probabilities, heldOut.truth)),
  };
}

function summary(input: EvaluationInput, findings: Evaluated): Section {
  const { heldOut, posterior } = findings;
  const measures = measuresOf(heldOut, posterior.seed);
  return {
    id: "summary",
    title: "Summary",
    content: [
      ...(input.drift?.isTraining
        ? [
            markup`<p class="alert" role="note">
              These are the rows that the model was fitted to. It looks better on them than it is: evaluate it on new rows.
            </p>`,
          ]
        : []),
      answerList(answersOf(input, findings)),
      keyFigures(measures),
      markup`<details class="fold">
        <summary><span>All measures, and the same in more words</span></summary>
        <div>
          ${
            input.drift?.isTraining
              ? measureTable(`Measures of ${counted(heldOut.truth.length, "row")} of the fit`, measures)
              : goodness(heldOut, measures)
          }
        </div>
      </details>`,
    ],
  };
}

function answersOf(input: EvaluationInput, findings: Evaluated): Answer[] {
  const { heldOut, posterior } = findings;
  const { classes, truth } = heldOut;
  return [
    {
      question: "What was measured?",
      gist: `${counted(truth.length, "row")} of ${counted(classes.length, "class", "classes")}.`,
      words: `Model: ${modelTitle(posterior)}${input.model === undefined ? "" : `, from ${input.model}`}.`,
      picture: classBar(classes, truth),
    },
    ...(input.drift?.isTraining ? onTrainingRows(findings) : onNewRows(input, findings)),
  ];
}

/** Rows of the fit show how well they are remembered, and nothing else. */
function onTrainingRows(findings: Evaluated): Answer[] {
  const { gist, picture } = quality(findings);
  return [
    {
      question: "How good is it?",
      ...(gist !== undefined && { gist }),
      words: "On the rows that it was fitted to. New rows are predicted worse.",
      picture,
    },
    {
      question: "Can I trust it?",
      gist: "Not known.",
      words: "These rows cannot show it: the model has seen their labels.",
    },
    {
      question: "Are these rows like those of the fit?",
      gist: "They are the same rows.",
      words: "Nothing follows for new rows.",
    },
    {
      question: "What should I do?",
      gist: "Evaluate it on new rows.",
      words: "Or read the report of the fit, which measures it on rows in folds.",
    },
  ];
}

function onNewRows(input: EvaluationInput, findings: Evaluated): Answer[] {
  const { heldOut, posterior } = findings;
  const drifted = movedColumns(input).length;
  return [
    { question: "How good is it?", ...quality(findings) },
    { question: "Can I trust it?", ...trust(findings) },
    { question: "Are these rows like those of the fit?", ...likeness(input) },
    {
      question: "What should I do?",
      ...useOf(heldOut, posterior.seed),
      steps: [
        ...(drifted > 0
          ? [
              {
                words: "Find out why columns have moved, and fit again if new rows will be like these.",
                more: ["drift", counted(drifted, "column")],
              } as const,
            ]
          : []),
        ...stepsOf(findings, heldOut),
      ],
    },
  ];
}

/** Whether the rows have moved from the training rows. */
function likeness(input: EvaluationInput): Said {
  const { drift } = input;
  if (!drift) return { words: "Not known: the model file is of an earlier version. Fit it again to compare them." };
  const moved = movedColumns(input);
  const all = counted(drift.columns.length, "column");
  if (moved.length === 0)
    return {
      gist: "Yes, as far as columns show.",
      words: `None of ${all} has moved from the training rows by more than chance does in ${counted(drift.rows, "row")}.`,
    };
  const most = Math.max(...moved.map(({ excess }) => excess), quarter);
  return {
    gist: `${counted(moved.length, "column")} of ${drift.columns.length} moved.`,
    words: "Stability index beyond chance: 0.1 is moderate, 0.25 large.",
    picture: pictureLines(
      moved.slice(0, mostDrawn).map(({ name, excess }) => ({
        name,
        value: excess / most,
        mark: quarter / most,
        text: fixedText(excess, 2),
        kind: "bar",
      })),
    ),
    more: [["drift", "All columns"]],
  };
}

/** From this stability index on a shift is large. */
const quarter = 0.25;

function movedColumns({ drift }: EvaluationInput): { readonly name: string; readonly excess: number }[] {
  return (drift?.columns ?? [])
    .filter(({ shift }) => shift !== "none")
    .map(({ name, index, chance }) => ({ name, excess: index - chance }))
    .toSorted((a, b) => b.excess - a.excess);
}

function driftSection(input: EvaluationInput): Section | undefined {
  const { drift } = input;
  if (!drift) return undefined;
  const moved = movedColumns(input);
  const sorted = drift.columns.toSorted((a, b) => b.index - b.chance - (a.index - a.chance)).slice(0, mostListed);
  const { together } = drift;
  return {
    id: "drift",
    title: "Rows of the fit and these",
    gist:
      moved.length > 0
        ? `moved: ${listed(
            moved.map(({ name }) => name),
            3,
          )}`
        : "no column moved",
    group: "record",
    content: [
      markup`<p>
        The stability index compares how the cells of a column are distributed here and in the training rows. What chance alone would make of
        it on so many rows stands beside it.${
          together === undefined
            ? ""
            : ` All columns together, by a kernel two-sample test: p ${together.pValue < 0.001 ? "< 0.001" : `= ${fixedText(together.pValue)}`}.`
        }
      </p>`,
      htmlTable(
        sorted.length < drift.columns.length
          ? `The ${sorted.length} of ${drift.columns.length} columns that moved most`
          : "Columns, by how far they moved",
        [
          { title: "Column" },
          { title: "Shift" },
          { title: "Stability index", isNumber: true },
          { title: "By chance", isNumber: true },
        ],
        sorted.map(({ name, shift, index, chance }) => [name, shift, fixedText(index), fixedText(chance)]),
      ),
    ],
  };
}

function recordOf({ posterior, rows, source, command, created, versions, model }: EvaluationInput): Section {
  const facts: (readonly [string, string])[] = [
    ["Model", modelTitle(posterior)],
    ...(model === undefined ? [] : [["Model file", model] as const]),
    ...(source === undefined ? [] : [["Table", source] as const]),
    ["Rows", groupedDigits(rows.truth.length)],
    ["Seed of the fit", String(posterior.seed)],
    ["Library of the fit", `kernelbayes ${posterior.library}`],
    ["Engine of the fit", posterior.engine],
    ...Object.entries(versions ?? {}),
    ...(created === undefined ? [] : [["Made", created] as const]),
  ];
  return {
    id: "record",
    title: "What was done",
    gist: command ? "the command, the model, the versions" : "the model, the versions",
    group: "record",
    content: [
      ...(command ? [markup`<pre tabindex="0"><code>${shellWords(command)}</code></pre>`] : []),
      htmlTable("The evaluation", [{ title: "What" }, { title: "Value" }], facts),
    ],
  };
}

import { criticalDifferenceChart } from "../charts/criticalDifferenceChart.ts";
import { scoreText } from "../figureText.ts";
import { pictureLines } from "./answerPictures.ts";
import { answerList, type Answer } from "./answers.ts";
import { htmlTable } from "./htmlTable.ts";
import { markup } from "./markup.ts";
import type { ReportInput, ReportOptions } from "./reportInput.ts";
import { reportPage } from "./reportPage.ts";
import type { Section } from "./section.ts";
import { shellWords } from "./shellWords.ts";
import { counted, fixedText, groupedDigits, listed, shownRate } from "./words.ts";

/** A measure over the splits of a comparison. */
export interface ComparedMeasure {
  readonly mean: number;
  /** The standard deviation over the splits. */
  readonly deviation: number;
}

/** The measures that models are compared by; lower is better in all but the area. */
export type ComparedBy = "errorRate" | "logLoss" | "areaUnderCurve" | "brier";

/** A model beside the others. */
export interface ComparedModelData extends Readonly<Record<ComparedBy, ComparedMeasure>> {
  readonly title: string;
  readonly calibrationError: number;
  readonly calibrationByChance: number;
  readonly meanRank: number;
  /** Of a test against the best, corrected for the number of pairs; undefined for the best itself. */
  readonly p: number | undefined;
  /** The measure of the comparison on each split. */
  readonly values: readonly number[];
}

/** Models that were measured on common splits of one table, the best first. */
export interface ComparisonInput extends Pick<ReportInput, "source" | "command" | "created" | "versions"> {
  readonly target: string;
  readonly measure: ComparedBy;
  /** The level of the tests. */
  readonly alpha: number;
  readonly models: readonly ComparedModelData[];
  /** Sets of models, by places in the list, no two of which differ. */
  readonly groups: readonly (readonly number[])[];
  /** Of what kind the splits are, with their number: "10 random splits". */
  readonly splits: string;
  readonly rows: number;
  readonly trainRows: number;
  readonly testRows: number;
  /** What became of models that could not be fitted, in sentences. */
  readonly failures?: readonly string[];
  readonly seed: number;
  readonly library: string;
}

const names: Readonly<Record<ComparedBy, string>> = {
  errorRate: "error rate",
  logLoss: "log loss",
  areaUnderCurve: "area under the ROC curve",
  brier: "Brier score",
};

/** So many models have a bar on the first screen, and so many splits a line. */
const [mostDrawn, mostSplits] = [6, 50];

/**
 * A report about models that were compared on common splits of a table, as one HTML file: which is the best, which are as good, and by how much.
 *
 * @example await writeFile("comparison.html", comparisonReport(comparison, { document: svgDocument() }));
 */
export function comparisonReport(
  input: ComparisonInput,
  options: Pick<ReportOptions, "document" | "title"> = {},
): string {
  const { target, source, created, library } = input;
  const { title = `Models for ${target}` } = options;
  const sections = [summary(input), measuresSection(input), ranksSection(input), splitsSection(input), record(input)];
  return reportPage({ title, facts: [source, created], library, sections }, options);
}

function summary(input: ComparisonInput): Section {
  const { failures = [] } = input;
  return {
    id: "summary",
    title: "Summary",
    content: [
      ...(failures.length > 0 ? [markup`<p class="alert" role="note">${failures.join(" ")}</p>`] : []),
      answerList(answersOf(input)),
    ],
  };
}

function answersOf(input: ComparisonInput): Answer[] {
  const { models, measure, alpha, splits, trainRows, testRows } = input;
  const [best, ...others] = models;
  const { alike, worse } = standings(input);
  const name = names[measure];
  const shown = textOf(measure);
  const ends = models.map((model) => model[measure].mean + model[measure].deviation);
  const most = 1.02 * Math.max(...ends, 1e-9);
  return [
    {
      question: "What was found?",
      gist: `${best.title} has the ${measure === "areaUnderCurve" ? "largest" : "lowest"} ${name}.`,
      words: `${shown(best[measure].mean)} on average over ${splits}. Whiskers show the deviation over splits.`,
      picture: pictureLines(
        models.slice(0, mostDrawn).map((model) => {
          const { mean, deviation } = model[measure];
          return {
            name: model.title,
            value: mean / most,
            interval: { lower: (mean - deviation) / most, upper: (mean + deviation) / most },
            text: shown(mean),
            kind: model === best ? "bar" : "quiet",
          };
        }),
      ),
      more: [["measures", "All measures"]],
    },
    {
      question: "Is it clearly the best?",
      gist: alike.length === 0 ? "Yes, on these rows." : "Not clearly.",
      words: [
        alike.length > 0 ? `Not significantly different from it: ${listed(alike, 6)}.` : "",
        worse.length > 0 ? `Significantly worse: ${listed(worse, 6)}.` : "",
        `Level ${alpha}, corrected for all pairs.`,
      ]
        .filter((words) => words !== "")
        .join(" "),
      more: [["ranks", "Mean ranks"]],
    },
    {
      question: "Can I trust it?",
      gist:
        best.calibrationError <= 1.5 * best.calibrationByChance + 0.005
          ? "Its probabilities are calibrated."
          : "With care.",
      words: `The calibration error of ${best.title} is ${scoreText(best.calibrationError)}; perfect probabilities would have about ${scoreText(best.calibrationByChance)}. Each fit learned from ${groupedDigits(Math.round(trainRows))} rows and was tested on ${groupedDigits(Math.round(testRows))}.`,
    },
    {
      question: "What should I do?",
      gist: alike.length === 0 ? `Use ${best.title}.` : "Take the one that suits you best.",
      words:
        alike.length === 0
          ? "The figures of the best of several look a little better than it is: measure it on other rows."
          : `Among ${listed([best.title, ...alike], 4)} other reasons may decide: speed, the size of the file, what can be explained.`,
      steps: others.length === 0 ? [] : [{ words: "Fit it to all rows and read its own report." }],
    },
  ];
}

/** Models that are not significantly different from the best, and those that are worse. */
function standings({ models, alpha }: ComparisonInput): { readonly alike: string[]; readonly worse: string[] } {
  const others = models.slice(1);
  return {
    alike: others.filter(({ p = 1 }) => p > alpha).map(({ title }) => title),
    worse: others.filter(({ p = 1 }) => p <= alpha).map(({ title }) => title),
  };
}

function textOf(measure: ComparedBy): (value: number) => string {
  return measure === "errorRate" ? shownRate : (value) => fixedText(value, 4);
}

function measuresSection({ models, splits }: ComparisonInput): Section {
  const spread = ({ mean, deviation }: ComparedMeasure, text: (value: number) => string): string =>
    `${text(mean)} ± ${text(deviation)}`;
  return {
    id: "measures",
    title: "All measures",
    gist: `${counted(models.length, "model")} over ${splits}`,
    group: "quality",
    content: [
      htmlTable(
        "Means and deviations over the splits, the best first",
        [
          { title: "Model" },
          { title: "Error rate", isNumber: true },
          { title: "Log loss", isNumber: true },
          { title: "Area under the ROC curve", isNumber: true },
          { title: "Brier score", isNumber: true },
          { title: "Calibration error", isNumber: true },
          { title: "Mean rank", isNumber: true },
          { title: "p", isNumber: true },
        ],
        models.map((model) => [
          model.title,
          spread(model.errorRate, shownRate),
          spread(model.logLoss, textOf("logLoss")),
          spread(model.areaUnderCurve, textOf("areaUnderCurve")),
          spread(model.brier, textOf("brier")),
          `${scoreText(model.calibrationError)} (${scoreText(model.calibrationByChance)})`,
          fixedText(model.meanRank, 2),
          model.p === undefined ? "best" : model.p < 0.001 ? "< 0.001" : fixedText(model.p),
        ]),
      ),
      markup`<p>
        The value of p is that of the corrected resampled t test against the best, which takes into account that splits of one table overlap,
        corrected by Holm's method for all pairs. Beside the calibration error stands, in brackets, what chance alone would make.
      </p>`,
    ],
  };
}

function ranksSection({ models, groups, measure, splits, alpha }: ComparisonInput): Section {
  return {
    id: "ranks",
    title: "Mean ranks",
    gist: `by ${names[measure]}`,
    group: "quality",
    content: [
      {
        name: "critical-difference",
        title: `Mean rank by ${names[measure]} over ${splits}`,
        words: `1 is the best. Models that one bar joins are not significantly different (level ${alpha}).`,
        draw: (options) =>
          criticalDifferenceChart(
            models.map(({ title, meanRank }) => ({ name: title, meanRank })),
            { ...options, groups },
          ),
      },
    ],
  };
}

function splitsSection({ models, measure }: ComparisonInput): Section {
  const count = models[0].values.length;
  const shown = Math.min(count, mostSplits);
  const text = textOf(measure);
  return {
    id: "splits",
    title: "Split by split",
    gist: `the ${names[measure]} on each`,
    group: "quality",
    content: [
      htmlTable(
        shown < count ? `The first ${shown} of ${count} splits` : `The ${names[measure]} on each split`,
        [{ title: "Split" }, ...models.map(({ title }) => ({ title, isNumber: true }))],
        Array.from({ length: shown }, (_, at) => [String(at + 1), ...models.map(({ values }) => text(values[at]))]),
      ),
    ],
  };
}

function record({ source, command, created, versions, rows, splits, seed, library }: ComparisonInput): Section {
  const facts: (readonly [string, string])[] = [
    ...(source === undefined ? [] : [["Table", source] as const]),
    ["Rows", groupedDigits(rows)],
    ["Splits", splits],
    ["Seed", String(seed)],
    ["Library", `kernelbayes ${library}`],
    ...Object.entries(versions ?? {}),
    ...(created === undefined ? [] : [["Made", created] as const]),
  ];
  return {
    id: "record",
    title: "What was done",
    gist: command ? "the command, the seed, the versions" : "the seed, the versions",
    group: "record",
    content: [
      ...(command
        ? [
            markup`<p>The same table and this command give the same comparison again:</p>
              <pre tabindex="0"><code>${shellWords(command)}</code></pre>`,
          ]
        : []),
      htmlTable("The comparison", [{ title: "What" }, { title: "Value" }], facts),
    ],
  };
}

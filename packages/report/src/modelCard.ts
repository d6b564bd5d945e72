import { answers, type Step } from "./report/answers.ts";
import { columnRanking } from "./report/columnRanking.ts";
import { findingsOf, type Findings, type HeldOut } from "./report/findings.ts";
import { howJudged } from "./report/howJudged.ts";
import { measuresOf, measureText } from "./report/measures.ts";
import { modelEntry, modelTitle } from "./report/modelTitle.ts";
import { intervalText } from "./figureText.ts";
import type { ReportInput } from "./report/reportInput.ts";
import { shellWords } from "./report/shellWords.ts";
import { counted, groupedDigits, listed, percentText } from "./report/words.ts";

/** So many columns are listed by how much they matter. */
const mostColumns = 10;

/**
 * A model card in Markdown, after Mitchell et al. (2019): what the model is, what it was learned from, how good it is on rows that it had not seen, by class,
 * and what to beware of. What only people know, such as the intended use, is left to be filled in.
 *
 * @example await writeFile("model-card.md", modelCard({ posterior, table }))
 */
export function modelCard(input: ReportInput): string {
  const findings = findingsOf(input, {});
  const { posterior, heldOut } = findings;
  const parts = [
    `# Model card: classifier of ${plain(posterior.target)}`,
    answers(findings).map(
      ({ question, gist, words, steps = [] }) =>
        `**${question}** ${plain([...(gist === undefined ? [] : [gist]), words, ...steps.map(stepText)].join(" "))}`,
    ),
    "## Model",
    modelPart(findings),
    "## Intended use",
    "_To be filled in: what it is for, who uses it, what it must not be used for._",
    "## Training data",
    dataPart(findings),
    "## Evaluation",
    heldOut ? evaluationPart(heldOut, posterior.seed) : "No row was held out, so that nothing is known about new rows.",
    ...(findings.noSignal || posterior.encoding.columns.length < 2
      ? []
      : ["## Columns that matter", columnPart(findings)]),
    "## Caveats",
    caveats(findings),
    "## Ethical considerations",
    "_To be filled in: whom mistakes harm, which groups were compared (`kernelbayes explain --fairness COLUMN`)._",
  ];
  return `${parts.flat().join("\n\n")}\n`;
}

function stepText({ words, more }: Step): string {
  return more === undefined || words.endsWith(".") ? words : `${words} ${more[1]}.`;
}

function modelPart({ posterior, input }: Findings): string {
  const { model, seed, library } = posterior;
  const { name: _, ...options } = model;
  const summary = modelEntry(model.name)?.summary;
  return list([
    `${plain(modelTitle(posterior))}${summary === undefined ? "" : `: ${plain(summary)}`}`,
    `Options: ${Object.keys(options).length > 0 ? plain(JSON.stringify(options)) : "all as they are by default"}`,
    `Made by kernelbayes ${plain(library)}, seed ${seed}${input.created === undefined ? "" : `, ${plain(input.created)}`}`,
    ...(input.command ? [`Command: \`${shellWords(input.command).replaceAll("`", "'")}\``] : []),
  ]);
}

function dataPart({ posterior, input }: Findings): string {
  const { training, encoding, classes, priors } = posterior;
  const counts = classes.map((_, q) => training.classes.filter((own) => own === q).length);
  return [
    list([
      `${counted(training.rows.length, "row")}${input.source === undefined ? "" : ` of ${plain(input.source)}`}`,
      `${counted(encoding.columns.length, "column")}: ${plain(
        listed(
          encoding.columns.map(({ name }) => name),
          20,
        ),
      )}`,
      `Missing cells: ${{ refuse: "refused", impute: "imputed", drop: "their rows left out" }[encoding.missing]}`,
      ...(priors ? [`Predictions are for given class frequencies: ${plain(listed(priors.map(percentText)))}`] : []),
    ]),
    markdownTable(
      ["Class", "Training rows"],
      classes.map((name, q) => [name, groupedDigits(counts[q])]),
    ),
  ].join("\n\n");
}

function evaluationPart(heldOut: HeldOut, seed: number): string {
  const { scores, classes } = heldOut;
  const { perClass } = scores.precisionRecall;
  return [
    `Measured ${howJudged(heldOut)}. Intervals have level 95 %.`,
    markdownTable(
      ["Measure", "Value", "95 % interval", "By class frequencies alone"],
      measuresOf(heldOut, seed).map(({ name, value, interval, baseline }) => {
        const text = measureText(name);
        return [
          name,
          text(value),
          interval ? intervalText(interval, text) : "–",
          baseline === undefined ? "–" : text(baseline),
        ];
      }),
    ),
    markdownTable(
      ["Class", "Rows", "Recall", "Precision"],
      classes.map((name, q) => [
        name,
        groupedDigits(Array.from(heldOut.truth).filter((own) => own === q).length),
        shareText(perClass[q].recall),
        shareText(perClass[q].precision),
      ]),
    ),
  ].join("\n\n");
}

function shareText(share: number): string {
  return Number.isFinite(share) ? percentText(share) : "–";
}

function columnPart(findings: Findings): string {
  const { by, columns } = columnRanking(findings);
  const how = {
    permutation: "By the loss of unseen rows when the cells of the column are shuffled",
    weights: "By the weight in the kernel",
    marginal: "By how well the column separates the classes by itself",
  }[by];
  return `${how}: ${plain(listed(columns.slice(0, mostColumns).map(({ name }) => name)))}.`;
}

function caveats({ warnings }: Findings): string {
  return list([
    ...warnings.map(({ message }) => plain(message)),
    "New rows must be like the training rows: measured in the same way, from the same source.",
    "Intervals speak of new rows for this model, and not of another training table.",
  ]);
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(plain).join(" | ")} |`;
  return [
    line(titles),
    `| ${titles.map((_, at) => (at === 0 ? "---" : "---:")).join(" | ")} |`,
    ...rows.map(line),
  ].join("\n");
}

/** Text that Markdown shows as it is: nothing in a name becomes a link, an element, or the end of a cell. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>#|~&]/g, String.raw`\$&`);
}

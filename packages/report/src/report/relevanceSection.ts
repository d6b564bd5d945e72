import { permutationChart } from "../charts/permutationChart.ts";
import { relevanceChart } from "../charts/relevanceChart.ts";
import { columnRanking } from "./columnRanking.ts";
import type { Findings } from "./findings.ts";
import { markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import { learnedWeights } from "./learnedWeights.ts";
import type { Figure, Section } from "./section.ts";
import { fixedText, numberText } from "./words.ts";

const mostShown = 20;

/** Which columns matter; none where the fit has shown no signal. */
export function relevanceSection(findings: Findings): Section | undefined {
  const { columns } = findings.posterior.encoding;
  if (columns.length < 2 || findings.noSignal) return undefined;
  const figures = [...permutationFigure(findings), ...weightsFigure(findings)];
  const cut = cutWords(columns.length, findings.input.relevance?.columns.length);
  const { columns: ranked } = columnRanking(findings);
  const gist = `first ${ranked[0].name}, then ${ranked[1].name}`;
  if (figures.length > 0) {
    return {
      id: "relevance",
      title: "Columns that matter",
      gist,
      group: "model",
      content: [
        markup`<p>
          How much the model needs each column.${cut} Columns that carry the same information hide each other: the model can do without either, not without both.
        </p>`,
        ...figures,
      ],
    };
  }
  return {
    id: "relevance",
    title: "Columns that matter",
    gist,
    group: "model",
    content: [
      markup`<p>
        How far apart the classes lie in each column by itself, against their spread within: the ratio of the variation
        between classes to that within.${cut} Columns that separate the classes only together do not show here.
      </p>`,
      htmlTable(
        "Columns by themselves, the most relevant first",
        [{ title: "Column" }, { title: "Between over within", isNumber: true }],
        ranked.slice(0, mostShown).map(({ name, value }) => [name, numberText(value)]),
      ),
    ],
  };
}

/** How many columns are shown, of how many. */
function cutWords(used: number, tried = used): string {
  const shown = Math.min(tried, mostShown);
  if (shown === used) return "";
  return tried < used
    ? ` Of ${used} columns the ${shown} that differ most between the classes are shown.`
    : ` The ${shown} most relevant of ${used} are shown.`;
}

function permutationFigure({ input }: Findings): Figure[] {
  const columns = input.relevance?.columns ?? [];
  if (columns.length === 0) return [];
  return [
    {
      name: "permutation-relevance",
      title: "Loss when a column is shuffled",
      words:
        "How much the log loss of unseen rows rises when the cells of a column are those of other rows. A column whose interval reaches 0 is not shown to matter.",
      table: htmlTable(
        "Rise of the log loss when a column is shuffled",
        [{ title: "Column" }, { title: "Mean", isNumber: true }, { title: "95 % interval", isNumber: true }],
        columns
          .toSorted((a, b) => b.mean - a.mean)
          .slice(0, mostShown)
          .map(({ column, mean, deviation, lower = mean - 2 * deviation, upper = mean + 2 * deviation }) => [
            column,
            fixedText(mean, 4),
            `${fixedText(lower, 4)} to ${fixedText(upper, 4)}`,
          ]),
      ),
      draw: (options) => permutationChart(columns, { ...options, most: mostShown }),
    },
  ];
}

function weightsFigure({ posterior }: Findings): Figure[] {
  const weights = learnedWeights(posterior)
    ?.toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostShown);
  if (!weights || weights.length < 2) return [];
  return [
    {
      name: "relevance",
      title: "Weights of the columns in the kernel",
      words:
        "The weight that the kernel learned for each column, relative to their mean, as a logarithm. A column far below the others has ceased to matter.",
      table: htmlTable(
        "Weights of columns, relative to their mean",
        [{ title: "Column" }, { title: "Weight", isNumber: true }],
        weights.map(({ name, weight }) => [name, numberText(weight)]),
      ),
      draw: (options) => relevanceChart(weights, { ...options, order: "weight" }),
    },
  ];
}

import { selectRows, type Matrix } from "kernelbayes";
import { summarizeChains } from "kernelbayes/diagnose";
import { type ChainReport } from "kernelbayes/models";
import { probabilityDrawsChart } from "../charts/probabilityDrawsChart.ts";
import { traceChart, type Trace } from "../charts/traceChart.ts";
import type { Findings } from "./findings.ts";
import { markup, type Markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import { once } from "./once.ts";
import type { Figure, Section } from "./section.ts";
import { counted, fixedText, groupedDigits, listed, numberText, percentText } from "./words.ts";

const rowsShown = 4;
const mostQuantities = 30;
/** Chains agree up to this R-hat. */
const agreement = 1.01;

/** How the Markov chains went, and what single draws say about doubtful rows. */
export function chainsSection(findings: Findings): Section | undefined {
  const { chains } = findings.posterior;
  if (!chains) return undefined;
  const worst = largestRHat(chains);
  return {
    id: "chains",
    title: "Draws from the posterior",
    gist: worst === 0 ? "too short to be judged" : `largest R-hat ${fixedText(worst)}`,
    group: "model",
    content: [markup`<p>${overview(chains)}</p>`, quantityTable(chains), ...drawnRows(findings, chains)],
  };
}

function largestRHat({ quantities }: Pick<ChainReport, "quantities">): number {
  return quantities.reduce((most, { rHat }) => (rHat > most ? rHat : most), 0);
}

function overview({ chains, draws, acceptance, quantities }: ChainReport): string {
  const worst = largestRHat({ quantities });
  const apart = quantities.filter(({ rHat }) => rHat > agreement);
  const least = Math.min(
    ...quantities.flatMap(({ bulkSize, tailSize }) => [bulkSize, tailSize]).filter(Number.isFinite),
  );
  return (
    `The probabilities are means over ${counted(draws, "draw")} from the posterior, made by ${counted(chains, "Markov chain")}` +
    `${acceptance < 1 ? `, which accepted ${percentText(acceptance)} of their proposals` : ""}. R-hat compares the chains with each other and is at most ` +
    `${agreement} where they agree; the effective sample size is the number of independent draws that would say as much. ` +
    (worst === 0
      ? "The chains are too short to be judged."
      : apart.length === 0
        ? `The chains agree: the largest R-hat is ${fixedText(worst)}.`
        : `The chains do not agree about ${listed(
            apart.map(({ name }) => name),
            6,
          )}: R-hat is up to ${fixedText(worst)}. Run longer chains before the intervals are trusted.`) +
    (Number.isFinite(least) ? ` The smallest effective sample size is ${groupedDigits(Math.round(least))}.` : "")
  );
}

function quantityTable({ quantities }: ChainReport): Markup {
  const isCut = quantities.length > mostQuantities;
  const shown = isCut
    ? quantities
        .toSorted((a, b) => (Number.isNaN(a.rHat) ? 1 : Number.isNaN(b.rHat) ? -1 : b.rHat - a.rHat))
        .slice(0, mostQuantities)
    : quantities;
  return htmlTable(
    isCut
      ? `The ${mostQuantities} of ${quantities.length} quantities with the largest R-hat`
      : "Quantities that were followed through the chains",
    [
      { title: "Quantity" },
      { title: "Mean", isNumber: true },
      { title: "5 % to 95 %", isNumber: true },
      { title: "R-hat", isNumber: true },
      { title: "Bulk size", isNumber: true },
      { title: "Tail size", isNumber: true },
    ],
    shown.map(({ name, mean, lower, upper, rHat, bulkSize, tailSize }) => [
      name,
      numberText(mean),
      `${numberText(lower)} to ${numberText(upper)}`,
      fixedText(rHat),
      Number.isFinite(bulkSize) ? groupedDigits(Math.round(bulkSize)) : "–",
      Number.isFinite(tailSize) ? groupedDigits(Math.round(tailSize)) : "–",
    ]),
  );
}

/** Traces and histograms of the probabilities of the rows that the model is least sure of. */
function drawnRows(findings: Findings, { chains }: ChainReport): Figure[] {
  const { posterior, training, input } = findings;
  const drawsOf = posterior.draws;
  if (!drawsOf) return [];
  const rows = leastSure(findings.trainingPrediction().probabilities);
  const names = rows.map((row) => {
    const place = posterior.training.rows[row];
    return input.rowNames?.[place] ?? `row ${place + 1}`;
  });
  const draws = once(() => drawsOf(selectRows(training, rows)));
  const { classes } = posterior;
  return [
    {
      name: "traces",
      title: "Traces of probabilities",
      words:
        "The training rows that the model is least sure of, draw by draw. Chains that agree lie over each other, without drift.",
      draw: (options) =>
        traceChart(
          draws().map((matrix, at) => traceOf(matrix, chains, { name: names[at], classes })),
          options,
        ),
    },
    {
      name: "probability-draws",
      title: "Probabilities of single rows",
      words:
        "The same rows: how their class probabilities vary over the draws. A wide histogram is a probability that is not well known.",
      draw: (options) =>
        probabilityDrawsChart(
          {
            classes,
            rows: draws().map((matrix, at) => ({
              name: names[at],
              draws: matrix,
              actual: posterior.training.classes[rows[at]],
            })),
          },
          options,
        ),
    },
  ];
}

function leastSure({ data, rows, columns }: Matrix): number[] {
  const top = (row: number): number => Math.max(...data.subarray(row * columns, (row + 1) * columns));
  return Array.from({ length: rows }, (_, row) => row)
    .toSorted((a, b) => top(a) - top(b) || a - b)
    .slice(0, rowsShown);
}

/** The probability of the class that is the most probable on average, of two classes that of the second. */
function traceOf(
  { data, rows, columns }: Matrix,
  chains: number,
  { name, classes }: { readonly name: string; readonly classes: readonly string[] },
): Trace {
  const means = classes.map((_, q) => {
    let sum = 0;
    for (let draw = 0; draw < rows; draw++) sum += data[draw * columns + q];
    return sum;
  });
  const q = columns === 2 ? 1 : means.indexOf(Math.max(...means));
  const length = Math.floor(rows / chains);
  const each = Array.from({ length: chains }, (_, chain) =>
    Float64Array.from({ length }, (_, draw) => data[(chain * length + draw) * columns + q]),
  );
  const { rHat, bulkSize, tailSize } = summarizeChains(each);
  return {
    name: `${name}, probability of ${classes[q]}`,
    chains: each,
    ...(Number.isFinite(rHat) && { rHat, bulkSize, tailSize }),
  };
}

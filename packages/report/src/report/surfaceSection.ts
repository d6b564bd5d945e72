import { selectRows } from "kernelbayes";
import { decisionBoundaryChart, type DecisionPlane } from "../charts/decisionBoundaryChart.ts";
import { decisionPlane } from "../charts/decisionPlane.ts";
import { mostClasses } from "../charts/judgedRows.ts";
import { marginOf } from "../charts/planeFields.ts";
import { uncertaintyChart } from "../charts/uncertaintyChart.ts";
import { columnRanking } from "./columnRanking.ts";
import type { Findings } from "./findings.ts";
import { markup } from "./markup.ts";
import type { Figure, Section } from "./section.ts";
import { someRows } from "./someRows.ts";

const mostRows = 600;

const why = {
  permutation: "the two columns whose shuffling costs most",
  weights: "the two columns with the largest weights in the kernel",
  marginal: "the two columns in which the classes lie furthest apart",
} as const;

/** The decision and how well it is known, over two columns; not where these would be chosen from noise. */
export function surfaceSection(findings: Findings): Section | undefined {
  const { posterior, training, options } = findings;
  const { encoding, classes } = posterior;
  const numbers = new Set(
    encoding.columns.filter(({ kind }) => kind === "number" || kind === "rank").map(({ name }) => name),
  );
  if (findings.noSignal || numbers.size < 2 || classes.length > mostClasses) return undefined;
  const ranking = columnRanking(findings);
  const [across, upwards] = ranking.columns.filter(({ name }) => numbers.has(name)).map(({ name }) => name);
  const isSlice = encoding.columns.length > 2;
  const rows = someRows(posterior.training.classes, mostRows);
  const plane = decisionPlane(posterior, selectRows(training, rows), {
    axes: [across, upwards],
    others: "typical",
    // Predictions of many classes take longer.
    resolution: options.resolution ?? (classes.length > 3 ? 40 : 60),
  });
  const decided = classes.filter((_, q) => marginOf(plane.logProbabilities, q).some((margin) => margin > 0));
  return {
    id: "surface",
    title: "The decision over two columns",
    gist: `${across} and ${upwards}`,
    group: "model",
    content: [
      markup`<p>
        ${
          isSlice
            ? `The model has ${encoding.columns.length} columns; ${across} and ${upwards} are ${why[ranking.by]}. All other columns are held at a typical value, the median or the most frequent level: rows are shown where they fall by these two columns, and some lie far from this slice, so that they may seem to be on the wrong side.`
            : `The whole model, as it has two columns: ${across} and ${upwards}.`
        }${rows.length < training.rows ? ` ${rows.length} of ${training.rows} training rows are drawn.` : ""}
      </p>`,
      ...(decided.length === 1
        ? [
            markup`<p>
              Nothing is drawn: all over this slice ${decided[0]} is the most probable class. With so many columns no two of
              them decide by themselves.
            </p>`,
          ]
        : planeFigures(plane)),
    ],
  };
}

function planeFigures(plane: DecisionPlane): Figure[] {
  return [
    {
      name: "decision",
      title: "Most probable class",
      words:
        "A region is colored more strongly where its class is more probable. Lines are boundaries between classes.",
      draw: (chart) => decisionBoundaryChart(plane, chart),
    },
    {
      name: "uncertainty",
      title: "How well the probabilities are known",
      words:
        "Colored more strongly where the 90 % interval of the probability is wider: more rows of that kind would change the prediction most.",
      draw: (chart) => uncertaintyChart(plane, chart),
    },
  ];
}

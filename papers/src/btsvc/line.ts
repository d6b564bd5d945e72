import { asText, columnNamed, numeric } from "kernelbayes";
import { curveChart, type Curve } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { doneRows, fitJob, operationsOf } from "../fitJob.ts";
import { figureText, markdownTable } from "../markdown.ts";
import { numbersIn } from "../numbersIn.ts";
import type { Drawing, ReproduceSettings, Study } from "../paper.ts";
import { studyRows } from "../studyData.ts";
import { lineCells, outlierText } from "./lineFigures.ts";
import { lineOf } from "./lineTask.ts";
import { machines } from "./machines.ts";
import { linePoints } from "./predictedLine.ts";

/** The rows as they are, and with one more of the wrong class in the middle of the other. */
const cases = [
  { dataset: "chu-simulated-1", title: "without the outlier", file: "btsvc-figure-3-without.svg" },
  { dataset: "chu-simulated-1-outlier", title: "with the outlier", file: "btsvc-figure-3-with.svg" },
] as const;
type Case = (typeof cases)[number];

const rows = 100;
const source = "chuLine";
/** Draws of a full run. */
const allDraws = 20;

/** Figure 3 and Table 1: two normals on a line, without and with an outlier. */
export function btsvcLine(
  settings: ReproduceSettings,
  draws: number = Math.min(settings.isQuick ? 5 : allDraws, settings.partitions),
): Study {
  const fits = cases.flatMap((one) =>
    machines.map(({ title, model }) => ({
      one,
      machine: title,
      jobs: Array.from({ length: draws }, (_, draw) =>
        fitJob(
          {
            dataset: one.dataset,
            partition: draw + 1,
            model,
            // κ is told in the unit of the column.
            encoding: { standardize: "none" },
            study: { source },
            task: "reproduceLine",
            size: { rows, columns: 1 },
          },
          settings,
        ),
      ),
    })),
  );
  const jobs = fits.flatMap((fit) => fit.jobs);
  return {
    title: "Figure 2 and Table 1: two normals on a line, and an outlier",
    shows: ["Figure 2", "Table 1"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(all) {
      const fitted = fits.map((fit) => ({ ...fit, done: doneRows(all, fit.jobs) }));
      const drawings = cases.flatMap((one) =>
        drawingOf(
          one,
          fitted.filter((fit) => fit.one === one),
          settings,
        ),
      );
      return {
        text: [
          description,
          ...(draws < allDraws ? [`Cut short: ${draws} draws in place of ${allDraws}.`] : []),
          ...drawings.map(({ file }) => figureText(file, captionOf(cases.find((one) => one.file === file)!))),
          markdownTable(
            fitted.flatMap(({ one, machine, done }) =>
              lineCells(machine, one.dataset, done, settings).map((cells) => ({ rows: one.title, ...cells })),
            ),
          ),
          outlierText(fitted.filter(({ machine }) => machine === "BTSVC").map(({ done }) => done)),
        ].join("\n\n"),
        drawings,
        verdicts: [],
      };
    },
  };
}

interface Fit {
  readonly machine: string;
  readonly done: readonly ResultRow[];
}

/** The first draw: rows by class, and the probability of class + along the line by each machine and by the densities. */
function drawingOf({ dataset, title, file }: Case, fits: readonly Fit[], settings: ReproduceSettings): Drawing[] {
  const curves = fits.flatMap(({ machine, done }): Curve[] => {
    const first = done.find(({ partition }) => partition === 1);
    if (!first) return [];
    const { probability } = lineOf(first);
    return [{ name: machine, points: linePoints.map((x, at) => ({ x, y: probability[at] })) }];
  });
  if (curves.length === 0) return [];
  const { directory, seed } = settings;
  const { train, target } = studyRows({ directory, dataset, partition: 1, seed }, { source });
  const labels = asText(columnNamed(train, target));
  const rowsOf = (label: string, height: number): Curve => ({
    name: `rows of class ${label === "positive" ? "+" : "−"}`,
    hasLine: false,
    points: Array.from(numbersIn(train, "x1"))
      .filter((_, row) => labels[row] === label)
      .map((x) => ({ x, y: height })),
  });
  const svg = curveChart(
    [
      ...curves,
      // Of N(−2, 1) against N(2, 1).
      { name: "the densities", isDashed: true, points: linePoints.map((x) => ({ x, y: numeric.sigmoid(-4 * x) })) },
      rowsOf("positive", 1.06),
      rowsOf("negative", -0.06),
    ],
    { document: svgDocument(), title: `Two normals on a line, ${title}`, x: { label: "x" }, y: { label: "P(+ | x)" } },
  );
  return [{ file, svg }];
}

function captionOf({ title }: Case): string {
  return (
    `The probability of class + along the line, ${title}, first draw: by the three machines and by the true densities. Rows of class + are the ` +
    "dots above, those of class − the dots below. Far from all rows the processes return to what they believed before, one half."
  );
}

const description =
  `${rows} rows of one column, half from N(−2, 1), class +, half from N(2, 1), class −; then the same rows with one of class − ` +
  "at −2, in the middle of class +. The table in print is one draw that nobody else can have, so that single figures are not judged: on " +
  "draws of ours they differ by factors. What can be compared is what the outlier does. A support vector machine has only " +
  "its cost C to answer with; in the paper the evidence makes the latent function of the trigonometric classifier smaller and rougher (κ₀ down, κ up), so that " +
  "no row is certain any more and most of them become support vectors. κ is told in the unit of the column. κ_b at 6·10⁻⁶, the lower bound of its search, says that " +
  "the constant is not needed. The evidence by Laplace's method jumps whenever a row enters the support, so that it has many maxima, which is one more reason " +
  "why draws differ.";

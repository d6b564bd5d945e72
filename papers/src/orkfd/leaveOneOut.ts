import { curveChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { spreadOf } from "@kernelbayes/experiment";
import { doneRows, operationsOf } from "../fitJob.ts";
import { figureText, markdownTable } from "../markdown.ts";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { simulatedJob } from "../simulatedJob.ts";
import type { RefitError } from "./refitTask.ts";

const file = "orkfd-figure-4.svg";
const printedTrials = 20;

/** The error of the leave-one-out formula beside fits without each row, up to a number of rows that is a power of two. */
export function orkfdLeaveOneOut(settings: ReproduceSettings, largest: number = settings.isQuick ? 128 : 512): Study {
  const trials = settings.isQuick ? 5 : printedTrials;
  const sizes = Array.from({ length: Math.log2(largest) - 2 }, (_, at) => 8 * 2 ** at);
  const jobs = sizes.flatMap((rows) =>
    Array.from({ length: trials }, (_, trial) =>
      simulatedJob(
        {
          task: "reproduceRefit",
          dataset: "torus",
          draw: trial + 1,
          method: "leave-one-out-by-refitting",
          rows,
          operations: (8 / 3) * rows ** 4 + 1e6,
        },
        settings,
      ),
    ),
  );
  return {
    title: "Figure 4: the leave-one-out formula beside fits without each row",
    shows: ["Figure 4"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(all) {
      const found = doneRows(all, jobs).map(({ trainRows, found: text }) => ({
        n: trainRows,
        ...(JSON.parse(text) as RefitError),
      }));
      if (found.length === 0) return { text: description, drawings: [], verdicts: [] };
      const pointsOf = (which: keyof RefitError): { x: number; y: number; standardError: number }[] =>
        sizes.flatMap((n) => {
          const values = found.filter((each) => each.n === n).map((each) => each[which]);
          if (values.length === 0) return [];
          const { mean, deviation } = spreadOf(values);
          return [{ x: n, y: mean, standardError: deviation / Math.sqrt(values.length) }];
        });
      const curves = [
        { name: "fits without the point", hasDots: true, points: pointsOf("withoutPoint") },
        { name: "fits without the row", hasDots: true, points: pointsOf("withoutRow") },
      ];
      return {
        text: [
          description,
          ...(settings.isQuick
            ? [`Cut short: ${trials} trials in place of ${printedTrials}, n up to ${largest} in place of 512.`]
            : []),
          figureText(
            file,
            `‖r̃ − r̂‖²/‖r̃‖² of fits without the point by the number of rows, mean of ${trials} trials with standard errors.`,
          ),
          markdownTable(
            sizes.map((n) => ({
              n,
              ...Object.fromEntries(
                curves.map(({ name, points }) => [name, points.find(({ x }) => x === n)?.y.toExponential(1) ?? ""]),
              ),
            })),
          ),
        ].join("\n\n"),
        drawings: [
          {
            file,
            svg: curveChart(curves.slice(0, 1), {
              document: svgDocument(),
              title: "Leave-one-out by the formula and by refitting",
              x: { label: "rows n", scale: "log" },
              y: { label: "relative squared error", scale: "log" },
            }),
          },
        ],
        verdicts: [],
        claims: [
          judgedClaim(
            {
              claim:
                "The error of the leave-one-out formula is small from about 30 rows on. (Rule: fits without the row differ by less than 10⁻⁶ at every n from 32 on; the formula is exact for these, and what is left is rounding.)",
              where: "Section 4, Figure 4",
            },
            curves[1].points.some(({ x }) => x >= 128),
            curves[1].points.filter(({ x }) => x >= 32).every(({ y }) => y < 1e-6),
            `At most ${Math.max(...curves[1].points.filter(({ x }) => x >= 32).map(({ y }) => y)).toExponential(1)} without the row; without the point, that is without its kernel function too, ${curves[0].points
              .filter(({ x }) => x >= 32)
              .map(({ x, y }) => `${y.toExponential(1)} at ${x}`)
              .join(", ")}.`,
          ),
        ],
      };
    },
  };
}

const description =
  "r̂ are the leave-one-out residuals by the formula, r̃ those of n separate fits, at the μ that the formula chooses. A fit can be " +
  "*without the row*, keeping its kernel function and the targets of the others: for that the formula is exact, and what is seen is " +
  "rounding. Or *without the point*, as if it had never been: then the formula is an approximation whose error falls as n grows, which is the " +
  "figure of the paper.";

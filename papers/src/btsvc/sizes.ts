import { curveChart, type Curve } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { spreadOf } from "@kernelbayes/experiment";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { doneRows, fitJob, operationsOf } from "../fitJob.ts";
import { loadText } from "../loadText.ts";
import { logSlope } from "../logSlope.ts";
import { figureText, markdownTable, spreadText } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { studyRows, type DataWish } from "../studyData.ts";
import { bayesScore } from "./bayesRule.ts";
import { machines } from "./machines.ts";
import { fitTimeOf } from "./timedFitTask.ts";

const files = { errors: "btsvc-figure-4-errors.svg", seconds: "btsvc-figure-4-seconds.svg" };
const printed: SizesWish = { sizes: [10, 20, 50, 100, 200, 500, 1000], repeats: 20 };
const quick: SizesWish = { ...printed, repeats: 5 };
/** Slopes are told from here on: below it what is called matters more than how much. */
const slopesFrom = 100;
const dataset = "chu-simulated-2";
/** All draws are tested on the same rows, which no draw of Table 2 has. */
const testDraw = 1000;

/** What the study draws. */
export interface SizesWish {
  readonly sizes: readonly number[];
  readonly repeats: number;
}

/** Figure 4: errors and processor seconds by the number of rows, on two normals in the plane. */
export function btsvcSizes(
  settings: ReproduceSettings,
  { sizes, repeats: most }: SizesWish = settings.isQuick ? quick : printed,
): Study {
  const repeats = Math.min(most, settings.partitions);
  const study = (rows: number): DataWish => ({ source: "chu", rows, testDraw });
  const jobs = sizes.flatMap((rows) =>
    machines.flatMap(({ model }) =>
      Array.from({ length: repeats }, (_, repeat) =>
        fitJob(
          {
            dataset,
            partition: repeat + 1,
            model,
            study: study(rows),
            task: "reproduceTimedFit",
            size: { rows, columns: 2 },
          },
          settings,
        ),
      ),
    ),
  );
  return {
    title: "Figure 4: errors and times by the number of rows",
    shows: ["Figure 4"],
    stages: [{ operations: operationsOf(jobs), isTimed: true, jobs: () => jobs }],
    part(all) {
      const done = doneRows(all, jobs);
      const curvesOf = (value: (row: ResultRow) => number): Curve[] =>
        machines.map(({ title, model }) => ({
          name: title,
          hasDots: true,
          points: sizes.flatMap((n) => {
            const values = done.filter((row) => row.method === model.name && row.trainRows === n).map(value);
            if (values.length === 0) return [];
            const { mean, deviation } = spreadOf(values);
            return [{ x: n, y: mean, standardError: deviation / Math.sqrt(values.length) || 0 }];
          }),
        }));
      const errors = curvesOf(({ errorRate }) => 100 * errorRate);
      const seconds = curvesOf((row) => fitTimeOf(row).fitCpuSeconds);
      if (done.length === 0)
        return { text: [description, "All fits failed."].join("\n\n"), drawings: [], verdicts: [] };
      const { directory, seed } = settings;
      const { test } = studyRows({ directory, dataset, partition: 1, seed }, study(sizes[0]));
      const best = (100 * bayesScore(test).errors) / test.rows;
      const ends = [sizes[0], sizes[sizes.length - 1]];
      const document = svgDocument();
      return {
        text: [
          description,
          ...(repeats < printed.repeats ? [`Cut short: ${repeats} draws in place of ${printed.repeats}.`] : []),
          figureText(
            files.errors,
            `Test error in per cent by the number of rows, mean of ${repeats} draws with standard errors. The rule that knows the densities misclassifies ` +
              `${best.toFixed(2)} % of the same test rows.`,
          ),
          figureText(
            files.seconds,
            "Processor seconds of a fit, the search for hyperparameters included, on logarithmic axes.",
          ),
          markdownTable(
            sizes.map((n) => ({
              n,
              ...Object.fromEntries(
                errors.map(({ name, points }) => [`${name}, error %`, cellOf(points, n, repeats, 2)]),
              ),
              ...Object.fromEntries(seconds.map(({ name, points }) => [`${name}, s`, cellOf(points, n, repeats, 2)])),
            })),
          ),
          slopeText(seconds),
          loadText(done.map(fitTimeOf)),
        ].join("\n\n"),
        drawings: [
          {
            file: files.errors,
            svg: curveChart(
              [...errors, { name: "the densities", isDashed: true, points: ends.map((x) => ({ x, y: best })) }],
              {
                document,
                title: "Errors by the number of rows",
                x: { label: "rows n", scale: "log" },
                y: { label: "test error, %" },
              },
            ),
          },
          {
            file: files.seconds,
            svg: curveChart(seconds, {
              document,
              title: "Times by the number of rows",
              x: { label: "rows n", scale: "log" },
              y: { label: "processor seconds", scale: "log" },
            }),
          },
        ],
        verdicts: [],
      };
    },
  };
}

/** Mean and deviation over draws at a number of rows. */
function cellOf(points: Curve["points"], n: number, repeats: number, digits: number): string {
  const point = points.find(({ x }) => x === n);
  return point ? spreadText(point.y, (point.standardError ?? 0) * Math.sqrt(repeats), digits) : "";
}

function slopeText(curves: readonly Curve[]): string {
  const slopes = curves.flatMap(({ name, points }) => {
    const large = points.filter(({ x }) => x >= slopesFrom);
    if (large.length < 2) return [];
    return [
      `${name} as n^${logSlope(
        large.map(({ x }) => x),
        large.map(({ y }) => y),
      ).toFixed(1)}`,
    ];
  });
  return slopes.length === 0 ? "" : `From n = ${slopesFrom} on the time of a fit grows for ${slopes.join(", ")}.`;
}

const description =
  "The two normals of Table 2 with n rows to learn from, half of each class, and the same 20 002 rows to test all of them: how fast the three " +
  "machines come to the error of the rule that knows the densities, and what they cost on the way. The paper draws these curves and " +
  "prints no figures, so that there is nothing to be judged. Its times are those of programs in C twenty years ago; ours are of this library, one " +
  "job at a time, and count all that a fit does, that is the choice of hyperparameters too: by evidence for the two processes, whose searches look at " +
  "300 rows first and at all of them a few times, and by the span estimate of the leave-one-out error on a grid for the support vector machine.";

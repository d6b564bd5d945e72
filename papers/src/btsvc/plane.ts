import { chuTwo } from "kernelbayes/data";
import { spreadOf, type Spread } from "@kernelbayes/experiment";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { agreementOf, type Printed } from "../agreement.ts";
import { doneRows, fitJob, operationsOf } from "../fitJob.ts";
import { agreementCells, figureText, markdownTable, spreadText } from "../markdown.ts";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { Claim, ReproduceSettings, Study } from "../paper.ts";
import { publishedWhere } from "../published.ts";
import { studyRows, type StudyRows } from "../studyData.ts";
import { bayesScore, type Score } from "./bayesRule.ts";
import { contestants } from "./contestants.ts";
import { planeCaption, planeDrawings } from "./planeDrawings.ts";

const dataset = "chu-simulated-2";
const trainRows = 1000;
const testRows = 20_002;
/** Draws of a full run. */
const allDraws = 5;
const optimal = "Optimal Bayes";

/** Table 2: the log loss on two normals in the plane, beside the rule that knows them. */
export function btsvcPlaneTable(settings: ReproduceSettings, rows: number = trainRows): Study {
  const draws = Math.min(allDraws, settings.partitions);
  const jobs = contestants.map(({ model, file }) =>
    Array.from({ length: draws }, (_, draw) =>
      fitJob(
        {
          dataset,
          partition: draw + 1,
          model,
          study: { source: "chu", rows },
          ...(draw === 0 && file !== undefined && { task: "reproducePlane" }),
          size: { rows, columns: 2 },
        },
        settings,
      ),
    ),
  );
  return {
    title: "Figure 3 and Table 2: two normals in the plane",
    shows: ["Figure 3", "Table 2"],
    stages: [{ operations: operationsOf(jobs.flat()), jobs: () => jobs.flat() }],
    part(all) {
      const rowsOf = (draw: number): StudyRows =>
        studyRows(
          { directory: settings.directory, dataset, partition: draw, seed: settings.seed },
          { source: "chu", rows },
        );
      const best = Array.from({ length: draws }, (_, draw) => bayesScore(rowsOf(draw + 1).test));
      const scored = contestants.map(({ method }, at) => ({ method, done: doneRows(all, jobs[at]) }));
      const cells = scored.flatMap(({ method, done }) =>
        figures.map((figure) => {
          const [own, known] = [method, optimal].map((name) => printedOf(name, figure, settings));
          const printed: Printed = { mean: own - known, runs: 1, digit: figure.digit };
          const values = done.map((row) => figure.of(row) - figure.ofScore(best[row.partition - 1]));
          return { method, figure, printed, found: agreementOf(values, printed, { better: "lower" }) };
        }),
      );
      const drawings = planeDrawings(
        rowsOf(1).train,
        scored.map(({ done }) => done.find(({ partition }) => partition === 1)),
      );
      return {
        text: [
          description,
          ...(draws < allDraws ? [`Cut short: ${draws} draws in place of ${allDraws}.`] : []),
          markdownTable([
            absoluteRow(optimal, (figure) => best.map(figure.ofScore), settings),
            ...scored.map(({ method, done }) => absoluteRow(method, (figure) => done.map(figure.of), settings)),
          ]),
          chanceText(settings),
          "**What each loses more than the rule that knows the densities, on the same test rows**",
          markdownTable(
            cells.map(({ method, figure, printed, found }) => ({
              classifier: method,
              figure: `${figure.title} more`,
              ...agreementCells(printed, found),
            })),
          ),
          ...drawings.map(({ file }) => figureText(file, planeCaption(file))),
        ].join("\n\n"),
        drawings,
        verdicts: cells.map(({ found }) => found.verdict),
        claims: planeClaims(scored),
      };
    },
  };
}

/** What the authors conclude from Table 2. */
function planeClaims(scored: readonly { readonly method: string; readonly done: readonly ResultRow[] }[]): Claim[] {
  const errorOf = (wanted: string): number =>
    spreadOf((scored.find(({ method }) => method === wanted)?.done ?? []).map(({ errorRate }) => errorRate)).mean;
  const [btsvc, gpc, klr] = ["BTSVC", "GPC", "Kernel logistic regression"].map(errorOf);
  const where = "Section 5.2, Table 2";
  return [
    judgedClaim(
      { claim: "BTSVC and GPC have similar test errors. (Rule: means differ by less than 0.1 % of the rows.)", where },
      Number.isFinite(btsvc + gpc),
      Math.abs(btsvc - gpc) < 0.001,
      `BTSVC ${(100 * btsvc).toFixed(2)} %, GPC ${(100 * gpc).toFixed(2)} %.`,
    ),
    judgedClaim(
      { claim: "BTSVC has a lower error than kernel logistic regression.", where },
      Number.isFinite(btsvc + klr),
      btsvc < klr,
      `BTSVC ${(100 * btsvc).toFixed(2)} %, kernel logistic regression ${(100 * klr).toFixed(2)} %.`,
    ),
  ];
}

/** A column of the printed table. */
interface Figure {
  readonly title: string;
  readonly metric: string;
  readonly digit: number;
  readonly digits: number;
  readonly of: (row: ResultRow) => number;
  readonly ofScore: (score: Score) => number;
}

const figures: readonly Figure[] = [
  {
    title: "nats",
    metric: "negativeLogLikelihood",
    digit: 0.1,
    digits: 1,
    of: ({ logLoss }) => testRows * logLoss,
    ofScore: ({ nats }) => nats,
  },
  {
    title: "error",
    metric: "error",
    digit: 0.0001,
    digits: 4,
    of: ({ errorRate }) => errorRate,
    ofScore: ({ errors }) => errors / testRows,
  },
];

function printedOf(method: string, { metric }: Figure, { published }: ReproduceSettings): number {
  const [result] = publishedWhere(published, { source: "chu2003", table: "Table 2", method, metric });
  return result?.mean ?? Number.NaN;
}

/** Figures as they are, ours as mean and deviation over the draws. */
function absoluteRow(
  method: string,
  values: (figure: Figure) => readonly number[],
  settings: ReproduceSettings,
): Record<string, string> {
  const cells = figures.flatMap((figure) => {
    const own = values(figure);
    const { mean, deviation } = spreadOf(own);
    return [
      [`${figure.title}, printed`, printedText(printedOf(method, figure, settings), figure)],
      [`${figure.title}, ours`, own.length === 0 ? "" : spreadText(mean, deviation, figure.digits)],
    ];
  });
  return { classifier: method, ...(Object.fromEntries(cells) as Record<string, string>) };
}

/** Nothing where nothing is in print. */
function printedText(value: number, { digits }: Figure): string {
  return Number.isNaN(value) ? "" : value.toFixed(digits);
}

/** How the printed test rows lie among draws of such rows, by the rule that needs none to learn from. */
function chanceText(settings: ReproduceSettings): string {
  const scores = Array.from({ length: 20 }, (_, draw) =>
    bayesScore(chuTwo({ rows: testRows, positives: testRows / 2, seed: 1_000_000 * (settings.seed + 1) + draw })),
  );
  const told = figures.map((figure) => {
    const { mean, deviation }: Spread = spreadOf(scores.map(figure.ofScore));
    const printed = printedOf(optimal, figure, settings);
    const above = `(printed ${printedText(printed, figure)}, ${((printed - mean) / deviation).toFixed(1)} deviations above)`;
    const own = `${spreadText(mean, deviation, figure.digits)} ${figure.title === "error" ? "of error" : figure.title}`;
    return Number.isNaN(printed) ? own : `${own} ${above}`;
  });
  return (
    `Over 20 draws of ${testRows} rows the rule that knows the densities has ${told.join(" and ")}: the rows in print were a hard ` +
    "draw, and figures as they stand cannot be compared."
  );
}

const description =
  `Class + from N((−2, 0), diag(1, 2)), class − from N((2, 0), diag(2, 1)), half of each; ${trainRows} rows to learn from, ${testRows} to test. ` +
  "How much is lost by not knowing the densities? The classifiers are two normals whose means and covariances are estimated (the quadratic discriminant), " +
  "kernel logistic regression with cost and width by five folds, a support vector machine with Platt's curve, its cost and width by the span estimate of the " +
  "leave-one-out error (the paper: by left-out rows on a grid), a Gaussian process and the trigonometric classifier, both by evidence. Nats are the negative log likelihood of the test labels, summed. The table of the paper is one draw.";

import type { Job } from "kernelbayes";
import type { Experiment, ResultRow } from "../../experiment/experiment.ts";
import { counts } from "../../output/counts.ts";
import { fixedKernel } from "../benchmark/fixedKernel.ts";
import { doneRows, fitJob, operationsOf, type FitWish } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText } from "../markdown.ts";
import type { Drawing, ReproduceSettings, Study } from "../paper.ts";
import { chainLength, type ChainLength } from "./chainLength.ts";
import { fitOperations } from "./chainOperations.ts";
import { judgedPart, printedRuns, type Line } from "./judgedLines.ts";
import { printedProblems, relevantColumns, type WideProblem } from "./wideProblems.ts";

/** Table 1: errors over ten even splits, beside support vectors and Gaussian processes at the same bandwidth. */
export function bkpcTable(settings: ReproduceSettings, chains: ChainLength = chainLength(settings)): Study {
  const count = Math.min(printedRuns, settings.partitions);
  const groups = printedProblems("Table 1", settings).map((problem) => linesOf(problem, count, chains, settings));
  const lines = groups.flatMap(({ own, beside }) => [...own, ...beside]);
  const begun = groups.flatMap(({ own }) => own).flatMap(({ jobs }) => jobs([]));
  return {
    title: "Table 1: errors on gene expressions and spectra",
    stages: [
      { operations: operationsOf(begun), jobs: () => begun },
      {
        // Support vectors and Gaussian processes of a hundred rows take less than the chains before.
        operations: operationsOf(begun) / 10,
        jobs: (rows) => groups.flatMap(({ beside }) => beside).flatMap(({ jobs }) => jobs(rows)),
      },
    ],
    part(rows) {
      const { text, verdicts } = judgedPart("Table 1", lines, rows, settings);
      const drawings = groups.flatMap(({ drawn }) => drawnRows(drawn, rows));
      return {
        text: [
          description,
          lengthText(settings, count, chains),
          text,
          missesText,
          ...drawings.map(({ file, name }) =>
            figureText(
              file,
              `${name}, everything chosen by left-out rows: the class probabilities of the six test rows of the first split that are told least surely, over the draws. Dashed lines are the means, by which a row is told.`,
            ),
          ),
        ].join("\n\n"),
        drawings: drawings.map(({ file, svg }) => ({ file, svg })),
        verdicts,
      };
    },
  };
}

interface ProblemLines {
  readonly own: readonly Line[];
  /** Those that need the bandwidth that the others found. */
  readonly beside: readonly Line[];
  /** The one of `own` whose test rows are drawn. */
  readonly drawn: Line;
}

/** What a line may wish for beside its model. */
interface MoreWish extends Pick<FitWish, "encoding"> {
  /** Whether test rows of the first split are drawn. */
  readonly isDrawn?: true;
}

/** The classifiers of a data set. */
function linesOf(problem: WideProblem, count: number, chains: ChainLength, settings: ReproduceSettings): ProblemLines {
  const splits = problem.splits.slice(0, count);
  const { name: dataset, components, size } = problem;
  const jobAt = (
    partition: number,
    model: FitWish["model"],
    more: Pick<FitWish, "encoding" | "moreOperations" | "task"> = {},
  ): Job<Experiment> => fitJob({ dataset, partition, model, study: { source: "wide" }, size, ...more }, settings);
  const line = (title: string, method: string, model: FitWish["model"], more: MoreWish = {}): Line => {
    const { isDrawn, ...wish } = more;
    const moreOperations = fitOperations(size, chains, model.name === "bmkc");
    const jobs = splits.map((split, at) =>
      jobAt(
        split,
        { ...model, ...chains },
        { ...wish, moreOperations, ...(isDrawn && at === 0 && { task: "reproduceDrawnRows" }) },
      ),
    );
    return { problem, title, method, jobs: () => jobs };
  };
  const paper = { name: "bkpc", bandwidth: "maximum", projections: components };
  const unscaled = { ...paper, scaling: "none" };
  const projections = line(`BKPC, ${components} components, in units of the data`, "BKPC", paper);
  const usual = line("BKPC, everything chosen by left-out rows", "BKPC", { name: "bkpc" }, { isDrawn: true });
  // The bandwidth is that of the training rows of each split, which the first fit has found.
  const atItsBandwidth = (
    title: string,
    method: string,
    model: (kernel: ReturnType<typeof fixedKernel>) => FitWish["model"],
  ): Line => ({
    problem,
    title,
    method,
    jobs: (rows: readonly ResultRow[]) =>
      doneRows(rows, projections.jobs(rows)).flatMap((row) => {
        const { kernel } = foundOf(row);
        return kernel ? [jobAt(row.partition, model(fixedKernel(kernel)))] : [];
      }),
  });
  return {
    drawn: usual,
    own: [
      line(`BKPC, ${components} components as they are, columns not standardized`, "BKPC", unscaled, {
        encoding: { standardize: "none" },
      }),
      line(`BKPC, ${components} components as they are`, "BKPC", unscaled),
      line(
        `BKPC, ${components} components as they are, the ${relevantColumns} most relevant columns`,
        "BKPC",
        unscaled,
        {
          encoding: { select: relevantColumns },
        },
      ),
      projections,
      usual,
      line("BMKC", "BMKC", { name: "bmkc" }),
    ],
    beside: [
      atItsBandwidth("SVC, pairwise", "mSVM", (kernel) => ({ name: "svc", kernel })),
      atItsBandwidth("GPC", "GPs", (kernel) => ({
        name: "gpc",
        inference: "laplace",
        starts: [],
        kernel: {
          kind: "sum",
          terms: [
            { kind: "scale", kernel, variance: 1 },
            { kind: "constant", variance: 1 },
          ],
        },
      })),
    ],
  };
}

/** The drawing of the first split of a line, if it could be made. */
function drawnRows(
  { problem: { name }, jobs }: Line,
  rows: readonly ResultRow[],
): (Drawing & { readonly name: string })[] {
  const svg = doneRows(rows, jobs(rows).slice(0, 1)).map((row) => foundOf(row).svg)[0];
  return svg === undefined ? [] : [{ name, file: `bkpc-probabilities-${name}.svg`, svg }];
}

function lengthText({ isQuick }: ReproduceSettings, splits: number, { burnIn, sweeps }: ChainLength): string {
  return (
    `Four chains of ${burnIn} sweeps and ${sweeps} that count, in place of 100 000.` +
    (isQuick ? ` Cut short: ${counts(splits, "split")} in place of ${printedRuns}, and shorter chains.` : "")
  );
}

const description =
  "Share of wrong labels over even splits, stratified by class. The bandwidth is 10 over the largest squared distance of two training " +
  "rows, the number of components that of the paper; support vectors and Gaussian processes have the same bandwidth. Columns are standardized, but in " +
  "the first line: the paper does not say whether they were. Components are taken " +
  "as they are, as in the paper, once more from the columns that tell most about the classes, " +
  "chosen on the training rows of each split, and in the units that are the default of this library. One more line has " +
  "what this library does by default, where bandwidth and components are chosen by left-out rows. The prior " +
  "is not that of the paper, under which the noise has no stationary distribution, but the stable one of the model's page; classes " +
  "have intercepts. The images of the paper (400 of animals, 3013 columns) are not public as far as known, and are left out.";

const missesText =
  "Where ours is worse with all columns at the printed bandwidth, the protocol as printed is not enough: the authors' own program, run on these " +
  "rows with the printed bandwidth and number of components, errs on 0.40, 0.21 and 0.34 of the test rows of khan, meat-4 and meat-5. On khan it comes to 0.025 to 0.05 " +
  "with the 50 genes of highest marginal relevance, which the paper does not mention and the authors' later software offers.";

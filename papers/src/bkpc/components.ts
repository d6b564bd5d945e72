import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { doneRows, operationsOf } from "../fitJob.ts";
import { figureText, markdownTable } from "../markdown.ts";
import type { Drawing, ReproduceSettings, Study } from "../paper.ts";
import type { Correlation } from "./columnCorrelation.ts";
import type { ComponentsOptions, FoundComponents } from "./componentsTask.ts";
import { wideViews, type WideView } from "./wideProblems.ts";
import { wideTaskJob } from "./wideTaskJob.ts";

/** The spectra are shown as in the figures of the paper: all rows, nine components, and seven in the image. */
function isWhole(stem: string): boolean {
  return stem === "meat-5";
}

/** Data sets with the same rows have the same components: the one with the most classes is shown. */
const shown = ["meat-5", "khan-50", "khan"];

/** Figure 8: components against each other, beside columns of the kernel matrix; and the matrix of projections. */
export function bkpcComponents(settings: ReproduceSettings): Study {
  const views = wideViews(settings.directory)
    .filter(({ stem }) => shown.includes(stem))
    .toSorted((a, b) => shown.indexOf(a.stem) - shown.indexOf(b.stem))
    .map((view) => ({ view, job: componentsJob(view, settings) }));
  const jobs = views.map(({ job }) => job);
  return {
    title: "Figures 8 and 9: components, columns of the kernel matrix, and the matrix of projections",
    shows: ["Figure 8", "Figure 9"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(rows) {
      const found = views.flatMap(({ view, job }) =>
        doneRows(rows, [job]).map((row) => ({ view, row, found: JSON.parse(row.found) as FoundComponents })),
      );
      const figures = found.flatMap(({ view, found: own }) => figuresOf(view, own));
      return {
        text: [
          description,
          markdownTable(found.map(({ view, row, found: own }) => rowOf(view, row, own))),
          ...figures.map(({ file, caption }) => figureText(file, caption)),
        ].join("\n\n"),
        drawings: figures.map(({ file, svg }) => ({ file, svg })),
        verdicts: [],
      };
    },
  };
}

function componentsJob({ problem, title, select, stem }: WideView, settings: ReproduceSettings): Job<Experiment> {
  const { rows, columns } = problem.size;
  const options: ComponentsOptions = isWhole(stem)
    ? { title, drawn: 9, imaged: 7, isWhole: true }
    : { title, drawn: 4, imaged: 20, ...(select !== undefined && { select }) };
  return wideTaskJob(
    problem,
    {
      task: "reproduceComponents",
      partition: problem.splits[0],
      method: "kernel-components",
      options: { ...options },
      operations: 10 * rows ** 3 + 2 * rows ** 2 * columns + 1e9,
    },
    settings,
  );
}

function rowOf({ title }: WideView, { trainRows }: ResultRow, found: FoundComponents): Record<string, string | number> {
  const text = ({ mean, largest }: Correlation): string => `${mean.toFixed(2)}, at most ${largest.toFixed(2)}`;
  return {
    "data set": title,
    rows: trainRows,
    "columns of the kernel matrix": text(found.columnCorrelation),
    components: text(found.componentCorrelation),
  };
}

function figuresOf({ title, stem }: WideView, found: FoundComponents): (Drawing & { readonly caption: string })[] {
  const whole = isWhole(stem);
  const shownText = whole ? "all rows" : "the training rows of the first split";
  return [
    {
      file: whole ? "bkpc-figure-8.svg" : `bkpc-components-${stem}.svg`,
      svg: found.scatter,
      caption: `${whole ? "Figure 8. " : ""}${title}: ${shownText} by their first ${whole ? "nine" : "four"} components, with the share of the variance that each holds.`,
    },
    {
      file: `bkpc-kernel-columns-${stem}.svg`,
      svg: found.columns,
      caption: `${title}: the same rows by columns of the kernel matrix, the kernel with the first row of each class in turn (that row itself is the point at 1).`,
    },
    {
      file: whole ? "bkpc-figure-9.svg" : `bkpc-projections-${stem}.svg`,
      svg: found.image,
      caption: `${whole ? "Figure 9. " : ""}${title}: the matrix of projections, a line for each row and a column for each of ${whole ? "the first seven components" : "the first components"}.`,
    },
  ];
}

const description =
  "Why components, and not the kernel matrix itself? Columns of a kernel matrix tell nearly the same about the rows: they are correlated, so that their " +
  "coefficients in BMKC can take each other's place and no chain can pin them down. Components are uncorrelated, and are ordered by the variance that they " +
  "hold, so that few of them will do. With all 2308 genes of khan there is nothing to choose between: at the printed bandwidth no two rows look alike to the kernel, its matrix is nearly " +
  "that of ones on the diagonal and zeros elsewhere, and the first component belongs to the few rows that have a near copy. By the 50 genes that tell most about the classes, chosen on the " +
  "training rows, rows of a class lie together. The spectra are shown as in print: all 231 rows, columns as they were measured, and the wide kernel at which seven components hold 99 % of the variation. The table has the mean absolute correlation of two columns, over all pairs, and the largest one; figures of khan are of the first split at the printed bandwidth.";

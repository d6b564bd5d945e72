import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { agreementOf, type Printed } from "../agreement.ts";
import { doneRows, fitJob, operationsOf, type FitWish } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { agreementCells, figureText, markdownTable } from "../markdown.ts";
import type { PagePart, ReproduceSettings, Study } from "../paper.ts";
import { publishedWhere } from "../published.ts";
import { studyRows } from "../studyData.ts";
import { chainLength, type ChainLength } from "./chainLength.ts";
import { fitOperations, sweepOperations } from "./chainOperations.ts";
import type { PlaneDrawings } from "./planeDrawings.ts";
import { foundRipley } from "./ripleyTask.ts";

const dataset = "ripley";
const source = { source: "domijan2011", table: "section 2.5", dataset, metric: "error" };

/** A classifier with its job. */
interface RipleyFit {
  readonly title: string;
  /** Its name in print, where it is there. */
  readonly printed?: string;
  readonly job: Job<Experiment>;
}

/** Figures 1 to 3 and the text of section 2.5: two classes in the plane. */
export function bkpcRipley(settings: ReproduceSettings, length: ChainLength = chainLength(settings)): Study {
  const { train } = studyRows({ ...settings, dataset, partition: 1 }, { source: "ripley" });
  const size = { rows: train.rows, columns: 2 };
  const jobOf = (model: FitWish["model"], more: Pick<FitWish, "task" | "moreOperations"> = {}): Job<Experiment> =>
    fitJob(
      {
        dataset,
        partition: 1,
        model: { ...model, ...length },
        study: { source: "ripley" },
        size,
        moreOperations: fitOperations(size, length, model.name === "bmkc"),
        ...more,
      },
      settings,
    );
  const drawn: RipleyFit = {
    title: "BMKC",
    printed: "BMKC",
    job: jobOf({ name: "bmkc" }, { task: "reproduceRipley" }),
  };
  const fits = [
    drawn,
    {
      title: "BKPC, bandwidth and number of components as in the paper",
      // A chain for each of ten halves and 15 numbers of components.
      job: jobOf(
        { name: "bkpc", bandwidth: "maximum", criterion: "utility", scaling: "none" },
        { moreOperations: fitOperations(size, length) + 150 * (length.burnIn + length.sweeps) * sweepOperations(size) },
      ),
    },
    { title: "BKPC, everything chosen by left-out rows", job: jobOf({ name: "bkpc" }) },
  ];
  const jobs = fits.map(({ job }) => job);
  return {
    title: "Figures 1 and 2: two classes in the plane",
    shows: ["Figure 1", "Figure 2"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part: (rows) => partOf(rows, fits, drawn, length, settings),
  };
}

function partOf(
  rows: readonly ResultRow[],
  fits: readonly RipleyFit[],
  drawn: RipleyFit,
  { burnIn, sweeps }: ChainLength,
  { published, isQuick }: ReproduceSettings,
): PagePart {
  const judged = fits.flatMap(({ title, printed: method, job }) => {
    const own = method === undefined ? [] : publishedWhere(published, { ...source, method });
    const done = doneRows(rows, [job]);
    return own.map(({ mean }) => {
      const printed: Printed = { mean, runs: 1, digit: 0.001 };
      // One training and one test set: what chance there is, is that of so many test rows.
      const deviation = Math.sqrt((mean * (1 - mean)) / (done[0]?.testRows ?? Number.NaN));
      const found = agreementOf(
        done.map(({ errorRate }) => errorRate),
        printed,
        { better: "lower", deviation },
      );
      return { verdict: found.verdict, cells: { classifier: title, ...agreementCells(printed, found) } };
    });
  });
  const shown = doneRows(rows, [drawn.job]).flatMap((row) =>
    figures.map(({ of, file, caption }) => ({ file, svg: foundRipley(row).drawings[of], caption })),
  );
  return {
    text: [
      description,
      `Four chains of ${burnIn} sweeps and ${sweeps} that count.${isQuick ? " Cut short: shorter chains." : ""}`,
      markdownTable(judged.map(({ cells }) => cells)),
      othersText,
      markdownTable([...fits.flatMap((fit) => besideRow(fit, rows)), ...quotedRows(published)]),
      ...shown.map(({ file, caption }) => figureText(file, caption)),
    ].join("\n\n"),
    drawings: shown.map(({ file, svg }) => ({ file, svg })),
    verdicts: judged.map(({ verdict }) => verdict),
  };
}

/** Our classifiers, with how sure their probabilities are. */
function besideRow({ title, job }: RipleyFit, rows: readonly ResultRow[]): Record<string, string>[] {
  return doneRows(rows, [job]).map((row) => ({
    classifier: title,
    error: row.errorRate.toFixed(3),
    "log loss": row.logLoss.toFixed(3),
    components: String(foundOf(row).projections ?? ""),
    "largest R-hat": foundOf(row).largestRHat?.toFixed(3) ?? "",
  }));
}

/** Classifiers that the paper quotes. */
function quotedRows(published: ReproduceSettings["published"]): Record<string, string>[] {
  return publishedWhere(published, source)
    .filter(({ method }) => method !== "BMKC")
    .map(({ method, mean }) => ({
      classifier: `${method}, as the paper quotes it`,
      error: mean.toFixed(3),
      "log loss": "",
      components: "",
      "largest R-hat": "",
    }));
}

interface FigureWish {
  readonly of: keyof PlaneDrawings;
  readonly file: string;
  readonly caption: string;
}

const figures: readonly FigureWish[] = [
  {
    of: "probabilities",
    file: "bkpc-figure-1.svg",
    caption:
      "Figure 1: the probability of class 1 of four test rows over the draws, from rows that are surely of class 0 to rows that are surely of class 1. " +
      "How wide a histogram is says how well the probability is known, which a single number does not tell.",
  },
  {
    of: "boundaries",
    file: "bkpc-figure-2.svg",
    caption:
      "Figure 2: the boundaries of 25 draws and that of the mean, by which rows are classified. They run together between the classes, where there are rows, and apart where there are none.",
  },
  {
    of: "contours",
    file: "bkpc-landscapes-ripley.svg",
    caption:
      "The first kernel components as landscapes over the plane, at the bandwidth of the paper. The first ones set groups of rows apart, later ones have more hills than there are groups.",
  },
  {
    of: "scatter",
    file: "bkpc-components-ripley.svg",
    caption: "The training rows by their first components, with the share of the variance that each holds.",
  },
];

const description =
  "Ripley's data: two classes in the plane, each a mixture of two normals; 250 training rows (the paper speaks of 200, and does not say which) and 1000 test " +
  "rows. The paper shows here what draws from a posterior have to say beyond a label. BMKC is the classifier with a coefficient for the kernel with every " +
  "training row, BKPC the one with a coefficient for each of few kernel components.";

const othersText =
  "Beside it, classifiers for which the paper has no figure on these rows, and others that it quotes. The best rule possible misclassifies 0.08.";

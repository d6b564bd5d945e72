import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { doneRows, fitJob, operationsOf, type FitWish } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText, markdownTable } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import type { BenchmarkSize } from "../benchmark/benchmarkSizes.ts";
import { gaussianSearch, medianFisher } from "./models.ts";
import type { ProjectedFound, ProjectedWish } from "./projectedTask.ts";
import { capital } from "./toyFits.ts";
import { problemNamed, tuningJobs } from "./tuningJobs.ts";

/** The problems of the figures. */
const figures = [
  { problem: "twonorm", number: 10 },
  { problem: "waveform", number: 11 },
];

interface HistogramFigure {
  readonly number: number;
  readonly size: BenchmarkSize;
  /** The fits of Table 2 that find hyperparameters. */
  readonly tuned: readonly Job<Experiment>[];
  /** The fit that is drawn, given what they found. */
  drawn(rows: readonly ResultRow[]): Job<Experiment>;
}

/** Figures 10 and 11: where a discriminant puts training rows and test rows. */
export function bfdHistograms(settings: ReproduceSettings): Study {
  const shown = figures.flatMap(({ problem, number }) => {
    const size = problemNamed(problem, settings);
    return size ? [histogramFigure(size, number, settings)] : [];
  });
  const tuned = shown.flatMap((figure) => figure.tuned);
  return {
    title: "Figures 10 and 11: projections of training and test rows",
    shows: ["Figure 10", "Figure 11"],
    stages: [
      { operations: operationsOf(tuned), jobs: () => tuned },
      {
        operations: operationsOf(shown.map(({ drawn }) => drawn([]))),
        jobs: (rows) => shown.map(({ drawn }) => drawn(rows)),
      },
    ],
    part(rows) {
      const found = shown.flatMap(({ number, size, drawn }) =>
        doneRows(rows, [drawn(rows)]).map((row) => ({
          size,
          file: `bfd-figure-${number}.svg`,
          ...(foundOf(row) as ProjectedFound),
        })),
      );
      return {
        text: [
          description,
          markdownTable(
            found.flatMap(({ size, chosen, projected = [] }) =>
              projected.map((each) => ({
                problem: size.name,
                rows: each.set,
                class: each.label,
                count: each.rows,
                mean: each.mean.toFixed(2),
                deviation: each.deviation.toFixed(2),
                "1/√β": ((chosen?.precision ?? Number.NaN) ** -0.5).toFixed(2),
                skewness: each.skewness.toFixed(2),
                "excess kurtosis": each.excess.toFixed(2),
              })),
            ),
          ),
          ...found.map(({ file, size }) =>
            figureText(
              file,
              `Projections of ${size.name} by class: ${size.rows} training rows of the first partition above, its test rows below.`,
            ),
          ),
        ].join("\n\n"),
        drawings: found.flatMap(({ file, svg }) => (svg === undefined ? [] : [{ file, svg }])),
        verdicts: [],
      };
    },
  };
}

function histogramFigure(size: BenchmarkSize, number: number, settings: ReproduceSettings): HistogramFigure {
  const { model, partitions } = gaussianSearch(settings);
  const tuned = tuningJobs(size, model, partitions, settings);
  const study: ProjectedWish = { ranking: "projection", histograms: `${capital(size.name)}: projections by class` };
  const { dataset, fingerprint } = size;
  const wish = (chosen: FitWish["model"]): FitWish => ({
    dataset,
    fingerprint,
    partition: size.partitions[0],
    model: chosen,
    task: "reproduceProjected",
    study,
    size,
  });
  return {
    number,
    size,
    tuned,
    drawn: (rows) => fitJob(wish(medianFisher(doneRows(rows, tuned).map(foundOf))), settings),
  };
}

const description =
  "The model supposes that the projections of a class scatter normally about its mean, with variance 1/β; the class means lie at −1 and 1 by " +
  "construction (of training rows with their nuggets, which other rows do not share and which are left out here). The paper draws histograms of the projections to see whether that holds, on the rows that the discriminant was learned from and on others. Here " +
  "is the discriminant of Table 2 on the first partition of twonorm, two normal classes in 20 columns, and of waveform, mixtures of three waves in 21. A class that is " +
  "normal has skewness and excess kurtosis 0. Where the classes lie closer together, or scatter more, on test rows than on training rows, the discriminant has learned rows by heart.";

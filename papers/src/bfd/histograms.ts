import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { BenchmarkSize } from "../benchmark/benchmarkSizes.ts";
import type { BenchmarkMethod } from "../benchmark/benchmarkTable.ts";
import { foldedFisher } from "../benchmark/foldedFisher.ts";
import { doneRows, fitJob, operationsOf, type FitWish } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText, markdownTable } from "../markdown.ts";
import type { Claim, ReproduceSettings, Study } from "../paper.ts";
import { gaussianSearch, medianFisher } from "./models.ts";
import { momentsOf, movedShare, pooled, type PooledClass } from "./pooledHistogram.ts";
import { histogramDrawing } from "./projectionDrawings.ts";
import type { ProjectedFound, ProjectedWish } from "./projectedTask.ts";
import { capital } from "./toyFits.ts";
import { problemNamed } from "./tuningJobs.ts";

const problems = ["twonorm", "waveform"];

/** The machine of each figure: how it is tuned and fitted in Table 2. */
interface Machine extends Pick<BenchmarkMethod, "tuned" | "tuning" | "measured"> {
  readonly figure: number;
  readonly name: "BFD" | "KFD";
}

interface HistogramFigure {
  readonly machine: Machine;
  readonly size: BenchmarkSize;
  readonly file: string;
  /** The fits of Table 2 that find hyperparameters. */
  readonly tuned: readonly Job<Experiment>[];
  /** A fit for each partition, given what they found. */
  drawn(rows: readonly ResultRow[]): readonly Job<Experiment>[];
}

/** Figures 10 and 11: where two discriminants put training rows and test rows, all partitions together. */
export function bfdHistograms(settings: ReproduceSettings): Study {
  const { model, partitions } = gaussianSearch(settings);
  const machines: readonly Machine[] = [
    { figure: 10, name: "BFD", tuned: () => model, measured: medianFisher },
    { figure: 11, name: "KFD", ...foldedFisher },
  ];
  const figures = machines.flatMap((machine) =>
    problems.flatMap((problem) => {
      const size = problemNamed(problem, settings);
      return size ? [histogramFigure(machine, size, partitions, settings)] : [];
    }),
  );
  const tuned = figures.flatMap((figure) => figure.tuned);
  return {
    title: "Figures 10 and 11: projections of training and test rows",
    shows: ["Figure 10", "Figure 11"],
    stages: [
      { operations: operationsOf(tuned), jobs: () => tuned },
      {
        operations: operationsOf(figures.flatMap(({ drawn }) => drawn([]))),
        jobs: (rows) => figures.flatMap(({ drawn }) => drawn(rows)),
      },
    ],
    part(rows) {
      const found = figures.flatMap((figure): FoundHistogram[] => {
        const done = doneRows(rows, figure.drawn(rows)).map((row) => (foundOf(row) as ProjectedFound).pooled ?? []);
        return done.length === 0 ? [] : [{ ...figure, partitions: done.length, classes: pooled(done) }];
      });
      return {
        text: [description, markdownTable(found.flatMap(rowsOf)), ...found.map(captionOf)].join("\n\n"),
        drawings: found.map(({ file, classes, machine, size }) => ({
          file,
          svg: histogramDrawing(classes, `${capital(size.name)} by ${machine.name}: projections by class`),
        })),
        verdicts: [],
        claims: [consistencyClaim(found)],
      };
    },
  };
}

interface FoundHistogram extends HistogramFigure {
  readonly partitions: number;
  readonly classes: readonly PooledClass[];
}

function histogramFigure(
  machine: Machine,
  size: BenchmarkSize,
  tuningPartitions: number,
  settings: ReproduceSettings,
): HistogramFigure {
  const { dataset, fingerprint } = size;
  const jobs = (model: FitWish["model"], count: number, wish: Partial<FitWish>): Job<Experiment>[] =>
    size.partitions
      .slice(0, Math.min(count, settings.partitions))
      .map((partition) => fitJob({ dataset, fingerprint, partition, model, ...wish, size }, settings));
  const tuned = machine.tuned ? jobs(machine.tuned(size.columns), tuningPartitions, machine.tuning?.(size) ?? {}) : [];
  const study: ProjectedWish = { ranking: "projection", histograms: true };
  return {
    machine,
    size,
    file: `bfd-figure-${machine.figure}-${size.name}.svg`,
    tuned,
    drawn: (rows) =>
      jobs(machine.measured(doneRows(rows, tuned).map(foundOf), size), settings.partitions, {
        task: "reproduceProjected",
        study,
      }),
  };
}

/** Each class on training and on test rows, side by side. */
function byClass(classes: readonly PooledClass[]): { readonly train: PooledClass; readonly test: PooledClass }[] {
  const [training] = classes.map(({ set }) => set);
  return classes
    .filter(({ set }) => set === training)
    .map((train) => ({
      train,
      test: classes.find(({ set, label }) => set !== training && label === train.label) ?? train,
    }));
}

function rowsOf({ machine, size, partitions, classes }: FoundHistogram): Record<string, string>[] {
  return byClass(classes).map(({ train, test }) => {
    const [own, other] = [train, test].map(momentsOf);
    return {
      figure: String(machine.figure),
      machine: machine.name,
      problem: size.name,
      class: train.label,
      partitions: String(partitions),
      "training, mean ± deviation": `${own.mean.toFixed(2)} ± ${own.deviation.toFixed(2)}`,
      "test, mean ± deviation": `${other.mean.toFixed(2)} ± ${other.deviation.toFixed(2)}`,
      "rows that differ, %": (100 * movedShare(train, test)).toFixed(1),
    };
  });
}

function captionOf({ machine, size, file, partitions }: FoundHistogram): string {
  return figureText(
    file,
    `Figure ${machine.figure}, ${size.name} by ${machine.name}: projections of the training rows of ${partitions} partitions above, of their test rows below.`,
  );
}

/** Histograms of which fewer rows than this share would have to move are taken for the same. */
const mostMoved = 0.1;

function consistencyClaim(found: readonly FoundHistogram[]): Claim {
  const shareOf = (name: string, problem: string): number => {
    const figure = found.find(({ machine, size }) => machine.name === name && size.name === problem);
    if (!figure) return Number.NaN;
    const shares = byClass(figure.classes).map(({ train, test }) => movedShare(train, test));
    return Math.max(...shares);
  };
  const pairs = ["BFD", "KFD"].flatMap((name) =>
    problems.map((problem) => ({ name, problem, share: shareOf(name, problem) })),
  );
  const [fisherTwonorm, fisherWaveform, kernelTwonorm, kernelWaveform] = pairs.map(({ share }) => share < mostMoved);
  return judgedClaim(
    {
      claim:
        "BFD puts training and test rows alike on twonorm and on waveform; KFD does so on twonorm and not on waveform. (Rule: in the worse class less than a tenth of the rows would have to move for one histogram to become the other.)",
      where: "Section 8.2.1, Figures 10 and 11",
    },
    pairs.every(({ share }) => Number.isFinite(share)),
    fisherTwonorm && fisherWaveform && kernelTwonorm && !kernelWaveform,
    `Share that would have to move: ${pairs.map(({ name, problem, share }) => `${name} ${problem} ${(100 * share).toFixed(1)} %`).join("; ")}.`,
  );
}

const description =
  "The model supposes that the projections of a class scatter normally about its mean. The paper draws histograms of the projections, of the rows that the discriminant was learned from and of others: " +
  "where the two differ the discriminant has learned rows by heart. Figure 10 has the Bayesian discriminant, Figure 11 the kernel Fisher discriminant, both with the hyperparameters of Table 2; each on twonorm, two normal classes in 20 columns, and on " +
  "waveform, mixtures of three waves in 21 columns. The rows of all partitions are counted together. Projections are shifted and scaled so that the means of the training classes lie at −1 and 1. The last column is the share of rows that would have to " +
  "move for the histogram of the training rows to become that of the test rows.";

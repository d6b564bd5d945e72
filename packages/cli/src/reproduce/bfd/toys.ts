import { encode, learnEncoding, selectEngine, tableOf, type Job } from "kernelbayes";
import type { Experiment, ResultRow } from "../../experiment/experiment.ts";
import { doneRows, fitJob, operationsOf, type FitWish } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText, markdownTable } from "../markdown.ts";
import type { Drawing, ReproduceSettings, Study } from "../paper.ts";
import { studyRows } from "../studyData.ts";

/** A toy set with the values of θ₂ that its searches with the composite kernel start from, all other parameters being 1. */
interface ToySet {
  readonly name: string;
  readonly starts: readonly number[];
}

const sets: readonly ToySet[] = [
  { name: "spiral", starts: [1, 10, 100] },
  { name: "overlap", starts: [0.015, 0.1, 1] },
  { name: "bumpy", starts: [0.01, 0.1, 1] },
  { name: "relevance", starts: [0.01, 0.1, 1] },
];

/** The start of Figure 8, from which the search ends in a poor optimum. */
const poor = { set: "spiral", start: 1 };
const precisionPrior = { shape: 0.5, rate: 0.5 };

/** A classifier on a toy set. */
interface ToyFit {
  readonly set: string;
  readonly title: string;
  readonly file: string;
  /** θ₂ at the start, of fits of which the one of highest evidence counts. */
  readonly start?: number;
  readonly job: Job<Experiment>;
}

/** Figures 5 to 8 and Table 1: four toy sets in the plane. */
export function bfdToys(settings: ReproduceSettings): Study {
  const fits = sets.flatMap((set) => fitsOf(set, settings));
  const jobs = fits.map(({ job }) => job);
  return {
    title: "Figures 5 to 8 and Table 1: toy sets in the plane",
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(rows) {
      const drawn = sets.flatMap(({ name }) =>
        keptFits(
          fits.filter(({ set }) => set === name),
          rows,
        ),
      );
      const found = drawn.flatMap(({ fit, row, title }) => {
        const { svg, relevance, evidence } = foundOf(row);
        const drawing: Drawing[] = svg === undefined ? [] : [{ file: fit.file, svg }];
        return [{ fit, row, title, drawing, relevance, evidence }];
      });
      return {
        text: [
          description,
          markdownTable(
            found.map(({ fit, row, title, relevance, evidence }) => ({
              set: fit.set,
              classifier: title,
              "errors in training": `${Math.round(row.errorRate * row.testRows)} of ${row.testRows}`,
              "log evidence": evidence === undefined ? "" : evidence.toFixed(1),
              "relevance of x₁ : x₂": relevance ? relevance.map((weight) => weight.toPrecision(2)).join(" : ") : "",
            })),
          ),
          ...found.flatMap(({ drawing, title, fit }) =>
            drawing.map(({ file }) => figureText(file, `${capital(fit.set)}: ${title}.`)),
          ),
        ].join("\n\n"),
        drawings: found.flatMap(({ drawing }) => drawing),
        verdicts: [],
      };
    },
  };
}

function fitsOf({ name, starts }: ToySet, settings: ReproduceSettings): ToyFit[] {
  const { rows, distance } = toyScale(name, settings);
  const fit = (title: string, stem: string, model: FitWish["model"], start?: number): ToyFit => ({
    set: name,
    title,
    file: `bfd-${name}-${stem}.svg`,
    ...(start !== undefined && { start }),
    job: fitJob(
      {
        dataset: name,
        partition: 1,
        model,
        encoding: { standardize: "none" },
        study: { source: "toy", boundary: `${capital(name)}: ${title}` },
        size: { rows, columns: 2 },
      },
      settings,
    ),
  });
  // Beside the kernel as given the model wants starts in units of the median squared distance: the same one.
  const bayesian = (kernel: Record<string, unknown>, start: number): FitWish["model"] => ({
    name: "bfd",
    kernel,
    starts: [start * distance],
    precisionPrior,
    rank: "all",
  });
  const plain = {
    kind: "sum",
    terms: [
      { kind: "scale", kernel: { kind: "gaussian", lengthScale: 1 }, variance: 1 },
      { kind: "nugget", variance: 1 },
    ],
  };
  return [
    fit("kernel Fisher discriminant", "kfd", { name: "kfd" }),
    fit("least-squares support vectors", "lssvm", { name: "lssvm", basis: "all", kernelSearch: "alternate" }),
    fit("Bayesian Fisher discriminant, Gaussian kernel", "gaussian", bayesian(plain, 1)),
    ...starts.map((start) =>
      fit(
        `Bayesian Fisher discriminant, composite kernel from θ₂ = ${start}`,
        `composite-${start}`,
        bayesian({ kind: "composite", inverseSquaredLength: start }, start),
        start,
      ),
    ),
  ];
}

interface KeptFit {
  readonly fit: ToyFit;
  readonly row: ResultRow;
  readonly title: string;
}

/** The fits that are shown: of the composite kernel that of highest evidence, and the poor start of Figure 8. */
function keptFits(fits: readonly ToyFit[], rows: readonly ResultRow[]): KeptFit[] {
  const done = fits.flatMap((fit) => doneRows(rows, [fit.job]).map((row) => ({ fit, row, title: fit.title })));
  const composite = done.filter(({ fit }) => fit.start !== undefined);
  const best = composite.reduce<KeptFit | undefined>(
    (kept, next) => (kept && evidenceOf(kept.row) >= evidenceOf(next.row) ? kept : next),
    undefined,
  );
  return done
    .filter(
      (each) =>
        each.fit.start === undefined || each === best || (each.fit.set === poor.set && each.fit.start === poor.start),
    )
    .map((each) => ({ ...each, title: each === best ? `${each.title}, the highest evidence` : each.title }));
}

function evidenceOf(row: ResultRow): number {
  return foundOf(row).evidence ?? -Infinity;
}

/** The number of rows of a toy set, and the median squared distance of two of them. */
function toyScale(name: string, { directory, seed, engine }: ReproduceSettings): { rows: number; distance: number } {
  const { train, target } = studyRows({ directory, dataset: name, partition: 1, seed }, { source: "toy" });
  const features = tableOf(train.columns.filter((column) => column.name !== target));
  const X = encode(learnEncoding(features, { standardize: "none" }).encoding, features);
  const { data } = selectEngine(engine).squaredDistances(X);
  const pairs = data.filter((_, at) => at % X.rows < Math.floor(at / X.rows)).toSorted();
  return { rows: X.rows, distance: pairs[pairs.length >> 1] };
}

function capital(name: string): string {
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}

const description =
  "The authors' own toy sets, training rows only, inputs as they are. The kernel Fisher discriminant and the least-squares support vector " +
  "machine choose width and regularizer by left-out rows (ten folds, and leave-one-out). The Bayesian discriminant with a Gaussian kernel starts from all " +
  "parameters 1; with the composite kernel, which has a weight for each column, from three values of θ₂, and the highest evidence is kept. " +
  "Dotted lines lie at a quarter of the way from the boundary to the mean of each class, on the scale of the log odds. Evidences in print come from a program whose " +
  "likelihood has a sign error, and are not compared; what can be is which columns matter: on overlap and relevance x₂ alone, on spiral and bumpy both. Spiral " +
  "from θ₂ = 1 is Figure 8: a poor optimum, whose evidence tells it from the good one.";

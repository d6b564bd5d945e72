import { averageRanks } from "kernelbayes/evaluate";
import { numeric } from "kernelbayes/numeric";
import { curveChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import type { BenchmarkSize } from "../benchmark/benchmarkSizes.ts";
import { medianFound } from "../benchmark/medianKernel.ts";
import { doneRows, operationsOf } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText, markdownTable } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { relevanceSearch } from "./models.ts";
import { recordedWeights } from "./recorded.ts";
import { problemNamed, tuningJobs } from "./tuningJobs.ts";

/** The problems of the figure, with the columns that are known to matter, counted from 1. */
const figures: readonly { readonly problem: string; readonly known?: readonly [number, number] }[] = [
  { problem: "ringnorm" },
  { problem: "splice", known: [28, 34] },
];

/** Weights that a search has let fall further below the mean say no more than that. */
const leastShown = 0.01;

interface RelevanceFigure {
  readonly size: BenchmarkSize;
  readonly known: readonly [number, number] | undefined;
  readonly machines: readonly { readonly name: string; readonly tuned: readonly Job<Experiment>[] }[];
}

/** How much each column counts, by one source: ours, or the record of the authors. */
interface Weights {
  readonly name: string;
  /** With mean 1. */
  readonly weights: readonly number[];
}

/** Figure 9: how much each column of ringnorm and splice counts. */
export function bfdRelevance(settings: ReproduceSettings): Study {
  const search = relevanceSearch(settings);
  const shown: RelevanceFigure[] = figures.flatMap(({ problem, known }) => {
    const size = problemNamed(problem, settings);
    if (!size) return [];
    const machine = (name: string, model: (typeof search)["fisher"]): RelevanceFigure["machines"][number] => ({
      name,
      tuned: tuningJobs(size, model, search.partitions, settings),
    });
    return [
      { size, known, machines: [machine("BFD", search.fisher), machine("Bayesian LS-SVM", search.leastSquares)] },
    ];
  });
  const jobs = shown.flatMap(({ machines }) => machines.flatMap(({ tuned }) => tuned));
  return {
    title: "Figure 9: the relevance of columns",
    shows: ["Figure 9"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(rows) {
      const found = shown.map((figure) => ({
        ...figure,
        file: `bfd-figure-9-${figure.size.name}.svg`,
        sources: sourcesOf(figure, rows, settings),
      }));
      const drawn = found.filter(({ sources }) => sources.length > 0);
      return {
        text: [
          description,
          markdownTable(
            drawn.flatMap(({ size, known, sources }) => sources.map((each) => cellsOf(size, known, each, sources))),
          ),
          ...drawn.map(({ file, size }) =>
            figureText(
              file,
              `The weight of each column of ${size.name}, with mean 1, on a logarithmic scale; weights below ${leastShown} are drawn there.`,
            ),
          ),
        ].join("\n\n"),
        drawings: drawn.map(({ file, size, sources }) => ({ file, svg: drawing(size.name, sources) })),
        verdicts: [],
      };
    },
  };
}

/** The weights by each machine, those of the partition with the median width, and by the authors' record. */
function sourcesOf(
  { size, machines }: RelevanceFigure,
  rows: readonly ResultRow[],
  { directory }: ReproduceSettings,
): Weights[] {
  const ours = machines.flatMap(({ name, tuned }) => {
    const weights = medianFound(doneRows(rows, tuned).map(foundOf))?.relevance;
    return weights ? [{ name, weights }] : [];
  });
  const recorded = recordedWeights(directory, size.dataset);
  return recorded && ours.length > 0 ? [...ours, { name: authors, weights: recorded }] : ours;
}

const authors = "BFD, the authors' record";

function cellsOf(
  { name }: BenchmarkSize,
  known: readonly [number, number] | undefined,
  { name: source, weights }: Weights,
  sources: readonly Weights[],
): Record<string, string> {
  const record = sources.find((each) => each.name === authors);
  const median = numeric.quantile(weights, 0.5);
  const count = known ? known[1] - known[0] + 1 : 5;
  const top = Array.from(weights.keys())
    .toSorted((a, b) => weights[b] - weights[a])
    .slice(0, count)
    .map((column) => column + 1);
  const inside = known && top.filter((column) => column >= known[0] && column <= known[1]).length;
  return {
    problem: name,
    weights: source,
    "largest over median": twoDigits(Math.max(...weights) / median),
    "smallest over median": twoDigits(Math.min(...weights) / median),
    "most relevant columns": top.join(", "),
    "of them around the junction": inside === undefined ? "" : `${inside} of ${count}`,
    "rank correlation with the record":
      record && record.name !== source ? rankCorrelation(weights, record.weights).toFixed(2) : "",
  };
}

function twoDigits(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** Spearman's: the correlation of the ranks. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [a, b].map((values) => {
    const { ranks } = averageRanks(values);
    const mean = (ranks.length + 1) / 2;
    return ranks.map((rank) => rank - mean);
  });
  const product = (p: Float64Array, q: Float64Array): number => p.reduce((sum, value, at) => sum + value * q[at], 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

function drawing(problem: string, sources: readonly Weights[]): string {
  return curveChart(
    sources.map(({ name, weights }) => ({
      name,
      hasDots: true,
      isDashed: name === authors,
      points: weights.map((weight, column) => ({ x: column + 1, y: Math.max(weight, leastShown) })),
    })),
    {
      document: svgDocument(),
      title: `${problem[0].toUpperCase()}${problem.slice(1)}: the relevance of columns`,
      x: { label: "column" },
      y: { label: "weight", scale: "log" },
    },
  );
}

const description =
  "With a weight for each column a kernel can tell which columns matter: the weight, 1/ℓ² of a length scale ℓ, says how much the column counts for the distance of two rows. The paper shows the weights of two " +
  "problems. In ringnorm all 20 columns tell the classes apart alike, and so they should weigh alike. Splice has 60 places of a DNA sequence as columns, whose junction, if there is one, lies between the 30th and the 31st: those around it, 28 to 34, should decide. " +
  "The weights are those of Table 3, by the evidence of the Bayesian Fisher discriminant and of the Bayesian least-squares support vector machine; beside them stand the " +
  "weights that the authors recorded for their own discriminant with their toolbox. Where columns matter alike their order is chance, and ranks are not correlated; where some matter more, a correlation says that both have found the same ones.";

import type { Job } from "kernelbayes";
import { errorContourChart, evidenceContourChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { Experiment, ResultRow } from "../../experiment/experiment.ts";
import { benchmarkSizes, type BenchmarkSize } from "../benchmark/benchmarkSizes.ts";
import { doneRows, fitJob, operationsOf } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText, markdownTable } from "../markdown.ts";
import type { Drawing, ReproduceSettings, Study } from "../paper.ts";
import { taskJob } from "../taskJob.ts";
import { kappasOf, kernelOfKappas } from "./kappas.ts";
import { trigonometric } from "./machines.ts";
import { surfaceOf } from "./surfaceTask.ts";

/** A problem whose surfaces are drawn, and the powers of ten between which κ lies. */
interface Surface {
  readonly problem: string;
  readonly kappa: readonly [number, number];
}

const surfaces: readonly Surface[] = [
  { problem: "banana", kappa: [-1.5, 1.5] },
  { problem: "waveform", kappa: [-3, 0] },
];
/** The powers of ten between which κ₀ lies. */
const kappa0Range = [-1, 2] as const;
const kappaB = 100;
const printedPartition = 1;

/** Figure 5: the evidence and the test error over κ and κ₀, κ_b being 100. */
export function btsvcContours(settings: ReproduceSettings, steps: number = settings.isQuick ? 9 : 17): Study {
  const sizes = benchmarkSizes(settings.directory);
  const drawn = surfaces.flatMap((surface) => {
    const size = sizes.find(({ name }) => name === surface.problem);
    return size ? [drawnSurface(surface, size, steps, settings)] : [];
  });
  const jobs = drawn.flatMap(({ lines, search }) => [...lines, search]);
  return {
    title: "Figure 5: the evidence beside the error",
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(rows) {
      const parts = drawn.map((surface) => partOf(surface, rows));
      return {
        text: [
          description,
          ...(settings.isQuick ? [`Cut short: ${steps} × ${steps} pairs of values in place of 17 × 17.`] : []),
          ...parts.flatMap(({ drawings, title }) =>
            drawings.map(({ file }) =>
              figureText(
                file,
                file.includes("evidence")
                  ? `The log evidence on the training rows of ${title}.`
                  : `The error on the test rows of ${title}. The cross is where the evidence has its maximum.`,
              ),
            ),
          ),
          markdownTable(parts.flatMap(({ row }) => row)),
        ].join("\n\n"),
        drawings: parts.flatMap(({ drawings }) => drawings),
        verdicts: [],
      };
    },
  };
}

interface DrawnSurface {
  readonly problem: string;
  readonly kappas: readonly number[];
  readonly kappa0s: readonly number[];
  /** One for each κ₀. */
  readonly lines: readonly Job<Experiment>[];
  /** Finds the maximum of the evidence between the points of the surface. */
  readonly search: Job<Experiment>;
}

function drawnSurface(
  { problem, kappa }: Surface,
  size: BenchmarkSize,
  steps: number,
  settings: ReproduceSettings,
): DrawnSurface {
  const [kappas, kappa0s] = [kappa, kappa0Range].map(([from, to]) =>
    Array.from({ length: steps }, (_, step) =>
      Number((10 ** (from + ((to - from) * step) / (steps - 1))).toPrecision(12)),
    ),
  );
  const { dataset, fingerprint, rows, columns } = size;
  const data = { dataset, fingerprint, partition: printedPartition } as const;
  return {
    problem,
    kappas,
    kappa0s,
    lines: kappa0s.map((kappa0) =>
      taskJob(
        {
          ...data,
          task: "reproduceSurface",
          method: "btsvc-surface",
          options: { kappa0, kappas, kappaB },
          operations: steps * (10 * rows ** 3 + 2e8),
        },
        settings,
      ),
    ),
    search: fitJob(
      {
        ...data,
        model: {
          ...trigonometric,
          kernel: kernelOfKappas({ kappa0: 1, kappa: 1 / columns, kappaB }, { isConstantFixed: true }),
          starts: [0.1, 10, 100],
        },
        size,
      },
      settings,
    ),
  };
}

interface SurfacePart {
  readonly title: string;
  readonly drawings: readonly Drawing[];
  readonly row: readonly Readonly<Record<string, string>>[];
}

function partOf({ problem, kappas, kappa0s, lines, search }: DrawnSurface, rows: readonly ResultRow[]): SurfacePart {
  const title = `the first partition of ${problem}`;
  const found = lines.map((line) => doneRows(rows, [line]).map(surfaceOf).at(0));
  const [end] = doneRows(rows, [search]);
  const kernel = end && foundOf(end).kernel;
  if (!kernel || found.includes(undefined)) return { title, drawings: [], row: [] };
  const { kappa = Number.NaN, kappa0 = Number.NaN } = kappasOf(kernel);
  const points = found.flatMap((line) => line!);
  const [evidence, errors] = [points.map((point) => point.evidence), points.map(({ errorRate }) => errorRate)];
  const landscape = { parameters: ["κ", "κ₀"] as const, x: kappas, y: kappa0s };
  const document = svgDocument();
  const [least, most] = [Math.min(...errors.filter(Number.isFinite)), Math.max(...evidence.filter(Number.isFinite))];
  const short = (value: number): string => String(Number(value.toPrecision(3)));
  return {
    title,
    drawings: [
      {
        file: `btsvc-figure-5-evidence-${problem}.svg`,
        svg: evidenceContourChart(
          { ...landscape, values: evidence, optimum: [kappa, kappa0] },
          { document, title: `Log evidence, ${problem}` },
        ),
      },
      {
        file: `btsvc-figure-5-error-${problem}.svg`,
        svg: errorContourChart(
          { ...landscape, values: errors, chosen: [kappa, kappa0] },
          { document, title: `Test error, ${problem}` },
        ),
      },
    ],
    row: [
      {
        problem,
        "κ, highest evidence": short(kappa),
        "κ₀, highest evidence": short(kappa0),
        "log evidence there": foundOf(end).evidence!.toFixed(1),
        "highest on the grid": most.toFixed(1),
        "error there, %": (100 * end.errorRate).toFixed(2),
        "least error on the grid, %": (100 * least).toFixed(2),
      },
    ],
  };
}

const description =
  "The claim behind every table that follows: hyperparameters of high evidence, which is computed from the training rows alone, are those of low " +
  `test error. At κ_b = ${kappaB} the classifier is fitted at every pair of κ (one over the squared length scale) and κ₀ (the variance of the latent function) on a ` +
  "grid; the evidence there and the error on the test rows are drawn beside each other. If the claim holds, the dark regions of the two lie over each " +
  "other, and the cross of the evidence near the circle of the least error. The paper draws both problems and prints no figures.";

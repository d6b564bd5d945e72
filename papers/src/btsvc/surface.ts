import type { Job } from "@kernelbayes/experiment";
import type { Experiment } from "@kernelbayes/experiment/node";
import type { BenchmarkSize } from "../benchmark/benchmarkSizes.ts";
import { fitJob } from "../fitJob.ts";
import type { ReproduceSettings } from "../paper.ts";
import { taskJob } from "../taskJob.ts";
import { kernelOfKappas } from "./kappas.ts";
import { trigonometric } from "./machines.ts";

/** A problem whose surfaces are drawn, and the powers of ten between which κ lies. */
export interface Surface {
  readonly problem: string;
  readonly kappa: readonly [number, number];
}

/** The powers of ten between which κ₀ lies. */
const kappa0Range = [-1, 2] as const;
/** As in the paper. */
export const kappaB = 100;
const printedPartition = 1;

/** The jobs of a surface, and where its points lie. */
export interface DrawnSurface {
  readonly problem: string;
  readonly kappas: readonly number[];
  readonly kappa0s: readonly number[];
  /** One for each κ₀. */
  readonly lines: readonly Job<Experiment>[];
  /** Finds the maximum of the evidence between the points of the surface. */
  readonly search: Job<Experiment>;
}

/** A surface of so many values of κ and of κ₀, on the first partition. */
export function drawnSurface(
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

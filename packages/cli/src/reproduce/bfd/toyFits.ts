import { selectEngine, type Job } from "kernelbayes";
import type { Experiment, ResultRow } from "../../experiment/experiment.ts";
import { fitJob, type FitWish } from "../fitJob.ts";
import type { Found } from "../found.ts";
import type { ReproduceSettings } from "../paper.ts";
import { studyRows } from "../studyData.ts";
import { foldOperations } from "./chooseByFolds.ts";
import { featureMatrix, medianSquaredDistance } from "./featureMatrix.ts";
import { folds, type FoldedWish } from "./foldedTask.ts";
import { gaussianKernel, precisionPrior, scaledKernel } from "./models.ts";
import type { ProjectedWish } from "./projectedTask.ts";
import type { ToySet } from "./toySets.ts";

/** The machines of the figures; "narrow" is the composite kernel under the narrower prior of this library. */
export type ToyMachine = "kfd" | "lssvm" | "gaussian" | "composite" | "narrow";

/** A classifier on a toy set. */
export interface ToyFit {
  readonly set: string;
  readonly machine: ToyMachine;
  readonly title: string;
  readonly file: string;
  /** θ₂ at the start, of fits of which the one of highest evidence counts. */
  readonly start?: number;
  readonly job: Job<Experiment>;
}

/** A fit that was done, with what it found. */
export interface DoneToyFit {
  readonly fit: ToyFit;
  readonly row: ResultRow;
  readonly found: Found;
}

const encoding = { standardize: "none" } as const;

/** All fits of a toy set, inputs being taken as they are. */
export function toyFits({ name, starts }: ToySet, settings: ReproduceSettings): ToyFit[] {
  const { rows, distance } = toyScale(name, settings);
  const fit = (
    machine: ToyMachine,
    title: string,
    wish: Pick<FitWish, "model" | "task" | "study" | "moreOperations">,
    start?: number,
  ): ToyFit => ({
    set: name,
    machine,
    title,
    file: `bfd-${name}-${machine}${start === undefined ? "" : `-${start}`}.svg`,
    ...(start !== undefined && { start }),
    job: fitJob({ dataset: name, partition: 1, encoding, ...wish, size: { rows, columns: 2 } }, settings),
  });
  // Beside the kernel as given the model wants starts in units of the median squared distance: the same one.
  const bayesian = (
    kernel: Record<string, unknown>,
    start: number,
    title: string,
    prior: typeof precisionPrior | undefined,
  ): Pick<FitWish, "model" | "task" | "study"> => {
    const study: ProjectedWish = { source: "toy", ranking: "projection", quarters: `${capital(name)}: ${title}` };
    return {
      model: {
        name: "bfd",
        kernel,
        starts: [start * distance],
        ...(prior && { precisionPrior: prior }),
        rank: "all",
      },
      task: "reproduceProjected",
      study,
    };
  };
  const composite = (machine: "composite" | "narrow", prior: typeof precisionPrior | undefined): ToyFit[] =>
    starts.map((start) => {
      const title = `Bayesian Fisher discriminant, composite kernel from θ₂ = ${start}`;
      const kernel = { kind: "composite", inverseSquaredLength: start };
      return fit(machine, title, bayesian(kernel, start, title, prior), start);
    });
  const titles = {
    kfd: "kernel Fisher discriminant",
    lssvm: "least-squares support vectors",
    gaussian: "Bayesian Fisher discriminant, Gaussian kernel",
  };
  const folded: FoldedWish = { source: "toy", boundary: `${capital(name)}: ${titles.lssvm}`, folds };
  return [
    fit("kfd", titles.kfd, {
      model: { name: "kfd" },
      study: { source: "toy", boundary: `${capital(name)}: ${titles.kfd}` },
    }),
    fit("lssvm", titles.lssvm, {
      model: { name: "lssvm", kernel: gaussianKernel, regularization: 1 },
      task: "reproduceFolded",
      study: folded,
      moreOperations: foldOperations(rows),
    }),
    fit("gaussian", titles.gaussian, bayesian(scaledKernel, 1, titles.gaussian, precisionPrior)),
    ...composite("composite", precisionPrior),
    ...composite("narrow", undefined),
  ];
}

/** The number of rows of a toy set, and the median squared distance of two of them. */
function toyScale(name: string, { directory, seed, engine }: ReproduceSettings): { rows: number; distance: number } {
  const { train, target } = studyRows({ directory, dataset: name, partition: 1, seed }, { source: "toy" });
  const X = featureMatrix(train, target, encoding);
  return { rows: X.rows, distance: medianSquaredDistance(selectEngine(engine), X) };
}

/** The word with a capital letter. */
export function capital(name: string): string {
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}

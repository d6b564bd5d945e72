import { selectEngine } from "kernelbayes/engine";
import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { fitJob, type FitWish } from "../fitJob.ts";
import type { Found } from "../found.ts";
import type { ReproduceSettings } from "../paper.ts";
import { studyRows } from "../studyData.ts";
import { foldOperations } from "./chooseByFolds.ts";
import { featureMatrix, medianSquaredDistance } from "./featureMatrix.ts";
import { folds, type FoldedWish } from "./foldedTask.ts";
import { gaussianKernel, precisionPrior, scaledFrom } from "./models.ts";
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

/** What a machine is called in titles, short enough for a chart, and in sentences. */
const names: Readonly<Record<ToyMachine, { readonly short: string; readonly long: string }>> = {
  kfd: { short: "kernel Fisher discriminant", long: "kernel Fisher discriminant" },
  lssvm: { short: "LS-SVM", long: "least-squares support vector machine" },
  gaussian: { short: "BFD, Gaussian kernel", long: "Bayesian Fisher discriminant, Gaussian kernel" },
  composite: { short: "BFD, composite kernel", long: "Bayesian Fisher discriminant, composite kernel" },
  narrow: { short: "BFD, composite kernel", long: "Bayesian Fisher discriminant, composite kernel, narrower prior" },
};

/** All fits of a toy set, inputs being taken as they are. */
export function toyFits({ name, starts }: ToySet, settings: ReproduceSettings): ToyFit[] {
  const { rows, distance } = toyScale(name, settings);
  const drawing = (machine: ToyMachine): string => `${capital(name)}: ${names[machine].short}`;
  const fit = (
    machine: ToyMachine,
    wish: Pick<FitWish, "model" | "task" | "study" | "moreOperations">,
    start?: number,
  ): ToyFit => ({
    set: name,
    machine,
    title: `${names[machine].long}${start === undefined ? "" : ` from θ₂ = ${start}`}`,
    file: `bfd-${name}-${machine}${start === undefined ? "" : `-${start}`}.svg`,
    ...(start !== undefined && { start }),
    job: fitJob({ dataset: name, partition: 1, encoding, ...wish, size: { rows, columns: 2 } }, settings),
  });
  const bayesian = (machine: ToyMachine, start: number): ToyFit => {
    const isDrawn = machine !== "narrow";
    const study: ProjectedWish = {
      source: "toy",
      ranking: "projection",
      ...(isDrawn && { quarters: drawing(machine) }),
    };
    const model = {
      name: "bfd",
      kernel: machine === "gaussian" ? scaledFrom(start) : { kind: "composite", inverseSquaredLength: start },
      // Beside the kernel as given the model wants starts in units of the median squared distance: the same one.
      starts: [start * distance],
      ...(isDrawn && { precisionPrior }),
      rank: "all",
      // The paper has no curve on left-out rows.
      calibration: "none",
    };
    return fit(machine, { model, task: "reproduceProjected", study }, start);
  };
  const folded: FoldedWish = { source: "toy", boundary: drawing("lssvm"), folds };
  const byEigenvalues: FoldedWish = { source: "toy", folds, machine: "eigenvalues" };
  return [
    fit("kfd", {
      model: { name: "kfd", form: "threshold" },
      task: "reproduceFolded",
      study: byEigenvalues,
      moreOperations: foldOperations(rows),
    }),
    fit("lssvm", {
      model: { name: "lssvm", kernel: gaussianKernel, regularization: 1 },
      task: "reproduceFolded",
      study: folded,
      moreOperations: foldOperations(rows),
    }),
    ...(["gaussian", "composite", "narrow"] as const).flatMap((machine) =>
      starts.map((start) => bayesian(machine, start)),
    ),
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

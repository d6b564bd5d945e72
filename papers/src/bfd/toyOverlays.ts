import type { Job } from "@kernelbayes/experiment";
import type { Experiment } from "@kernelbayes/experiment/node";
import { fixedKernel } from "../benchmark/fixedKernel.ts";
import type { FitWish } from "../fitJob.ts";
import type { ReproduceSettings } from "../paper.ts";
import { fingerprintOf } from "../studyData.ts";
import { taskJob } from "../taskJob.ts";
import { precisionPrior } from "./models.ts";
import type { OverlayOptions } from "./overlayTask.ts";
import { capital, type DoneToyFit } from "./toyFits.ts";

/** A picture of Figure 6: three boundaries on one toy set. */
export interface ToyOverlay {
  readonly set: string;
  readonly file: string;
  readonly job: Job<Experiment>;
}

/** The pictures of the sets for which all three classifiers have found their hyperparameters, drawn at these. */
export function toyOverlays(
  sets: readonly string[],
  fits: {
    readonly gaussian: readonly DoneToyFit[];
    readonly kfd: readonly DoneToyFit[];
    readonly lssvm: readonly DoneToyFit[];
  },
  settings: ReproduceSettings,
): ToyOverlay[] {
  return sets.flatMap((set) => {
    const [gaussian, kfd, lssvm] = [fits.gaussian, fits.kfd, fits.lssvm].map((all) =>
      all.find(({ fit }) => fit.set === set),
    );
    if (!gaussian || !kfd || !lssvm) return [];
    return [overlayOf(set, [fisherOf(gaussian), eigenvaluesOf(kfd), leastSquaresOf(lssvm)], settings)];
  });
}

function overlayOf(set: string, machines: OverlayOptions["machines"], settings: ReproduceSettings): ToyOverlay {
  const options: OverlayOptions = { title: `${capital(set)}: three classifiers with a Gaussian kernel`, machines };
  return {
    set,
    file: `bfd-figure-6-${set}.svg`,
    job: taskJob(
      {
        task: "reproduceOverlay",
        dataset: set,
        fingerprint: fingerprintOf({ directory: settings.directory, dataset: set }, { source: "toy" }),
        partition: 1,
        method: "boundaries",
        options: options as unknown as Experiment["options"],
        operations: 2e9,
      },
      settings,
    ),
  };
}

type Machine = OverlayOptions["machines"][number];

function fisherOf({ found: { kernel, chosen } }: DoneToyFit): Machine {
  const model: FitWish["model"] = {
    name: "bfd",
    ...(kernel && { kernel: fixedKernel(kernel) }),
    precision: chosen?.precision ?? 1,
    precisionPrior,
    rank: "all",
    calibration: "none",
  };
  return { name: "BFD", model };
}

function eigenvaluesOf({ found: { kernel, chosen } }: DoneToyFit): Machine {
  return {
    name: "KFD",
    model: {
      name: "kfd",
      form: "threshold",
      ...(kernel && { kernel }),
      ...(chosen?.strength !== undefined && { threshold: chosen.strength }),
    },
  };
}

function leastSquaresOf({ found: { kernel, chosen } }: DoneToyFit): Machine {
  return {
    name: "LS-SVM",
    model: { name: "lssvm", ...(kernel && { kernel }), regularization: chosen?.regularization ?? 1 },
  };
}

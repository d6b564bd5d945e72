import type { FitWish } from "../fitJob.ts";
import { gaussianProcess, supportVectors, trigonometric } from "./machines.ts";

/** A row of the table of two normals in the plane. */
export interface Contestant {
  /** Its name in print. */
  readonly method: string;
  readonly model: FitWish["model"];
  /** The drawing of its probabilities on the first draw, where there is one. */
  readonly file?: string;
}

/** All that have to learn. */
export const contestants: readonly Contestant[] = [
  { method: "Bayes with estimated densities", model: { name: "qda" } },
  { method: "Kernel logistic regression", model: { name: "klr", criterion: "folds" } },
  { method: "SVC with probabilistic output", model: supportVectors, file: "btsvc-figure-3-svc.svg" },
  { method: "GPC", model: gaussianProcess, file: "btsvc-figure-3-gpc.svg" },
  { method: "BTSVC", model: trigonometric, file: "btsvc-figure-3-btsvc.svg" },
];

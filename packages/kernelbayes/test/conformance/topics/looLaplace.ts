import type { Topic } from "./index.ts";
import { looBayesianTrigonometric, looTrigonometric } from "./trigonometric.ts";

/** Prediction and comparison, section 1.4: leave-one-out of approximations, by the name of the case. */
export const looLaplace: Readonly<Record<string, Topic>> = {
  "btsvc-laplace": looBayesianTrigonometric,
  tsvc: looTrigonometric,
};

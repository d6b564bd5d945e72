import { looGaussianProcess, looTrigonometricPropagation } from "./gaussianProcess.ts";
import type { Topic } from "./index.ts";
import { kernelLogistic } from "./kernelLogistic.ts";
import { logisticRegression, multinomialRidge } from "./multinomialLogistic.ts";
import { looBayesianTrigonometric, looTrigonometric } from "./trigonometric.ts";

/** Prediction and comparison, section 1.4: leave-one-out of approximations, by the name of the case. */
export const looLaplace: Readonly<Record<string, Topic>> = {
  "btsvc-laplace": looBayesianTrigonometric,
  klr: kernelLogistic,
  logistic: logisticRegression,
  "multinomial-ridge": multinomialRidge,
  "btsvc-ep": looTrigonometricPropagation,
  "gpc-laplace-18": looGaussianProcess,
  "gpc-laplace-20": looGaussianProcess,
  tsvc: looTrigonometric,
};

import type { FitWish } from "../fitJob.ts";

/** The trigonometric classifier as the paper has it: Laplace's method, and probabilities as they come. */
export const trigonometric = { name: "btsvc", inference: "laplace", calibration: "none" } as const;

/** The Gaussian process that the paper puts beside it: the logistic likelihood, by the same method. */
export const gaussianProcess = {
  name: "gpc",
  inference: "laplace",
  likelihood: "logistic",
  calibration: "none",
} as const;

/** The support vector machine: cost and width by the span estimate of the leave-one-out error, and Platt's curve on left-out rows. */
export const supportVectors = { name: "svc", criterion: "span" } as const;

/** The three machines of the simulations, by their names on the page. */
export const machines: readonly { readonly title: string; readonly model: FitWish["model"] }[] = [
  { title: "BTSVC", model: trigonometric },
  { title: "GPC", model: gaussianProcess },
  { title: "SVC", model: supportVectors },
];

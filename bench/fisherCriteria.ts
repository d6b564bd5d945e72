import type { FamilyCriteria } from "./familyCriteria.ts";

/**
 * What the Fisher family is to reach on the first ten partitions of the IDA problems: the Bayesian Fisher discriminant as
 * large an area under the curve as its paper, the optimally regularized one as small an error as its own, within half a
 * deviation, and better probabilities than a tuned support vector machine.
 */
export const fisherCriteria: FamilyCriteria = {
  published: [
    {
      method: "bfd",
      figure: "areaUnderCurve",
      published: { source: "pena2006", method: "BFD", metric: "auc", kernel: "rbf" },
      slack: (deviation) => Math.max(deviation / 2, 0.2),
      slackText: "less half a deviation, at least 0.2",
      atLeast: 11,
    },
    {
      method: "orkfd",
      figure: "errorRate",
      published: { source: "saadi2007", method: "ORKFD", metric: "error" },
      slack: (deviation) => deviation / 2,
      slackText: "and half a deviation",
      atLeast: 11,
    },
  ],
  ranks: [{ method: "orkfd", other: "sklearn-svc-grid" }],
  calibration: [],
  beside: [],
};

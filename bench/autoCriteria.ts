import type { FamilyCriteria } from "./familyCriteria.ts";

/** Classifiers of scikit-learn that `auto` is ranked among. */
const peers = [
  "sklearn-logistic",
  "sklearn-random-forest",
  "sklearn-gradient-boosting",
  "sklearn-gpc",
  "sklearn-svc-grid",
];

const idaProblems = [
  "banana",
  "breast-cancer",
  "diabetis",
  "flare-solar",
  "german",
  "heart",
  "image",
  "ringnorm",
  "splice",
  "thyroid",
  "titanic",
  "twonorm",
  "waveform",
];

/**
 * What `auto` is to reach on the first ten partitions of the IDA problems: a small log loss on the mean of all, a rank near
 * the first among six, and two problems on which the right view of the columns decides.
 */
export const autoCriteria: FamilyCriteria = {
  published: [],
  ranks: [],
  ranksAmong: [
    { method: "auto", others: peers, figure: "logLoss", limit: 1.6 },
    { method: "auto", others: peers, figure: "errorRate", limit: 2.1 },
  ],
  figures: [
    { method: "auto", figure: "logLoss", limit: 0.3 },
    { method: "auto", dataset: "image", figure: "errorRate", limit: 0.012 },
    { method: "auto", dataset: "image", figure: "logLoss", limit: 0.045 },
    { method: "auto", dataset: "splice", figure: "errorRate", limit: 0.038 },
    { method: "auto", dataset: "splice", figure: "logLoss", limit: 0.115 },
  ],
  calibration: [{ method: "auto", datasets: idaProblems, slack: 0.02 }],
  beside: ["auto", ...peers],
};

import type { Paper } from "../paper.ts";
import { paperTitles } from "../paperTitles.ts";
import { btsvcPlaneTable } from "./plane.ts";
import { btsvcEvidenceTable, btsvcFixedTable, btsvcRelevanceTable } from "./tables.ts";

/** The paper on the Bayesian trigonometric support vector classifier. */
export const btsvc: Paper = {
  name: "btsvc",
  title: paperTitles.btsvc,
  reference:
    "W. Chu, S. S. Keerthi and C. J. Ong, Bayesian trigonometric support vector classifier, Neural Computation 15, 2003.",
  introduction:
    "A support vector classifier whose loss is the negative logarithm of a likelihood, cos² of a linear function of the margin, so that it has an " +
    "evidence and class probabilities, and is sparse. The tables compare it with support vector machines and Gaussian processes. Here are its " +
    "Tables 2 to 5; Table 1 and the figures are not reproduced yet.",
  studies: (settings) => [
    btsvcPlaneTable(settings),
    btsvcFixedTable(settings),
    btsvcEvidenceTable(settings),
    btsvcRelevanceTable(settings),
  ],
};

import type { Paper } from "../paper.ts";
import { paperTitles } from "../paperTitles.ts";
import { errata, printed } from "./inPrint.ts";
import { btsvcContours } from "./contours.ts";
import { btsvcEvidenceTable, btsvcRelevanceTable } from "./evidenceTables.ts";
import { btsvcFixedTable } from "./fixedTable.ts";
import { btsvcLine } from "./line.ts";
import { btsvcLosses } from "./losses.ts";
import { btsvcPlaneTable } from "./plane.ts";
import { btsvcSizes } from "./sizes.ts";

/** The paper on the Bayesian trigonometric support vector classifier. */
export const btsvc: Paper = {
  name: "btsvc",
  title: paperTitles.btsvc,
  reference:
    "W. Chu, S. S. Keerthi and C. J. Ong, Bayesian trigonometric support vector classifier, Neural Computation 15, 2003.",
  introduction:
    "A support vector classifier whose loss is the negative logarithm of a likelihood, cos² of a linear function of the margin, so that it has an " +
    "evidence and class probabilities, and is sparse. The paper compares it with support vector machines (SVC) and with Gaussian processes (GPC): on " +
    "two simulated problems and on thirteen of a benchmark. Its kernel is κ₀ exp(−½ κ ‖x − z‖²) + κ_b, whose three hyperparameters are those of the " +
    "highest evidence by Laplace's method. This library has expectation propagation and a curve of calibration as its defaults; here everything is done " +
    "as in the paper, by Laplace's method and with probabilities as they come.",
  printed,
  errata,
  studies: (settings) => [
    btsvcLosses(),
    btsvcLine(settings),
    btsvcPlaneTable(settings),
    btsvcSizes(settings),
    btsvcContours(settings),
    btsvcFixedTable(settings),
    btsvcEvidenceTable(settings),
    btsvcRelevanceTable(settings),
  ],
};

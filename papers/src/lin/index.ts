import type { Paper } from "../paper.ts";
import { paperTitles } from "../paperTitles.ts";
import { errata, printed } from "./inPrint.ts";
import { linPendigits } from "./pendigits.ts";
import { linSimulation } from "./simulation.ts";

/** The slides on the Bayesian kernel Fisher discriminant. */
export const lin: Paper = {
  name: "lin",
  title: paperTitles.lin,
  reference:
    "S.-C. Lin, Bayesian Kernel Fisher Discriminant Analysis, slides, Institute of Statistical Science, Academia Sinica.",
  introduction:
    "A kernel Fisher discriminant as a linear model of the coded classes: the coefficients of the kernel expansion have a normal " +
    "prior with a penalty matrix A, and r is the ratio of the noise's variance to the prior's. The slides show one simulation and one " +
    "data set, here both.",
  printed,
  errata,
  studies: (settings) => [linSimulation(settings), linPendigits(settings)],
};

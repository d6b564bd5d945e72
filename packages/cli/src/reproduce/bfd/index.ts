import type { Paper } from "../paper.ts";
import { paperTitles } from "../paperTitles.ts";
import { bfdToys } from "./toys.ts";
import { bfdRelevanceTable, bfdTable } from "./tables.ts";

/** The paper on the Bayesian Fisher discriminant. */
export const bfd: Paper = {
  name: "bfd",
  title: paperTitles.bfd,
  reference:
    "T. Peña Centeno and N. D. Lawrence, Optimising kernel parameters and regularisation coefficients for non-linear discriminant analysis, " +
    "Journal of Machine Learning Research 7, 2006.",
  introduction:
    "Fisher's discriminant as a Gaussian process whose projections scatter around their class means, so that kernel and regularization can be " +
    "chosen by an evidence. The paper compares it by the area under the ROC curve. Here are " +
    "its toy sets (Figures 5 to 8) and Tables 2 and 3; the relevance of columns of ringnorm and splice and the histograms of projections are not reproduced yet.",
  studies: (settings) => [bfdToys(settings), bfdTable(settings), bfdRelevanceTable(settings)],
};

import type { Paper } from "../paper.ts";
import { paperTitles } from "../paperTitles.ts";
import { errata, printed } from "./inPrint.ts";
import { bfdHistograms } from "./histograms.ts";
import { bfdImpliedError } from "./impliedError.ts";
import { bfdRelevance } from "./relevance.ts";
import { bfdRelevanceTable, bfdTable } from "./tables.ts";
import { bfdToys } from "./toys.ts";

/** The paper on the Bayesian Fisher discriminant. */
export const bfd: Paper = {
  name: "bfd",
  title: paperTitles.bfd,
  reference:
    "T. Peña Centeno and N. D. Lawrence, Optimising kernel parameters and regularisation coefficients for non-linear discriminant analysis, " +
    "Journal of Machine Learning Research 7, 2006.",
  introduction:
    "Fisher's discriminant as a Gaussian process whose projections scatter around their class means, so that kernel and regularization can be " +
    "chosen by an evidence. The paper shows it on toy sets (Figures 6 to 8, Table 1), compares it by the area under the ROC curve (Tables 2 and 3), and looks at " +
    "the relevance of columns (Figure 9) and at the projections of rows (Figures 10 and 11); Figure 5 is a sketch of the error that the model implies, and Figures 1 to 4 are graphs of models. The evidence climbed here is not quite that of the paper: " +
    "the distance of the class means is kept in it, without which it is highest for a kernel that is constant on the rows, as the page of the model explains.",
  printed,
  errata,
  studies: (settings) => [
    bfdImpliedError(),
    bfdToys(settings),
    bfdTable(settings),
    bfdRelevanceTable(settings),
    bfdRelevance(settings),
    bfdHistograms(settings),
  ],
};

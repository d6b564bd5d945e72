import type { Paper } from "../paper.ts";
import { paperTitles } from "../paperTitles.ts";
import { errata, printed } from "./inPrint.ts";
import { bkpcChains } from "./chains.ts";
import { bkpcCircles } from "./circles.ts";
import { bkpcComponents } from "./components.ts";
import { bkpcPaperModel } from "./paperModel.ts";
import { bkpcRipley } from "./ripley.ts";
import { bkpcSpectra } from "./spectra.ts";
import { bkpcSweepTime } from "./sweepTime.ts";
import { bkpcTable } from "./table.ts";
import { bkpcUtility } from "./utility.ts";

/** The paper on Bayesian kernel projections. */
export const bkpc: Paper = {
  name: "bkpc",
  title: paperTitles.bkpc,
  reference:
    "K. Domijan and S. P. Wilson, Bayesian kernel projections for classification of high dimensional data, Statistics and Computing 21, 2011.",
  introduction:
    "A multinomial logistic regression on kernel principal components, sampled by Markov chains, for tables of few rows and many columns. A row is described by a distribution of " +
    "class probabilities, and not by a label alone. Here are its Tables 1 and 2 and what its nine figures show; of these, what is seen of the image data set, whose 400 images are not public as far " +
    "as known, is shown of gene expressions and spectra only. Printed formulas that cannot be right were corrected; the errata below list them.",
  printed,
  errata,
  studies: (settings) => [
    bkpcRipley(settings),
    bkpcCircles(settings),
    bkpcComponents(settings),
    bkpcUtility(settings),
    bkpcSweepTime(settings),
    bkpcSpectra(settings),
    bkpcPaperModel(settings),
    bkpcTable(settings),
    bkpcChains(settings),
  ],
};

import type { Paper } from "../paper.ts";
import { paperTitles } from "../paperTitles.ts";
import { bkpcChains, bkpcTable } from "./tables.ts";

/** The paper on Bayesian kernel projections. */
export const bkpc: Paper = {
  name: "bkpc",
  title: paperTitles.bkpc,
  reference:
    "K. Domijan and S. P. Wilson, Bayesian kernel projections for classification of high dimensional data, Statistics and Computing 21, 2011.",
  introduction:
    "A multinomial logistic regression on kernel principal components, sampled by Markov chains, for tables of few rows and many columns. Here are its " +
    "Tables 1 and 2; the figures are not reproduced yet.",
  studies: (settings) => [bkpcTable(settings), bkpcChains(settings)],
};

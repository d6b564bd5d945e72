/** The papers that can be reproduced, in the order of the pages: known by name before anything of them is loaded. */
export const paperTitles = {
  bfd: "Optimising kernel parameters and regularisation coefficients for non-linear discriminant analysis",
  orkfd: "Optimally regularised kernel Fisher discriminant classification",
  btsvc: "Bayesian trigonometric support vector classifier",
  bkpc: "Bayesian kernel projections for classification of high dimensional data",
  lin: "Bayesian kernel Fisher discriminant analysis",
} as const;

export type PaperName = keyof typeof paperTitles;

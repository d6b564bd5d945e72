import type { Erratum, PrintedItem } from "../paper.ts";

/** The figures and tables of the paper. */
export const printed: readonly PrintedItem[] = [
  { name: "Figure 1", subject: "Histograms of drawn probabilities of four test rows of Ripley's data" },
  { name: "Figure 2", subject: "Boundaries of 25 draws and their mean on Ripley's data" },
  { name: "Figure 3", subject: "Circle data with contours of the first three components, θ = 5" },
  { name: "Figure 4", subject: "Circle data by nine kernels and by three components" },
  { name: "Figure 5", subject: "Expected utility by the number of components" },
  { name: "Figure 6", subject: "Spectra, a line for each row" },
  { name: "Figure 7", subject: "Variance explained and computation time by the number of components" },
  { name: "Figure 8", subject: "The first nine components of the spectra" },
  { name: "Figure 9", subject: "Image of the matrix of projections" },
  {
    name: "Table 1",
    subject: "Errors over ten even splits, beside BMKC, SVM and Gaussian processes (the images are not public)",
  },
  { name: "Table 2", subject: "Errors of ten chains from different starts (the images are not public)" },
];

/** Places that cannot be followed as they are printed. */
export const errata: readonly Erratum[] = [
  {
    where: "Equation 27",
    printed: "Shape γ₁ + n(K − 1) of the noise",
    used: "γ₁ + n(K − 1)/2",
    evidence:
      "The joint distribution of parameters and data does not stay as it is under the printed sweep (Geweke's test); with half it does.",
    test: "simulation/jointDistribution.test.ts",
  },
  {
    where: "Equation 31",
    printed: "Shape γ₁ + n′(K − 1)",
    used: "γ₁ + n(K − 1)/2",
    evidence: "The same test; as printed σ² runs away for n′ < n/2.",
    test: "simulation/jointDistribution.test.ts",
  },
  {
    where: "Equation 11",
    printed: "(nΛ)^−½ K̃ U",
    used: "K̃ U (nΛ)^−½",
    evidence:
      "Each component is divided by the root of its own eigenvalue, so that scores have the eigenvalues as sums of squares.",
    test: "models/projection/components/kernelComponents.test.ts",
  },
  {
    where: "Equation 24",
    printed: "The indicator is 1 where a row is classified correctly",
    used: "1 where it is misclassified",
    evidence: "As printed utility is largest for the classifier with the most errors.",
    test: "models/projection/choice/expectedUtility.test.ts",
  },
  {
    where: "Equation 14",
    printed: "z ~ N(Kβ, σ²) + ε",
    used: "z ~ N(Kβ, σ²)",
    evidence: "The noise is counted twice; conditionals 30 and 31 count it once.",
    test: "models/projection/chain/conditionals.test.ts",
  },
  {
    where: "Section 6",
    printed: "θ = 10/max(K)",
    used: "10 over the largest squared distance of two rows; 1 over it in the reading of the authors' package",
    evidence:
      "The largest entry of a Gaussian kernel matrix is 1. Seven components hold 99 % of the variation of the spectra, as the text says, at 1/max and not at 10/max (Figure 7).",
    test: "models/projection/components/bandwidth.test.ts",
  },
];

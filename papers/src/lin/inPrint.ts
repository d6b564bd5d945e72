import type { Erratum, PrintedItem } from "../paper.ts";

/** The slides with results; the others derive the method. */
export const printed: readonly PrintedItem[] = [
  { name: "Slide 7", subject: "Recall, precision and accuracy in ten draws of a simulation" },
  { name: "Slide 8", subject: "Accuracy on handwritten digits" },
];

/** Places that cannot be followed as they are printed. */
export const errata: readonly Erratum[] = [
  {
    where: "Slide 5, the code",
    printed: "−l₂/l and −l₁/l",
    used: "+l₂/l and −l₁/l",
    evidence: "The code must sum to 0 over the rows and turn into the difference of the class means.",
    test: "models/leastSquares/penalized/penalizedDiscriminant.test.ts",
  },
  {
    where: "Slide 5, the solution",
    printed: "k̄₁ + k̄₂",
    used: "k̄₁ − k̄₂",
    evidence:
      "The printed direction is nearly orthogonal to the minimum of the penalized sum of squares (cosine 0.006 in our check).",
    test: "models/leastSquares/penalized/penalizedDiscriminant.test.ts",
  },
  {
    where: "Slide 5, the predictor",
    printed: "arg max of a penalized sum of squares; posterior MLE",
    used: "arg min; the mode of the posterior",
    evidence: "The posterior density is the exponential of minus the sum.",
    test: "models/leastSquares/penalized/penalizedDiscriminant.test.ts",
  },
  {
    where: "Slide 7, rows 2 and 3",
    printed: "Two of ten draws with the same twelve numbers",
    used: "Ten different draws",
    evidence:
      "All twelve numbers of rows 2 and 3 are equal to the last digit: one draw was entered twice, so that the means are those of nine draws.",
    test: "models/leastSquares/bayesianKfda.test.ts",
  },
];

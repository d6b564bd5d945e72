import type { Erratum, PrintedItem } from "../paper.ts";

/** The figures and tables of the paper. */
export const printed: readonly PrintedItem[] = [
  { name: "Figure 1", subject: "The trigonometric likelihood and its loss" },
  {
    name: "Figure 2",
    subject:
      "Two normals on a line, with and without an outlier: densities, probabilities, discriminants with μ ± σ (here on the scale of log odds)",
  },
  { name: "Figure 3", subject: "Contours of probabilities on two normals in the plane" },
  { name: "Figure 4", subject: "Errors and times by the number of rows" },
  { name: "Figure 5", subject: "Contours of the evidence and of the test error on banana and waveform" },
  { name: "Table 1", subject: "Hyperparameters on the line" },
  { name: "Table 2", subject: "Log loss and error on two normals in the plane" },
  { name: "Table 3", subject: "Errors on thirteen problems, hyperparameters from the first partitions" },
  { name: "Table 4", subject: "Errors and times, evidence on every partition, beside Gaussian processes" },
  { name: "Table 5", subject: "The same with a length scale for each column" },
];

/** Places that cannot be followed as they are printed. */
export const errata: readonly Erratum[] = [
  {
    where: "Footnote 3",
    printed: "κ₀ is equivalent to 1/δ",
    used: "κ₀ and κ_b are both equivalent to 1/δ²",
    evidence: "f in units of δ has covariances in units of δ².",
    test: "models/process/margin/newtonMode.test.ts",
  },
  {
    where: "Equation 29",
    printed: "Newton steps in two multipliers, without the bounds α ≥ 0",
    used: "Steps are projected onto the bounds",
    evidence: "Unprojected steps leave the feasible set; the mode is compared with Newton's method in f.",
    test: "models/process/margin/sequentialMode.test.ts",
  },
  {
    where: "Footnote 5",
    printed: "The evidence may have jumps where the support vectors change; none were met",
    used: "Every change of the set is a jump of known size; searches end with steps in one hyperparameter after the other",
    evidence:
      "The second derivative of the loss is π²/8 at the hinge and 0 beyond it, so that a determinant changes at once.",
    test: "models/process/margin/marginLaplace.test.ts",
  },
];

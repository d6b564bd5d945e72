import type { Erratum, PrintedItem } from "../paper.ts";

const sketch = "A sketch of the model in print; nothing to compute.";

/** The figures and tables of the paper. */
export const printed: readonly PrintedItem[] = [
  { name: "Figure 1", subject: "Graphical model of the discriminant", without: sketch },
  { name: "Figure 2", subject: "Graphical model with a prior of the weights", without: sketch },
  { name: "Figure 3", subject: "Graphical model with a Gaussian process", without: sketch },
  { name: "Figure 4", subject: "Noise model of the LS-SVM", without: sketch },
  { name: "Figure 5", subject: "The error that β and d imply, as the overlap of two normal densities" },
  { name: "Figure 6", subject: "BFD, KFD and LS-SVM on four toy sets, one picture for each set" },
  { name: "Figure 7", subject: "BFD with the composite kernel on the toy sets, with quarter lines" },
  { name: "Figure 8", subject: "The spirals from a poor start" },
  { name: "Figure 9", subject: "Weights of the columns of ringnorm and splice" },
  { name: "Figure 10", subject: "Projections of training and test rows by BFD, twonorm and waveform" },
  { name: "Figure 11", subject: "The same by KFD" },
  { name: "Table 1", subject: "Hyperparameters of the composite kernel on the toy sets" },
  { name: "Table 2", subject: "Areas under the curve on thirteen problems" },
  { name: "Table 3", subject: "The same with a weight for each column" },
];

/** Places that cannot be followed as they are printed. */
export const errata: readonly Erratum[] = [
  {
    where: "Equations 30 and 31",
    printed: "Σ_p = (K⁻¹ + βL)⁻¹ for the update of the kernel, without the distance of the class means",
    used: 'The distance is kept in both updates; the literal algorithm is the option hyperparameters: "em-as-printed"',
    evidence:
      "Without the distance the bound is highest for a kernel that is constant on the rows: after 600 iterations θ₂ and the nugget have shrunk to 3e-5 and 2e-4 and shrink further.",
    test: "models/fisher/evidence/fisherExpectation.test.ts",
  },
  {
    where: "Figure 7, the bounds in brackets",
    printed: "674.2, 650.1, 636.8 and 999.0",
    used: "The same value with log |Σ_p| of the right sign",
    evidence:
      "At the hyperparameters of Table 1 the printed bounds come out if log |Σ| enters with the wrong sign. The objective that was climbed has the right one.",
    test: "models/fisher/evidence/fisherExpectation.test.ts",
  },
  {
    where: "Equation 2",
    printed: "μ_q = N_q⁻¹ wᵀm_q",
    used: "μ_q = wᵀm_q",
    evidence: "m_q is a mean already; class centers of projections are compared with the means of the rows.",
    test: "models/fisher/project.test.ts",
  },
  {
    where: "Section 4.1",
    printed: "The improper prior is A = αI with α → ∞",
    used: "α → 0",
    evidence: "With α → ∞ the direction becomes that of the class means; with α → 0 it is Fisher's.",
    test: "models/fisher/bfdLinear.test.ts",
  },
  {
    where: "Equation 22",
    printed: "The matrix D",
    used: "D⁻¹ alone",
    evidence: "D⁻¹ is singular (rank N − 1), so that there is no D; the variance needs D⁻¹ only.",
    test: "models/fisher/project.test.ts",
  },
  {
    where: "Section 6, the variance for β → 0",
    printed: "Δŷᵀ Δŷ between k and kᵀ",
    used: "Δŷ Δŷᵀ, an outer product",
    evidence: "The limit of equation 22, compared with β = 1e-7.",
    test: "models/fisher/project.test.ts",
  },
  {
    where: "Algorithm 1",
    printed: "while the change is smaller than the tolerance",
    used: "while it is larger",
    evidence: "The loop would end at once, or never.",
    test: "models/fisher/evidence/fisherExpectation.test.ts",
  },
  {
    where: "Table 1",
    printed: "Seven columns in the order of equation 33",
    used: "The order of the authors' program: θ₂, θ₁, …",
    evidence: "Only in that order are the bounds of Figure 7 reproduced, to 0.02 nats (see Table 1 on this page).",
    test: "models/fisher/evidence/fisherExpectation.test.ts",
  },
];

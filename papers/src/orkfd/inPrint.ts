import type { Erratum, PrintedItem } from "../paper.ts";

/** The figures and tables of the paper. */
export const printed: readonly PrintedItem[] = [
  { name: "Figure 1", subject: "The step function and its smooth approximation" },
  { name: "Figure 2", subject: "The output of the discriminant on a ball inside a ring" },
  {
    name: "Figure 3",
    subject: "Run time of the leave-one-out search by the number of rows, direct and in canonical form",
  },
  { name: "Figure 4", subject: "Relative error of the leave-one-out formula by the number of rows" },
  { name: "Table 1", subject: "Test errors on thirteen problems, beside seven other classifiers" },
];

/** Places that cannot be followed as they are printed. */
export const errata: readonly Erratum[] = [
  {
    where: "Section 2, below equation 4",
    printed: "Targets y = ℓ/ℓⱼ for both classes",
    used: "+ℓ/ℓ₁ and −ℓ/ℓ₂, or ±1",
    evidence:
      "Without the minus sign α is 0 for classes of equal size, and sign(y), which the residuals use, is + for every row.",
    test: "models/leastSquares/expansionProblem.test.ts",
  },
  {
    where: "Section 3.2",
    printed: "r = sign(y) − Hy over 1 − h, with y = ℓ/ℓⱼ",
    used: "The same with targets ±1; y − Hy with targets ℓ/ℓⱼ",
    evidence:
      "With targets ±1 the printed residuals equal those of fits without the row to 1e-9. With the other targets they do not: H acts on y, not on its sign.",
    test: "models/leastSquares/orkfd.test.ts",
  },
  {
    where: "Section 3.2, below equation 8",
    printed: "C₍ᵢ₎⁻¹ = C + …",
    used: "C₍ᵢ₎⁻¹ = C⁻¹ + C⁻¹uᵢuᵢᵀC⁻¹/(1 − uᵢᵀC⁻¹uᵢ)",
    evidence: "The inversion lemma of equation 8; leave-one-out residuals are compared with fits without the row.",
    test: "models/leastSquares/canonical/leaveOneOutAt.test.ts",
  },
  {
    where: "Section 3.4",
    printed: "S_M = ℓ − 1M⁻¹1",
    used: "S_M = ℓ − 1ᵀUM⁻¹Uᵀ1, which the sum over elements further down in the paper also says",
    evidence: "Residuals with a free bias are compared with fits without the row.",
    test: "models/leastSquares/canonical/leaveOneOutAt.test.ts",
  },
  {
    where: "Section 5.1",
    printed: "Right-hand side [y; 1] of the equations of the LS-SVM; M = VΛV",
    used: "[y; 0]; K = VΛVᵀ, and μ is added to Λ",
    evidence:
      "The last equation states that the coefficients sum to 0; with 1 the solution moves by 15 % in our check.",
    test: "models/leastSquares/evidence/evidencePosterior.test.ts",
  },
];

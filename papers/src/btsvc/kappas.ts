import type { KernelDocument } from "kernelbayes/kernels";

/** The hyperparameters of κ₀ exp(−½ κ ‖x − z‖²) + κ_b, as the paper names them; those that a kernel does not have are absent. */
export interface Kappas {
  readonly kappa0?: number;
  readonly kappa?: number;
  readonly kappaB?: number;
}

interface Node {
  readonly kind: string;
  readonly lengthScale?: number;
  readonly variance?: number;
  readonly kernel?: KernelDocument;
  readonly terms?: readonly KernelDocument[];
}

/** Reads them from the document of a Gaussian kernel, alone, scaled, or in a sum with a constant. */
export function kappasOf(document: KernelDocument): Kappas {
  const { kind, lengthScale, variance, kernel, terms = [] } = document as unknown as Node;
  if (kind === "gaussian" && typeof lengthScale === "number") return { kappa: lengthScale ** -2 };
  if (kind === "constant" && variance !== undefined) return { kappaB: variance };
  const inner = kernel ? [kernel] : terms;
  return Object.assign({}, ...inner.map(kappasOf), kind === "scale" ? { kappa0: variance } : {}) as Kappas;
}

/** The kernel of these hyperparameters, of which a search may be told to leave the last as it is. */
export function kernelOfKappas(
  { kappa0, kappa, kappaB }: Required<Kappas>,
  { isConstantFixed = false }: { readonly isConstantFixed?: boolean } = {},
): KernelDocument {
  return {
    kind: "sum",
    terms: [
      { kind: "scale", kernel: { kind: "gaussian", lengthScale: kappa ** -0.5 }, variance: kappa0 },
      { kind: "constant", variance: kappaB, ...(isConstantFixed && { fixed: ["variance"] }) },
    ],
  };
}

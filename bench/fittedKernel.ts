import { kernelFromDocument, type Posterior } from "kernelbayes";

/** What a fit chose for a scaled gaussian kernel, in units of standardized columns. */
export interface FittedKernel {
  /** κ₀, the variance in front of the gaussian kernel. */
  readonly variance: number;
  /** κ, one over the squared length scale; one number, or one for each column. */
  readonly relevances: readonly number[];
}

/** The kernel of a posterior whose parameters name one, the scaled gaussian being its first term. */
export function fittedKernel(posterior: Posterior): FittedKernel {
  const { kernel } = posterior.toDocument()["parameters"] as { readonly kernel?: unknown };
  if (kernel === undefined) throw new Error(`A posterior of ${posterior.model.name} has no kernel.`);
  const { parameters } = kernelFromDocument(kernel);
  const variance = parameters.find(({ name }) => name.endsWith("variance"));
  const lengths = parameters.filter(({ name }) => /lengthScale(\[\d+\])?$/.test(name));
  if (!variance || lengths.length === 0) throw new Error(`The kernel of ${posterior.model.name} is not gaussian.`);
  return { variance: variance.value, relevances: lengths.map(({ value }) => value ** -2) };
}

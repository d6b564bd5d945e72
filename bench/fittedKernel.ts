import { type Posterior } from "kernelbayes";
import { kernelFromDocument } from "kernelbayes/kernels";

/** What a fit chose for a scaled gaussian kernel, in units of standardized columns. */
export interface FittedKernel {
  /** κ₀, the variance in front of the gaussian kernel. */
  readonly variance: number;
  /** κ, one over the squared length scale; one number, or one for each column. */
  readonly relevances: readonly number[];
}

/** What documents of posteriors have in common: one kernel, or several members with theirs. */
interface KernelParameters {
  readonly kernel?: unknown;
  readonly members?: readonly { readonly kernel: unknown; readonly weight: number }[];
}

/** The kernel of a posterior, or of its heaviest member, the scaled gaussian being its first term. */
export function fittedKernel(posterior: Posterior): FittedKernel {
  const { kernel, members = [] } = posterior.toDocument()["parameters"] as KernelParameters;
  const [heaviest] = members.toSorted((a, b) => b.weight - a.weight);
  const document = kernel ?? heaviest?.kernel;
  if (document === undefined) throw new Error(`A posterior of ${posterior.model.name} has no kernel.`);
  const { parameters } = kernelFromDocument(document);
  const variance = parameters.find(({ name }) => name.endsWith("variance"));
  const lengths = parameters.filter(({ name }) => /lengthScale(\[\d+\])?$/.test(name));
  if (!variance || lengths.length === 0) throw new Error(`The kernel of ${posterior.model.name} is not gaussian.`);
  return { variance: variance.value, relevances: lengths.map(({ value }) => value ** -2) };
}

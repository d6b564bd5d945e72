import { type Kernel, type Posterior } from "kernelbayes";
import { kernelFromDocument } from "kernelbayes/kernels";

interface Parameters {
  readonly kernel?: unknown;
  readonly members?: readonly { readonly kernel?: unknown }[];
}

/** The kernel of a posterior with its chosen parameters; undefined for models without a kernel or with several. */
export function kernelOf(posterior: Posterior): Kernel | undefined {
  const { parameters } = posterior.toDocument() as { readonly parameters?: Parameters };
  const { kernel, members } = parameters ?? {};
  const found = kernel ?? (members?.length === 1 ? members[0].kernel : undefined);
  return found === undefined ? undefined : kernelFromDocument(found);
}

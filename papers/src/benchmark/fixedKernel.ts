import type { KernelDocument } from "kernelbayes/kernels";

/** What parameters are called in the nodes of kernel documents, where they are numbers. */
const parameterNames = [
  "lengthScale",
  "variance",
  "inverseSquaredLength",
  "linear",
  "bias",
  "nugget",
  "relevance",
] as const;

interface Node {
  readonly kernel?: KernelDocument;
  readonly terms?: readonly KernelDocument[];
  readonly fixed?: readonly string[];
}

/** The kernel with all its parameters fixed, so that a fit takes them as they are. */
export function fixedKernel(document: KernelDocument): KernelDocument {
  const { kernel, terms, ...rest } = document as KernelDocument & Node;
  const names = parametersOf(rest);
  return {
    ...rest,
    ...(kernel && { kernel: fixedKernel(kernel) }),
    ...(terms && { terms: terms.map(fixedKernel) }),
    ...(names.length > 0 && { fixed: names }),
  };
}

/** The kernel whose parameters are the geometric means of those of several kernels of one form. */
export function meanKernel(documents: readonly KernelDocument[]): KernelDocument {
  const nodes = documents as readonly (KernelDocument & Node)[];
  const [{ kernel, terms, ...rest }] = nodes;
  const means = parametersOf(rest).map((name) => [name, geometricMean(nodes.map((node) => node[name] as Parameter))]);
  return {
    ...rest,
    ...(kernel && { kernel: meanKernel(nodes.map((node) => node.kernel!)) }),
    ...(terms && { terms: terms.map((_, at) => meanKernel(nodes.map((node) => node.terms![at]))) }),
    ...Object.fromEntries(means),
  };
}

type Parameter = number | readonly number[];

/** The parameters of a node: "relevance" is one of some kernels, and a word of others. */
function parametersOf(node: Readonly<Record<string, unknown>>): string[] {
  return parameterNames.filter((name) => Object.hasOwn(node, name) && typeof node[name] !== "string");
}

function geometricMean(values: readonly Parameter[]): Parameter {
  const mean = (numbers: readonly number[]): number =>
    Math.exp(numbers.reduce((sum, value) => sum + Math.log(value), 0) / numbers.length);
  const [first] = values;
  if (typeof first === "number") return mean(values as readonly number[]);
  return first.map((_, at) => mean(values.map((each) => (each as readonly number[])[at])));
}

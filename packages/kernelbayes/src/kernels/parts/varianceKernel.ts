import type { Kernel } from "../kernel.ts";
import { parameter, requireFixed, requireValues, varianceDescription, type VarianceOptions } from "./parameter.ts";

/** What kernels whose only parameter is their variance, on the diagonal too, have in common. */
export function varianceKernel(
  kind: string,
  { variance = 1, fixed = [] }: VarianceOptions,
  create: (options: VarianceOptions) => Kernel,
): Pick<Kernel, "kind" | "parameters" | "withValues" | "diagonal" | "toDocument"> {
  const kept = requireFixed(kind, [varianceDescription], fixed);
  const parameters = [parameter(varianceDescription, variance, kept)];
  return {
    kind,
    parameters,
    withValues: (values) => create({ variance: requireValues(kind, parameters, values)[0], fixed }),
    diagonal: (x) => new Float64Array(x.rows).fill(variance),
    toDocument: () => ({ kind, variance, fixed: [...kept] }),
  };
}

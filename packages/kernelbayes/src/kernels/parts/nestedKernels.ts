import { InputError } from "../../errors.ts";
import type { Kernel } from "../kernel.ts";
import { nested, requireValues } from "./parameter.ts";

/** The parts of a sum or product, at least one, with what both combinators do alike. */
export function nestedKernels(
  kind: "sum" | "product",
  place: "terms" | "factors",
  parts: readonly Kernel[],
  rebuild: (parts: readonly Kernel[]) => Kernel,
): Pick<Kernel, "kind" | "parameters" | "withValues" | "forColumns" | "toDocument"> {
  if (parts.length === 0) throw new InputError("invalid-option", `A ${kind} of kernels needs at least one kernel.`);
  const parameters = parts.flatMap((part, index) => nested(`${place}[${index}]`, part.parameters));
  return {
    kind,
    parameters,
    withValues(values) {
      const list = requireValues(kind, parameters, values);
      let start = 0;
      return rebuild(parts.map((part) => part.withValues(list.slice(start, (start += part.parameters.length)))));
    },
    forColumns: (groups) => rebuild(parts.map((part) => part.forColumns(groups))),
    toDocument: () => ({ kind, [place]: parts.map((part) => part.toDocument()) }),
  };
}

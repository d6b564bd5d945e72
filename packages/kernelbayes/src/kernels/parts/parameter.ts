import { InputError } from "../../errors.ts";
import type { KernelParameter, ParameterDescription, Kernel } from "../kernel.ts";

/** Within these limits neither a square nor the inverse of a square overflows or vanishes. */
const smallest = 1e-150;
const largest = 1e150;

/** The value, if a parameter of this description may take it; otherwise an `InputError` that says why not. */
export function requireParameter(
  description: ParameterDescription,
  value: unknown,
  name: string = description.name,
): number {
  if (typeof value !== "number" || Number.isNaN(value)) {
    throw new InputError("invalid-parameter", `${name} must be a number; got ${show(value)}.`);
  }
  if (value === 0 && description.mayBeZero === true) return value;
  if (value <= 0) {
    const expected = description.mayBeZero === true ? "must not be negative" : "must be greater than 0";
    throw new InputError("invalid-parameter", `${name} ${expected}; got ${value}.`);
  }
  if (value < smallest || value > largest) {
    throw new InputError("invalid-parameter", `${name} must lie between 1e-150 and 1e150; got ${value}.`);
  }
  return value;
}

/** A parameter with its value. Bounds are those of the description, widened where the value lies outside of them. */
export function parameter(
  description: ParameterDescription,
  value: number,
  fixed: readonly string[],
  name: string = description.name,
): KernelParameter {
  return {
    name,
    value: requireParameter(description, value, name),
    lower: Math.min(description.lower, value),
    upper: Math.max(description.upper, value),
    fixed: fixed.includes(description.name),
  };
}

/** The parameters of a nested kernel under the path at which it is found. */
export function nested(path: string, parameters: readonly KernelParameter[]): KernelParameter[] {
  return parameters.map((each) => ({ ...each, name: `${path}.${each.name}` }));
}

/** A copy of the names in `fixed`, each of them a parameter of the kernel. */
export function requireFixed(
  kind: string,
  descriptions: readonly ParameterDescription[],
  fixed: readonly string[],
): string[] {
  const known = descriptions.map((each) => each.name);
  for (const name of fixed) {
    if (!known.includes(name)) {
      throw new InputError(
        "invalid-option",
        `fixed names ${show(name)}, which is no parameter of ${kind}; its parameters are: ${known.join(", ")}.`,
      );
    }
  }
  return [...fixed];
}

/** The values as an array, one for each parameter of the kernel. */
export function requireValues(
  kind: string,
  parameters: readonly KernelParameter[],
  values: ArrayLike<number>,
): number[] {
  if (values.length !== parameters.length) {
    throw new InputError(
      "invalid-parameter",
      `A ${kind} kernel with ${parameters.length} parameters was given ${values.length} values.`,
    );
  }
  return Array.from(values);
}

/** A value of unknown type in a message, cut to a readable length. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "number" || typeof value === "boolean" || value === null || value === undefined) {
    return String(value);
  }
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The options of the kernels constant and nugget and of the combinator scale. */
export interface VarianceOptions {
  /** v. Default 1. */
  readonly variance?: number;
  /** `["variance"]` keeps the value; otherwise it is where a search starts. */
  readonly fixed?: readonly "variance"[];
}

/** The parameter of the kernels constant and nugget and of the combinator scale. */
export const varianceDescription: ParameterDescription = {
  name: "variance",
  symbol: "v",
  default: 1,
  lower: 1e-9,
  upper: 1e9,
  text: "Prior variance of this part of the latent function.",
};

/** Whether a parameter of a kernel, by its name, is a variance: that of a scaled kernel, a constant or a nugget, on its own or within others. */
export function isVariance(name: string): boolean {
  return /(^|\.)variance$/.test(name);
}

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

import type { Kernel, ParameterDescription } from "../kernel.ts";
import {
  columnDocument,
  columnParameter,
  impliedRelevance,
  type ColumnOptions,
  type ColumnParameter,
  type ColumnValue,
} from "./columnParameter.ts";
import { requireFixed, requireValues } from "./parameter.ts";

interface GivenOptions extends ColumnOptions {
  readonly value: number | ArrayLike<number>;
  readonly fixed?: readonly string[];
}

/** The column parameter of a kernel that has no other, and what follows from it alone. */
export interface ColumnKernel {
  readonly numbers: ColumnParameter;
  readonly shared: Pick<Kernel, "kind" | "parameters" | "withValues" | "forColumns" | "toDocument">;
}

/** `rebuild` makes the kernel with other numbers, all else the same; `settings` are what its document holds besides. */
export function columnKernel(
  kind: string,
  description: ParameterDescription,
  { value, relevance = impliedRelevance(value), groups, fixed = [] }: GivenOptions,
  rebuild: (numbers: ColumnValue) => Kernel,
  settings: Readonly<Record<string, unknown>> = {},
): ColumnKernel {
  const kept = requireFixed(kind, [description], fixed);
  const numbers = columnParameter(kind, description, kept, { value, relevance, groups });
  const { parameters } = numbers;
  return {
    numbers,
    shared: {
      kind,
      parameters,
      withValues: (values) => rebuild(numbers.withValues(requireValues(kind, parameters, values))),
      forColumns: (columns) => rebuild(numbers.forColumns(columns)),
      toDocument: () => ({ kind, ...settings, ...columnDocument(description.name, numbers), fixed: [...kept] }),
    },
  };
}

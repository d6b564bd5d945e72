import type { Kernel, ParameterDescription } from "../kernel.ts";

/** What an option that is not a parameter may hold. */
export type KernelOptionType =
  | "choice"
  | "whole number"
  | "whole numbers"
  | "parameter names"
  | "matrix"
  | "kernel"
  | "kernels";

/** An option of a family member that is no parameter: it is chosen, never searched. */
export interface KernelOptionDescription {
  readonly name: string;
  readonly type: KernelOptionType;
  /** The values to choose from, for the type "choice". */
  readonly choices?: readonly (string | number)[];
  /** What holds when the option is left out. An option without default and without `optional` must be given. */
  readonly default?: unknown;
  /** The option may be left out although it has no default. */
  readonly optional?: boolean;
  /** A sentence: what it does. */
  readonly text: string;
}

/** The options of a document after their check: plain data, nested kernels already built. */
export type KernelOptions = Readonly<Record<string, unknown>>;

/** An entry of the catalogue. Documents, help texts and forms are driven by it. */
export interface KernelMember {
  /** One sentence. */
  readonly description: string;
  readonly parameters: readonly ParameterDescription[];
  readonly options: readonly KernelOptionDescription[];
  /** Builds the kernel from checked options. */
  create(options: KernelOptions): Kernel;
}

/** The option `fixed` of every member that has parameters. */
export const fixedOption: KernelOptionDescription = {
  name: "fixed",
  type: "parameter names",
  default: [],
  text: "Names of the parameters that keep their values; the others are starting values of a search.",
};

/** The options of a member with one number a column, behind those of its own. */
/* @__NO_SIDE_EFFECTS__ */
export function columnOptions(...own: readonly KernelOptionDescription[]): readonly KernelOptionDescription[] {
  return [...own, relevanceOption, groupsOption, fixedOption];
}

const relevanceOption: KernelOptionDescription = {
  name: "relevance",
  type: "choice",
  choices: ["one", "each"],
  default: "one",
  text: "One number for all columns, or one for each column (automatic relevance determination). An array means each.",
};

const groupsOption: KernelOptionDescription = {
  name: "groups",
  type: "whole numbers",
  optional: true,
  text: "The group of each column; the columns of one group share one number. Usually set by forColumns.",
};

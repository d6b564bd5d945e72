import { InputError } from "../../errors.ts";
import type { KernelParameter, ParameterDescription } from "../kernel.ts";
import { parameter, requireParameter, show } from "./parameter.ts";

/** One number for all columns, or one for each column. */
export type Relevance = "one" | "each";

/** A number that stands before columns, as plain data. */
export interface ColumnValue {
  /** A number: for all columns, or (`relevance: "each"`, columns unknown) the start of each. An array: one a group. */
  readonly value: number | readonly number[];
  readonly relevance: Relevance;
  /** The group of each column, numbered 0, 1, … in the order of first appearance. Without it column j is group j. */
  readonly groups: readonly number[] | undefined;
}

/** The options of a kernel with a number a column, beside that number. */
export interface ColumnOptions {
  /** One number for all columns (default), or one for each. An array of numbers implies "each". */
  readonly relevance?: Relevance;
  /** The group of each column: columns of one group share a number. Usually set by `forColumns`. */
  readonly groups?: ArrayLike<number> | undefined;
}

/** A positive parameter that is one number for all columns or one for each group of columns. */
export interface ColumnParameter extends ColumnValue {
  /** The numbers to search: those that are 0 are switched off and not listed. */
  readonly parameters: readonly KernelParameter[];
  withValues(values: readonly number[]): ColumnValue;
  forColumns(groups: ArrayLike<number>): ColumnValue;
  /** The number of each column, for a matrix of so many columns. */
  perColumn(columns: number): Float64Array;
  /** From one derivative a column to one a listed parameter: the derivatives of a group add up. */
  gather(perColumn: Float64Array): Float64Array;
}

/** "each" for an array of numbers, "one" for a number. */
export function impliedRelevance(value: number | ArrayLike<number>): Relevance {
  return isList(value) ? "each" : "one";
}

function isList(value: number | ArrayLike<number>): value is ArrayLike<number> {
  return typeof value === "object" && value !== null && "length" in value;
}

interface GivenColumns {
  readonly value: number | ArrayLike<number>;
  readonly relevance: Relevance;
  readonly groups?: ArrayLike<number> | undefined;
}

/** Checks the options of a kernel and makes of them its parameter. */
export function columnParameter(
  kind: string,
  description: ParameterDescription,
  fixed: readonly string[],
  options: GivenColumns,
): ColumnParameter {
  const { name } = description;
  const relevance = requireRelevance(name, options);
  const groups = options.groups === undefined ? undefined : numberGroups(options.groups);
  const value = spreadValue(kind, description, options.value, relevance, groups);
  const unresolved = relevance === "each" && typeof value === "number";
  const list: readonly number[] = typeof value === "number" ? [value] : value;
  const all = list.map((each, index) =>
    parameter(description, each, fixed, typeof value === "number" ? name : `${name}[${index}]`),
  );
  const parameters = all.filter((each) => each.value !== 0);

  /** The index in `list` of the number that stands before a column. */
  const slot = (column: number): number =>
    typeof value === "number" ? 0 : groups === undefined ? column : groups[column];

  return {
    value,
    relevance,
    groups,
    parameters,
    withValues(values) {
      if (unresolved) throw unresolvedColumns(kind, name);
      let next = 0;
      const filled = list.map((each) => (each === 0 ? 0 : requireSearched(name, values[next++])));
      return { value: typeof value === "number" ? filled[0] : filled, relevance, groups };
    },
    forColumns(columns) {
      if (relevance === "one") return { value, relevance, groups };
      const numbers = numberGroups(columns);
      return { value: spreadValue(kind, description, value, relevance, numbers), relevance, groups: numbers };
    },
    perColumn(columns) {
      if (unresolved) throw unresolvedColumns(kind, name);
      const expected = typeof value === "number" ? columns : (groups ?? value).length;
      if (expected !== columns) throw columnMismatch(kind, name, expected, columns);
      return Float64Array.from({ length: columns }, (_, column) => list[slot(column)]);
    },
    gather(perColumn) {
      const sums = new Float64Array(list.length);
      for (let column = 0; column < perColumn.length; column++) sums[slot(column)] += perColumn[column];
      return sums.filter((_, index) => list[index] !== 0);
    },
  };
}

/** One number for all columns, or one a group where the groups are known. */
function spreadValue(
  kind: string,
  description: ParameterDescription,
  given: number | ArrayLike<number>,
  relevance: Relevance,
  groups: readonly number[] | undefined,
): number | readonly number[] {
  const { name } = description;
  if (!isList(given)) {
    const start = requireParameter(description, given);
    return relevance === "each" && groups !== undefined ? new Array<number>(countOf(groups)).fill(start) : start;
  }
  const values = Array.from(given, (each, index) => requireParameter(description, each, `${name}[${index}]`));
  if (groups === undefined || values.length === countOf(groups)) return values;
  throw new InputError(
    "column-mismatch",
    `${name} of the ${kind} kernel has ${values.length} values, but the ${groups.length} columns form ${countOf(groups)} groups.`,
    {},
    "Give one value a group.",
  );
}

/** A column parameter as options of a document, under its name. */
export function columnDocument(name: string, { value, relevance, groups }: ColumnValue): Record<string, unknown> {
  const copy = typeof value === "number" ? value : [...value];
  return groups === undefined ? { [name]: copy, relevance } : { [name]: copy, relevance, groups: [...groups] };
}

function requireRelevance(name: string, { value, relevance, groups }: GivenColumns): Relevance {
  if (relevance !== "one" && relevance !== "each") {
    throw new InputError("invalid-option", `relevance must be "one" or "each"; got ${show(relevance)}.`);
  }
  if (relevance === "one" && impliedRelevance(value) === "each") {
    throw new InputError(
      "invalid-option",
      `${name} is an array, one number a column, but relevance is "one".`,
      {},
      'Give one number, or relevance "each".',
    );
  }
  if (relevance === "one" && groups !== undefined) {
    throw new InputError(
      "invalid-option",
      'groups were given, but relevance is "one".',
      {},
      'Ask for relevance "each".',
    );
  }
  return relevance;
}

/** Groups numbered 0, 1, … in the order of first appearance. */
function numberGroups(groups: ArrayLike<number>): number[] {
  const numbers = new Map<number, number>();
  return Array.from(groups, (group) => {
    if (!Number.isInteger(group) || group < 0) {
      throw new InputError("invalid-option", `groups must be whole numbers from 0; got ${show(group)}.`);
    }
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
}

function countOf(groups: readonly number[]): number {
  return new Set(groups).size;
}

function requireSearched(name: string, value: number): number {
  if (value > 0) return value;
  throw new InputError("invalid-parameter", `${name} must be greater than 0; got ${value}.`);
}

function columnMismatch(kind: string, name: string, expected: number, columns: number): InputError {
  return new InputError(
    "column-mismatch",
    `The ${kind} kernel knows ${expected} columns (${name}), but was given rows with ${columns}.`,
  );
}

function unresolvedColumns(kind: string, name: string): InputError {
  return new InputError(
    "unresolved-columns",
    `The ${kind} kernel has one ${name} a column, but does not know the columns yet.`,
    {},
    `Call kernel.forColumns first, for example kernel.forColumns([0, 1, 2]), or give ${name} as an array.`,
  );
}

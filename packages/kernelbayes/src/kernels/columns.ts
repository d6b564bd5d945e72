import { InputError } from "../errors.ts";
import type { Matrix } from "../engine/matrix.ts";
import { selectColumns } from "../matrix/row.ts";
import type { Kernel } from "./kernel.ts";
import { placedTerm } from "./parts/kernelTerms.ts";
import { matrixWithGradient } from "./parts/matrixWithGradient.ts";
import type { KernelMember } from "./parts/kernelMember.ts";
import { nested, requireValues, show } from "./parts/parameter.ts";

/**
 * A kernel that sees only some of the columns, in the order given.
 *
 *     k(x[columns], z[columns])
 *
 * Columns are numbered from 0 after encoding; none may be named twice. Arrays of length scales or weights in the kernel
 * follow the order of the numbers. Its parameters are those of the kernel, named "kernel.lengthScale" and so on.
 *
 * @example sum(columns([0, 3], gaussian()), columns([1, 2], linear()))
 */
export function columns(numbers: readonly number[], kernel: Kernel): Kernel {
  const chosen = requireColumnNumbers(numbers);
  const largest = chosen.reduce((most, each) => Math.max(most, each), -1);

  function pick(row: ArrayLike<number>): Float64Array {
    requireColumns(row.length);
    return Float64Array.from(chosen, (each) => row[each]);
  }

  function select(x: Matrix): Matrix {
    requireColumns(x.columns);
    return selectColumns(x, chosen);
  }

  function requireColumns(count: number): void {
    if (largest < count) return;
    throw new InputError(
      "column-mismatch",
      `The kernel asks for column ${largest}, but there are only ${count} columns.`,
    );
  }

  const parameters = nested("kernel", kernel.parameters);
  return {
    kind: "columns",
    parameters,
    withValues: (values) => columns(chosen, kernel.withValues(requireValues("columns", parameters, values))),
    forColumns: (groups) => columns(chosen, kernel.forColumns(pick(groups))),
    evaluate: (x, z, same) => kernel.evaluate(pick(x), pick(z), same),
    matrix: (engine, x) => kernel.matrix(engine, select(x)),
    cross: (engine, x, z) => kernel.cross(engine, select(x), select(z)),
    diagonal: (x) => kernel.diagonal(select(x)),
    gradient: (engine, x, weights) => kernel.gradient(engine, select(x), weights),
    matrixWithGradient: (engine, x, variance) => matrixWithGradient(engine, kernel, select(x), variance),
    terms: (count) => kernel.terms?.(chosen.length)?.map((term) => placedTerm(term, chosen, count)),
    toDocument: () => ({ kind: "columns", columns: [...chosen], kernel: kernel.toDocument() }),
  };
}

function requireColumnNumbers(columns: readonly number[]): readonly number[] {
  const seen = new Set<number>();
  for (const each of columns) {
    if (!Number.isInteger(each) || each < 0) {
      throw new InputError("invalid-option", `columns must be whole numbers from 0; got ${show(each)}.`);
    }
    if (seen.has(each)) throw new InputError("invalid-option", `columns names column ${each} twice.`);
    seen.add(each);
  }
  return [...columns];
}

export const columnsMember: KernelMember = {
  description: "A kernel that sees only some of the columns.",
  parameters: [],
  options: [
    { name: "columns", type: "whole numbers", text: "The numbers of the columns after encoding, counted from 0." },
    { name: "kernel", type: "kernel", text: "The kernel that sees them." },
  ],
  create: (options) => columns(options["columns"] as number[], options["kernel"] as Kernel),
};

import { selectColumns, numbersUpTo } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { type Matrix } from "../../../engine/matrix.ts";
import { InputError, type Warning } from "../../../errors.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { centerColumns } from "../../../matrix/centerColumns.ts";

/**
 * From rows to their scores: those of a row x are (k(x) − means) · coefficients, where k(x) holds the kernel between x and the
 * rows kept.
 */
export interface ComponentBasis {
  /** The rows that new rows are compared with: all training rows, or the pivots that stand for them. */
  readonly rows: Matrix;
  /** The mean over all training rows of the kernel with each of these rows. */
  readonly means: Float64Array;
  /** A row for each of these rows, a column for each component. */
  readonly coefficients: Matrix;
}

/** What new rows need of principal components in the space of a kernel. */
export interface ComponentProjection {
  readonly kernel: Kernel;
  readonly basis: ComponentBasis;
  /** Eigenvalues of the centered kernel matrix, from the largest, as many as components are kept. */
  readonly eigenvalues: Float64Array;
  /** The sum of all eigenvalues, those that were dropped included. */
  readonly total: number;
  /** Scores of other rows. A row that is one of the first has that row's scores. */
  project(X: Matrix): Matrix;
}

/** Principal components of rows in the space of a kernel. */
export interface KernelComponents extends ComponentProjection {
  /** Scores of the rows: a column for each component, of mean 0 and with the eigenvalue as its sum of squares. */
  readonly scores: Matrix;
  /** What a reader should know: axes that rounding decides about, pivots that do not suffice. */
  readonly warnings: readonly Warning[];
  /** The components without the last ones. More than there are is an `InputError`. */
  first(count: number): KernelComponents;
}

/** A projection by its numbers. */
export function projectionOf(
  engine: Engine,
  { kernel, basis, eigenvalues, total }: Omit<ComponentProjection, "project">,
): ComponentProjection {
  return {
    kernel,
    basis,
    eigenvalues,
    total,
    project: (X) =>
      engine.multiply(centerColumns(kernel.cross(engine, X, basis.rows), basis.means), basis.coefficients),
  };
}

/** The numbers of all components that were found, from which the first are taken. */
export interface FoundComponents extends Omit<ComponentProjection, "project"> {
  readonly scores: Matrix;
  /** What concerns the components whatever their number. */
  readonly warnings: readonly Warning[];
}

/** Eigenvalues that differ by less than this share of the largest have no axes of their own. */
const indistinct = 1e-8;

/** The first of the components that were found; `most` of them may be asked for. */
export function firstComponents(
  engine: Engine,
  found: FoundComponents,
  count: number,
  most: number = found.eigenvalues.length,
): KernelComponents {
  const { eigenvalues, scores, basis, warnings } = found;
  if (!Number.isInteger(count) || count < 1 || count > most) {
    throw new InputError(
      "too-many-components",
      `${count} kernel principal components cannot be kept of ${most}.`,
      {},
      `Ask for a whole number from 1 to ${most}.`,
    );
  }
  const next = count < eigenvalues.length ? eigenvalues[count] : 0;
  const isUndecided = next > 0 && eigenvalues[count - 1] - next < indistinct * eigenvalues[0];
  return {
    ...projectionOf(engine, {
      ...found,
      basis: { ...basis, coefficients: firstColumns(basis.coefficients, count) },
      eigenvalues: eigenvalues.slice(0, count),
    }),
    scores: firstColumns(scores, count),
    warnings: isUndecided ? [...warnings, undecided(count)] : warnings,
    first: (fewer) => firstComponents(engine, found, fewer, count),
  };
}

function firstColumns(A: Matrix, count: number): Matrix {
  return count === A.columns ? A : selectColumns(A, numbersUpTo(count));
}

function undecided(count: number): Warning {
  return {
    code: "equal-components",
    message:
      `Kernel principal components ${count} and ${count + 1} have equal eigenvalues, so that rounding decides which directions ` +
      "are kept. Keep one more or one fewer.",
  };
}

/** The share of the total variance that the first component explains, that the first two explain, and so on. */
export function explainedShares({
  eigenvalues,
  total,
}: Pick<ComponentProjection, "eigenvalues" | "total">): Float64Array {
  let sum = 0;
  return eigenvalues.map((value) => (sum += value) / total);
}

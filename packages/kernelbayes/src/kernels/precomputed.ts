import { InputError } from "../errors.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { fromRows, toRows } from "../matrix/row.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelMember } from "./parts/kernelMember.ts";
import { requireValues } from "./parts/parameter.ts";
import { requireDefinite } from "./parts/requireDefinite.ts";

export interface PrecomputedOptions {
  /** The Gram matrix: a `Matrix`, or an array of rows. It is copied. */
  readonly gram: Matrix | readonly ArrayLike<number>[];
  /**
   * Whether a fit refuses a Gram matrix that is not positive semidefinite ("checked"), or takes it as it is ("assumed"). Default
   * "checked".
   */
  readonly definite?: Definiteness;
}

type Definiteness = "checked" | "assumed";

/**
 * A kernel given by its values: for strings, graphs, or whatever else was compared elsewhere.
 *
 *     k(x, z) = G[x, z]
 *
 * The rows that it compares have one column, the row number in **gram** G, counted from 0; rows to be predicted need their
 * place in G as well. G is square, finite and symmetric (differences of rounding, up to 1e-9 of the largest entry, are
 * averaged away), its diagonal not negative. That it is positive semidefinite is tested when the first fit begins, in n³/3
 * operations, about as many as one factorization of it (`requireDefinite`); **definite** "assumed" leaves that out. It has no parameter.
 *
 * @example precomputed({ gram: [[2, 1], [1, 3]] })
 */
export function precomputed({ gram, definite = "checked" }: PrecomputedOptions): Kernel {
  const G = symmetric(gram);
  let isKnownDefinite = definite === "assumed";

  const rowOf = (value: number): number => rowIn(G, value);
  const rowsOf = (x: Matrix): Float64Array => {
    requireOneColumn(x.columns);
    return x.data.map(rowOf);
  };
  const kernel: Kernel = {
    kind: "precomputed",
    parameters: [],
    withValues: (values) => {
      requireValues("precomputed", [], values);
      return kernel;
    },
    forColumns(groups) {
      requireOneColumn(groups.length);
      if (!isKnownDefinite) requireDefinite("gram", G);
      isKnownDefinite = true;
      return kernel;
    },
    evaluate(x, z) {
      requireOneColumn(x.length);
      return G.data[rowOf(x[0]) * G.columns + rowOf(z[0])];
    },
    matrix: (_engine, x) => submatrix(G, rowsOf(x), rowsOf(x)),
    cross: (_engine, x, z) => submatrix(G, rowsOf(x), rowsOf(z)),
    diagonal: (x) => rowsOf(x).map((each) => G.data[each * G.columns + each]),
    gradient: () => new Float64Array(0),
    toDocument: () => ({
      kind: "precomputed",
      gram: toRows(G),
      ...(definite === "assumed" && { definite }),
    }),
  };
  return kernel;
}

/** A row number of G, checked. */
function rowIn(G: Matrix, value: number): number {
  if (Number.isInteger(value) && value >= 0 && value < G.rows) return value;
  throw new InputError(
    "invalid-row-number",
    `A precomputed kernel of ${G.rows} rows takes row numbers from 0 to ${G.rows - 1}; got ${value}.`,
  );
}

/** The entries of G in some rows and some columns, which may repeat. */
function submatrix(G: Matrix, down: Float64Array, across: Float64Array): Matrix {
  const K = matrix(down.length, across.length);
  for (let a = 0; a < down.length; a++) {
    for (let b = 0; b < across.length; b++) K.data[a * across.length + b] = G.data[down[a] * G.columns + across[b]];
  }
  return K;
}

function requireOneColumn(columns: number): void {
  if (columns === 1) return;
  throw new InputError(
    "column-mismatch",
    `A precomputed kernel compares rows with 1 column, their row number in the Gram matrix; got ${columns} columns.`,
  );
}

/** A checked and exactly symmetric copy of the Gram matrix. */
function symmetric(gram: PrecomputedOptions["gram"]): Matrix {
  if (!("data" in gram)) {
    gram.forEach((each, a) => {
      if (each.length !== gram.length) {
        throw invalid(`must be square; it has ${gram.length} rows, and row ${a} has ${each.length} numbers`);
      }
    });
  }
  const G = "data" in gram ? matrix(gram.rows, gram.columns, gram.data.slice()) : fromRows(gram);
  const n = G.rows;
  if (G.columns !== n) throw invalid(`must be square; got ${n} × ${G.columns}`);
  const largest = G.data.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  if (!Number.isFinite(largest)) throw invalid("must be finite");
  for (let a = 0; a < n; a++) {
    if (G.data[a * n + a] < 0) throw invalid(`must not be negative on its diagonal; row ${a} has ${G.data[a * n + a]}`);
    for (let b = 0; b < a; b++) {
      const below = G.data[a * n + b];
      const above = G.data[b * n + a];
      if (Math.abs(below - above) > 1e-9 * largest) {
        throw invalid(
          `must be symmetric; it has ${below} in row ${a}, column ${b}, and ${above} in row ${b}, column ${a}`,
        );
      }
      const mean = below + (above - below) / 2;
      G.data[a * n + b] = mean;
      G.data[b * n + a] = mean;
    }
  }
  return G;
}

function invalid(problem: string): InputError {
  return new InputError("invalid-option", `gram ${problem}.`);
}

export const precomputedMember: KernelMember = {
  description: "A kernel given by its matrix of values.",
  parameters: [],
  options: [
    { name: "gram", type: "matrix", text: "The Gram matrix, row by row. Rows are then known by their number." },
    {
      name: "definite",
      type: "choice",
      choices: ["checked", "assumed"],
      default: "checked",
      text: "Whether a fit refuses a Gram matrix that is not positive semidefinite, in n³/3 operations, or takes it as it is.",
    },
  ],
  create: (options) => precomputed(options as unknown as PrecomputedOptions),
};

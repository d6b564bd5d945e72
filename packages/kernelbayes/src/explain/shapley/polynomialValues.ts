import { matrix, type Matrix } from "../../engine/matrix.ts";
import { centerColumns, columnMeans } from "../../matrix/centerColumns.ts";
import type { LatentExpansion, LatentPolynomial } from "../../posterior/latentExpansion.ts";
import type { ExplainedRows } from "./kernelImages.ts";
import type { FunctionValues } from "./expandedValues.ts";

/**
 * Adds the Shapley values of f(x) = wᵀ(x − c) + (x − c)ᵀQ(x − c). A product of two columns of different players is shared equally, so that
 * with rows relative to c and the mean over background rows b
 *
 *     φ_J = Σ_{j∈J} mean_b (x_j − b_j) (w_j + [Q(x + b)]_j)
 *         = Σ_{j∈J} [(x_j − b̄_j)(w_j + [Qx]_j) + x_j [Qb̄]_j − mean_b b_j [Qb]_j],
 *
 * exactly. Columns that are removed are at c, b = 0: their terms are left out.
 */
export function polynomialValues(
  { center, functions, linear, quadratic }: LatentPolynomial,
  { X, background, groups, players }: ExplainedRows,
  into: Pick<FunctionValues, "bases" | "totals" | "contributions">,
): void {
  const p = X.columns;
  const k = functions.length;
  const M = into.totals.columns;
  const x = centerColumns(X, center);
  const b = centerColumns(background ?? matrix(1, p, center), center);
  const means = columnMeans(b);
  functions.forEach((m, place) => {
    const parts = quadratic && quadraticParts((rows) => quadratic(rows, place), x, b, means);
    for (let j = 0; j < p; j++) {
      into.bases[m] += means[j] * linear.data[j * k + place] + (parts?.ofBackground[j] ?? 0);
    }
    for (let a = 0; a < X.rows; a++) {
      for (let j = 0; j < p; j++) {
        const at = a * p + j;
        const Qx = parts ? parts.ofRows.data[at] : 0;
        const slope = linear.data[j * k + place] + Qx;
        const crossed = parts ? x.data[at] * parts.ofMeans.data[j] - parts.ofBackground[j] : 0;
        into.contributions[m].data[a * players + groups[j]] += (x.data[at] - means[j]) * slope + crossed;
        into.totals.data[a * M + m] += x.data[at] * slope;
      }
    }
  });
}

/** Qx, Qb̄ and the mean of b_j [Qb]_j. */
function quadraticParts(
  Q: (rows: Matrix) => Matrix,
  x: Matrix,
  b: Matrix,
  means: Float64Array,
): { readonly ofRows: Matrix; readonly ofMeans: Matrix; readonly ofBackground: Float64Array } {
  const Qb = Q(b);
  const products = matrix(
    b.rows,
    b.columns,
    b.data.map((value, at) => value * Qb.data[at]),
  );
  return { ofRows: Q(x), ofMeans: Q(matrix(1, means.length, means)), ofBackground: columnMeans(products) };
}

/** F(x) of the functionals: for each row and player the move of its columns from the background's mean, or from the center. */
export function movesOf(
  { polynomials }: Pick<LatentExpansion, "polynomials">,
  { X, background, groups, players }: ExplainedRows,
): Matrix {
  const p = X.columns;
  if (polynomials.length === 0) return matrix(0, p);
  const from = background ? columnMeans(background) : polynomials[0].center;
  const moves = matrix(X.rows * players, p);
  for (let a = 0; a < X.rows; a++) {
    for (let j = 0; j < p; j++) moves.data[(a * players + groups[j]) * p + j] = X.data[a * p + j] - from[j];
  }
  return moves;
}

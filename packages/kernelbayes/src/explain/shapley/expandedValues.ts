import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { KernelTerm } from "../../kernels/parts/kernelTerms.ts";
import { row, rowChunks } from "../../matrix/row.ts";
import type { KernelSum, LatentExpansion, LatentFunctionals } from "../../posterior/latentExpansion.ts";
import { progress, type Work } from "../../run/work.ts";
import { kernelImages, type ExplainedRows } from "./kernelImages.ts";
import { polynomialValues, movesOf } from "./polynomialValues.ts";
import { priorVariances } from "./priorVariances.ts";

/** The Shapley values of the functions of an expansion. */
export interface FunctionValues {
  /** v(∅) of each function. */
  readonly bases: Float64Array;
  /** The functions at the rows: a row for each row, a column for each function. */
  readonly totals: Matrix;
  /** For each function a row for each row, and a column for each player. */
  readonly contributions: readonly Matrix[];
  /** For each contrast that was asked for the posterior variance of its contributions, where there is one. */
  readonly variances: readonly (Matrix | undefined)[];
}

/** A sum with its kernel taken apart. */
interface TakenSum extends KernelSum {
  readonly terms: readonly KernelTerm[];
}

/** The sums of an expansion with their kernels taken apart; undefined if one of them cannot be. */
export function takenApart(expansion: LatentExpansion, columns: number): readonly TakenSum[] | undefined {
  const taken = expansion.sums.flatMap((sum): TakenSum[] => {
    const terms = sum.kernel.terms?.(columns);
    return terms ? [{ ...sum, terms }] : [];
  });
  return taken.length === expansion.sums.length ? taken : undefined;
}

/** Numbers that images of kernel columns may take at a time. */
const largestImages = 4e6;

/** Shapley values of all functions at all rows, and the posterior variances of contrasts of them. */
export function* expandedValues(
  expansion: LatentExpansion,
  sums: readonly TakenSum[],
  rows: ExplainedRows,
  contrasts: readonly Float64Array[],
): Work<FunctionValues> {
  const { X, players } = rows;
  const M = expansion.functions.length;
  const bases = new Float64Array(M);
  const totals = matrix(X.rows, M);
  const contributions = Array.from({ length: M }, () => matrix(X.rows, players));
  const { variance } = expansion;
  const variances = contrasts.map(() => (variance ? matrix(X.rows, players) : undefined));
  const kept = sums.reduce((most, { rows: { rows: n } }) => Math.max(most, n), 1) * players;
  const size = variance && contrasts.length > 0 ? Math.max(1, Math.floor(largestImages / kept)) : X.rows;
  const steps = Math.ceil(X.rows / size) * sums.reduce((total, { rows: { rows: n } }) => total + n, 0);
  let step = 0;
  for (const [start, part] of rowChunks(X, Math.max(1, size))) {
    const chunk = { ...rows, X: part };
    const images: Matrix[] = [];
    for (const sum of sums) {
      const columns = kernelImages(sum.terms, chunk);
      const keptImages = variance && contrasts.length > 0 ? matrix(sum.rows.rows, part.rows * players) : undefined;
      for (let i = 0; i < sum.rows.rows; i++) {
        const column = columns(row(sum.rows, i));
        keptImages?.data.set(column.images, i * keptImages.columns);
        sum.functions.forEach((m, place) => {
          const alpha = sum.coefficients.data[i * sum.functions.length + place];
          if (alpha === 0) return;
          if (start === 0) bases[m] += alpha * column.base;
          column.values.forEach((value, a) => (totals.data[(start + a) * M + m] += alpha * value));
          addInPlace(contributions[m].data, start * players, alpha, column.images);
        });
        yield progress("rows", ++step, steps);
      }
      if (keptImages) images.push(keptImages);
    }
    if (!variance) continue;
    let priors: readonly Float64Array[] | undefined;
    const functionals: LatentFunctionals = {
      count: part.rows * players,
      images,
      own: rows.background && (() => (priors ??= sums.map(({ terms }) => priorVariances(terms, chunk)))),
      moves: movesOf(expansion, chunk),
    };
    contrasts.forEach((contrast, at) => {
      const found = variance(contrast, functionals);
      if (found) variances[at]?.data.set(found, start * players);
      else variances[at] = undefined;
    });
  }
  expansion.constants.forEach((constant, m) => {
    bases[m] += constant;
    for (let a = 0; a < X.rows; a++) totals.data[a * M + m] += constant;
  });
  for (const polynomial of expansion.polynomials) {
    polynomialValues(polynomial, rows, { bases, totals, contributions });
  }
  return { bases, totals, contributions, variances };
}

function addInPlace(sums: Float64Array, from: number, factor: number, values: Float64Array): void {
  for (let at = 0; at < values.length; at++) sums[from + at] += factor * values[at];
}

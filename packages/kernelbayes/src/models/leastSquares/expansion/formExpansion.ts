import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot } from "../../../matrix/dot.ts";
import type { ExpansionForm, CanonicalForm } from "../canonical/canonicalForm.ts";
import type { Expansion } from "../../parts/expansionPosterior.ts";
import type { Response, ResidualResponse } from "../canonical/leaveOneOutAt.ts";

/** Directions whose eigenvalue is a smaller share of the largest are nothing but rounding. */
const leastShare = 1e-13;

/**
 * The machines of a canonical form at one regularization in terms of kernel columns k, with the variance of their outputs. A
 * row has coordinates ψ in which the training rows are U Λ^½, and the weights of a machine the posterior variance
 * σ²(Λ + μI)⁻¹; so that of an output is σ²‖(Λ + μI)^−½ ψ‖², where ψ is centered, or has the constant in it, as the bias wants it.
 * A free bias that is still in the problem adds (1 − ρᵀΛ^½(Λ + μI)⁻¹ψ)²/S with ρ = Uᵀ√w and S = Σ ρ²μ/(λ + μ).
 *
 * `lower` is L where the columns of the form are L⁻¹k.
 */
export function formExpansion(
  engine: Engine,
  form: ExpansionForm,
  responses: readonly Response[],
  mu: number,
  lower?: Matrix,
): Expansion {
  const { eigenvalues, bias, rootWeights } = form;
  const total = rootWeights.reduce((sum, root) => sum + root * root, 0);
  const { turned, shift } = uncertainty(form, responses[0], mu);
  const fitted = eigenvalues.reduce((sum, value) => sum + value / (value + mu), bias === "removed" ? 1 : 0);
  const freedom = Math.max(total - fitted - constantFreedom(form, responses[0], mu), 1e-9 * total);
  return {
    machines: responses.map((response) => {
      const { coefficients, bias: constant } = solutionAt(form, response, mu);
      const squares = trainingResiduals(engine, form, response, mu).reduce((sum, value) => sum + value * value, 0);
      const column = matrix(coefficients.length, 1, coefficients);
      return {
        coefficients: lower ? engine.solveTriangular(lower, column, { transpose: true }).data : coefficients,
        bias: constant,
        noise: squares / freedom,
      };
    }),
    spread: lower ? engine.solveTriangular(lower, turned, { side: "right" }) : turned,
    shift,
    total: bias === "removed" ? total : undefined,
  };
}

/** What a free bias that is still in the problem takes: tr(aaᵀ)/S, a = R√w. */
function constantFreedom({ eigenvalues }: ExpansionForm, response: Response, mu: number): number {
  const open = openBias(eigenvalues, response, mu);
  if (!open) return 0;
  const { coordinates, outside, S } = open;
  return (dot(coordinates, coordinates) + (outside ? dot(outside, outside) : 0)) / S;
}

/** The matrix T and the vector s by which the variance of an output is σ²‖T k − s‖², but for 1/n of a free bias taken off. */
function uncertainty(
  form: ExpansionForm,
  response: Response,
  mu: number,
): { readonly turned: Matrix; readonly shift: Float64Array } {
  const { directions, scales, factors, eigenvalues, bias, columnMeans } = form;
  const { constant } = response;
  const most = eigenvalues.reduce((largest, value) => Math.max(largest, value), 0);
  const kept: number[] = [];
  eigenvalues.forEach((value, j) => {
    if (value > leastShare * most) kept.push(j);
  });
  const isColumn = bias === "column";
  const width = directions.rows - (isColumn ? 1 : 0);
  const isOpen = constant !== undefined;
  const turned = matrix(kept.length + (isOpen ? 1 : 0), width);
  const shift = new Float64Array(turned.rows);
  const openRow = turned.data.subarray(kept.length * width);
  const S = openBias(eigenvalues, response, mu)?.S ?? 1;
  const rowScales = Float64Array.from(kept, (j) => scales[j] / Math.sqrt(eigenvalues[j] * (eigenvalues[j] + mu)));
  for (let from = 0; from < width; from += together) {
    turnBlock(directions, kept, rowScales, turned, from, Math.min(from + together, width));
  }
  kept.forEach((j, row) => {
    const entries = turned.data.subarray(row * width, (row + 1) * width);
    if (factors) multiplyInPlace(entries, factors);
    if (constant) addScaled(openRow, entries, constant[j] * Math.sqrt(eigenvalues[j] / ((eigenvalues[j] + mu) * S)));
    if (isColumn)
      shift[row] = -rowScales[row] * directions.data[width * directions.columns + j] * (factors?.[width] ?? 1);
    else if (bias === "kernel") shift[row] = -entries.reduce((sum, value) => sum + value, 0);
    else if (columnMeans) shift[row] = dot(entries, columnMeans);
  });
  if (isOpen) shift[kept.length] = 1 / Math.sqrt(S);
  return { turned, shift };
}

/** Coefficients that are turned together, so that what is read for one of them is at hand for the others. */
const together = 8;

/** Transposes the kept columns of some rows, with a factor for each column. */
function turnBlock(
  { data, columns }: Matrix,
  kept: readonly number[],
  rowScales: Float64Array,
  turned: Matrix,
  from: number,
  to: number,
): void {
  for (let row = 0; row < rowScales.length; row++) {
    for (let c = from; c < to; c++)
      turned.data[row * turned.columns + c] = rowScales[row] * data[c * columns + kept[row]];
  }
}

/** Entries beyond the end of the factors stay. */
function multiplyInPlace(entries: Float64Array, factors: Float64Array): void {
  for (let c = 0; c < Math.min(entries.length, factors.length); c++) entries[c] *= factors[c];
}

function addScaled(result: Float64Array, entries: Float64Array, factor: number): void {
  for (let c = 0; c < entries.length; c++) result[c] += factor * entries[c];
}

/** The minimizer: f(x) = Σⱼ αⱼ φⱼ(x) + b. */
export interface LeastSquaresSolution {
  readonly coefficients: Float64Array;
  readonly bias: number;
}

/**
 * The coefficients and the bias at one regularization, in O(n r). In canonical coordinates c of the targets less the bias
 * they are cⱼ/(λⱼ + μ), times whatever the form has between its coordinates and its columns.
 */
export function solutionAt(form: CanonicalForm, response: Response, mu: number): LeastSquaresSolution {
  const { eigenvalues, rootWeights, bias, columnMeans } = form;
  const { coordinates, constant, mean } = response;
  const b = openBias(eigenvalues, response, mu)?.b ?? 0;
  const solved = eigenvalues.map((value, j) => (coordinates[j] - b * (constant?.[j] ?? 0)) / (value + mu));
  const coefficients = form.coefficients(solved);
  if (columnMeans) {
    return { coefficients, bias: mean - coefficients.reduce((sum, value, j) => sum + value * columnMeans[j], 0) };
  }
  if (bias === "column")
    return { coefficients: coefficients.slice(0, -1), bias: coefficients[coefficients.length - 1] };
  if (bias !== "kernel") return { coefficients, bias: b };
  // The constant has the sum of the coefficients where it was added to the kernel.
  return { coefficients, bias: coefficients.slice(0, rootWeights.length).reduce((sum, value) => sum + value, 0) };
}

/**
 * The training residuals of a form at one regularization, scaled by √w: N = R (t̃ − b√w), where the part outside of the span of
 * the basis stays as it is. O(n r).
 */
export function trainingResiduals(
  engine: Engine,
  { basis, eigenvalues }: CanonicalForm,
  response: Response,
  mu: number,
): Float64Array {
  const { coordinates, outside, constant } = response;
  const open = openBias(eigenvalues, response, mu);
  const b = open?.b ?? 0;
  const left = eigenvalues.map((value, j) => (mu / (value + mu)) * (coordinates[j] - b * (constant?.[j] ?? 0)));
  const inside = engine.multiply(basis, matrix(left.length, 1, left)).data;
  return outside ? inside.map((value, i) => value + outside[i] - b * (open?.outside?.[i] ?? 0)) : inside;
}

/** A free bias that is still in the problem, at one regularization. */
interface OpenBias {
  /** b = √wᵀR t̃ / S. */
  readonly b: number;
  /** S = √wᵀR√w. */
  readonly S: number;
  /** ω ∘ Uᵀ√w, the coordinates of R√w in the basis. */
  readonly coordinates: Float64Array;
  /** The part of R√w outside of the span of the basis, where there is one. */
  readonly outside: Float64Array | undefined;
}

/** The free bias of a response at one regularization; undefined where none is in the problem. */
export function openBias(
  eigenvalues: Float64Array,
  { coordinates, outside, constant, constantOutside }: ResidualResponse,
  mu: number,
): OpenBias | undefined {
  if (!constant) return undefined;
  const weighted = constant.map((value, j) => (value * mu) / (eigenvalues[j] + mu));
  let S = 0;
  let product = 0;
  weighted.forEach((value, j) => {
    S += value * constant[j];
    product += value * coordinates[j];
  });
  constantOutside?.forEach((value, i) => {
    S += value * value;
    product += value * (outside?.[i] ?? 0);
  });
  return { b: product / S, S, coordinates: weighted, outside: constantOutside };
}

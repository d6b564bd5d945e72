import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot } from "../../../matrix/dot.ts";
import type { ExpansionForm } from "../canonical/canonicalForm.ts";
import type { Expansion } from "../../parts/expansion.ts";
import type { Response } from "../canonical/leaveOneOutAt.ts";
import { openBias } from "../canonical/openBias.ts";
import { solutionAt } from "../canonical/solutionAt.ts";
import { trainingResiduals } from "../canonical/trainingResiduals.ts";

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

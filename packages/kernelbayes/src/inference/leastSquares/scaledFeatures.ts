import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { Bias } from "./bias.ts";

export interface ScaledFeatures {
  /** As many rows as the features; a column more than they have where the constant is one of them. */
  readonly Z: Matrix;
  /** The weighted means that were taken off, zeros where none were. */
  readonly means: Float64Array;
}

/**
 * Features scaled by √w, so that the constant is dealt with as the bias wants it and what remains is a least-squares problem
 * without one: centered where the bias is free, with √w as their last column where it is regularized, plain where there is
 * none.
 */
export function scaledFeatures(features: Matrix, rootWeights: Float64Array, bias: Bias): ScaledFeatures {
  if (bias === "free") return scaledAndCentered(features, rootWeights);
  const { data, rows, columns } = features;
  const width = bias === "regularized" ? columns + 1 : columns;
  const Z = matrix(rows, width);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) Z.data[i * width + j] = rootWeights[i] * data[i * columns + j];
    if (width > columns) Z.data[i * width + columns] = rootWeights[i];
  }
  return { Z, means: new Float64Array(columns) };
}

/** √w (z − z̄) for each row z, and the weighted means z̄. */
export function scaledAndCentered({ data, rows, columns }: Matrix, rootWeights: Float64Array): ScaledFeatures {
  const means = new Float64Array(columns);
  let total = 0;
  for (let i = 0; i < rows; i++) {
    const w = rootWeights[i] * rootWeights[i];
    total += w;
    for (let j = 0, at = i * columns; j < columns; j++, at++) means[j] += w * data[at];
  }
  for (let j = 0; j < columns; j++) means[j] /= total;
  const Z = matrix(rows, columns);
  const scaled = Z.data;
  for (let i = 0; i < rows; i++) {
    const root = rootWeights[i];
    for (let j = 0, at = i * columns; j < columns; j++, at++) scaled[at] = root * (data[at] - means[j]);
  }
  return { Z, means };
}

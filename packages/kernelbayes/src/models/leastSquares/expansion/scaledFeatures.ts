import { matrix, type Matrix } from "../../../engine/matrix.ts";

interface ScaledFeatures {
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
  const means = bias === "free" ? columnMeansOf(features, rootWeights) : new Float64Array(features.columns);
  return { Z: shiftedFeatures(features, means, rootWeights, bias), means };
}

/** As `scaledFeatures`, in the place of features that nobody else needs, where the bias allows it. */
export function scaledInPlace(features: Matrix, rootWeights: Float64Array, bias: Bias): ScaledFeatures {
  if (bias !== "free") return scaledFeatures(features, rootWeights, bias);
  const means = columnMeansOf(features, rootWeights);
  shiftRows(features, means, rootWeights, features.data, features.columns);
  return { Z: features, means };
}

/** The weighted means of columns. */
export function columnMeansOf({ data, rows, columns }: Matrix, rootWeights: Float64Array): Float64Array {
  const means = new Float64Array(columns);
  let total = 0;
  for (let i = 0; i < rows; i++) {
    const w = rootWeights[i] * rootWeights[i];
    total += w;
    for (let j = 0, at = i * columns; j < columns; j++, at++) means[j] += w * data[at];
  }
  for (let j = 0; j < columns; j++) means[j] /= total;
  return means;
}

/** √w (z − shift) for each row z, and √w behind it where the bias is regularized. */
export function shiftedFeatures(
  { data, rows, columns }: Matrix,
  shift: Float64Array,
  rootWeights: Float64Array,
  bias: Bias,
): Matrix {
  const width = bias === "regularized" ? columns + 1 : columns;
  const Z = matrix(rows, width);
  shiftRows({ data, rows, columns }, shift, rootWeights, Z.data, width);
  if (width > columns) for (let i = 0; i < rows; i++) Z.data[i * width + columns] = rootWeights[i];
  return Z;
}

/** Writes √w (z − shift) for each row z, rows being `width` apart. */
function shiftRows(
  { data, rows, columns }: Matrix,
  shift: Float64Array,
  rootWeights: Float64Array,
  scaled: Float64Array,
  width: number,
): void {
  for (let i = 0; i < rows; i++) {
    const root = rootWeights[i];
    const [from, to] = [i * columns, i * width];
    for (let j = 0; j < columns; j++) scaled[to + j] = root * (data[from + j] - shift[j]);
  }
}

/** How the constant of an output f(x) + b is treated: b = 0, b free, or b penalized like a coefficient. */
export type Bias = "none" | "free" | "regularized";

/**
 * Where a form has that constant: nowhere; still in the problem ("open") or taken off beforehand ("removed") if it is free; as the
 * last column of the expansion ("column") or added to the kernel ("kernel") if it is regularized.
 */
export type BiasPlace = "none" | "open" | "removed" | "column" | "kernel";

/** Where it is in an expansion in few columns. */
export function placeInColumns(bias: Bias): BiasPlace {
  if (bias === "none") return "none";
  return bias === "free" ? "removed" : "column";
}

/** Where it is in an expansion in the kernel with all rows. */
export function placeInKernel(bias: Bias): BiasPlace {
  if (bias === "none") return "none";
  return bias === "free" ? "open" : "kernel";
}

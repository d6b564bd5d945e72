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

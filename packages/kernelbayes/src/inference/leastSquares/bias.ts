/** How the constant of an output f(x) + b is treated: b = 0, b free, or b penalized like a coefficient. */
export type Bias = "none" | "free" | "regularized";

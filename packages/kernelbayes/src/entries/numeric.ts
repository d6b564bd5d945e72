/** Matrices, special functions and random numbers, for models and kernels of your own. */
export { matrix, type Matrix } from "../engine/matrix.ts";
export { fromRows, toRows } from "../matrix/index.ts";
export { stream, type Stream } from "../random/index.ts";
export * as matrices from "../matrix/index.ts";
export * as numeric from "../numeric/index.ts";
export * as random from "../random/index.ts";

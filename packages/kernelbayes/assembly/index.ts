export { cholesky } from "./cholesky";
export { distances } from "./distances";
export { isFinite, isFiniteLower } from "./finite";
export { eigenSymmetric } from "./eigen";
export { inverseFactored } from "./inverse";
export { product } from "./product";
export { clearUpper, mirrorLower } from "./symmetric";
export { solveLeft, solveRight } from "./triangular";

/** Where the memory that this module needs for itself ends. */
export function heapBase(): usize {
  return __heap_base;
}

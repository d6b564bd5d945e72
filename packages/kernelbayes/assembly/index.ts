export { absoluteDistances } from "./absoluteDistances";
export { cholesky } from "./cholesky";
export { distances } from "./distances";
export { eigenSymmetric, eigenvaluesSymmetric } from "./eigen";
export { isFinite, isFiniteLower } from "./finite";
export { inverseDiagonal, inverseFactored } from "./inverse";
export { orthogonalizeRows } from "./jacobi";
export { product } from "./product";
export { qr } from "./qr";
export { downdateFactored, updateFactored } from "./rankOne";
export { solvedSquare } from "./solvedSquare";
export { clearUpper, mirrorLower } from "./symmetric";
export { solveLeft, solveRight } from "./triangular";

/** Where the memory that this module needs for itself ends. */
export function heapBase(): usize {
  return __heap_base;
}

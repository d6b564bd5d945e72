import { log1pExp } from "./logSumExp.ts";

/** The logistic function 1 / (1 + exp(−x)), with full relative accuracy in the lower tail. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const odds = Math.exp(x);
  return odds / (1 + odds);
}

/** log sigmoid(x) = −log(1 + exp(−x)). */
export function logSigmoid(x: number): number {
  return -log1pExp(-x);
}

/** The inverse of the logistic function, log(p / (1 − p)), accurate also around ½; NaN outside [0, 1]. */
export function logit(p: number): number {
  if (p > 0.25 && p < 0.75) return 2 * Math.atanh(2 * p - 1);
  return Math.log(p) - Math.log1p(-p);
}

import { studentTCdf } from "../../numeric/index.ts";
import { checkFinite } from "../checkFinite.ts";
import type { TestResult } from "./testResult.ts";

/** A t test of paired differences. */
export interface PairedT extends TestResult {
  /** The mean of the differences. */
  readonly mean: number;
  /** The deviation by which the mean is divided. */
  readonly standardError: number;
}

/**
 * Student's t test of paired differences d₁ … d_J: is their mean zero?
 *
 *     t = d̄ / √(s²/J),     s² with the divisor J − 1,     J − 1 degrees of freedom.
 *
 * The differences must be independent, which differences over partitions of one data set are not: these share training and
 * test rows and pretend to more certainty than there is. For them take `correctedResampledT`.
 *
 * Where all differences are equal, p = 1 if they are 0 and p = 0 if they are not.
 *
 * @example pairedT([0.02, 0.01, 0.04, 0.00, 0.03]).p
 */
export function pairedT(differences: ArrayLike<number>): PairedT {
  return scaledT(differences, 1 / differences.length);
}

/** t = d̄/√(scale · s²) with J − 1 degrees of freedom. */
export function scaledT(differences: ArrayLike<number>, scale: number): PairedT {
  checkFinite(differences, 2);
  const { mean, variance } = moments(differences);
  const standardError = Math.sqrt(scale * variance);
  const statistic = mean === 0 ? 0 : mean / standardError;
  const degrees = differences.length - 1;
  return {
    statistic,
    degreesOfFreedom: [degrees],
    p: 2 * studentTCdf(-Math.abs(statistic), degrees),
    mean,
    standardError,
  };
}

/** Mean and variance (divisor J − 1); equal values have a variance of exactly 0, whatever their sum is rounded to. */
function moments(values: ArrayLike<number>): { mean: number; variance: number } {
  const list = Float64Array.from(values);
  if (list.every((value) => value === list[0])) return { mean: list[0], variance: 0 };
  const mean = list.reduce((sum, value) => sum + value / list.length, 0);
  const squares = list.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (list.length - 1) };
}

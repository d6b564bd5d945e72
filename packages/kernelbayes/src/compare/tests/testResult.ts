/** The outcome of a test of the hypothesis that there is no difference. */
export interface TestResult {
  /** The quantity whose distribution under the hypothesis is known. */
  readonly statistic: number;
  /** The degrees of freedom of that distribution: two for F (numerator, denominator), none where it has none. */
  readonly degreesOfFreedom: readonly number[];
  /** The probability, if there is no difference, of a statistic at least as extreme. Two-sided where there are two sides. */
  readonly p: number;
}

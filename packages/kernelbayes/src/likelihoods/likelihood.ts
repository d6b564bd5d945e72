/** The names of the likelihoods of two classes, as documents and options have them. */
export type LikelihoodName = "logistic" | "probit" | "trigonometric";

/** ln ∫ p(+|f) N(f; μ, v) df with its first two derivatives in μ. */
export interface LogMean {
  readonly value: number;
  readonly slope: number;
  /** Not positive where the likelihood is log-concave, as all of these are. */
  readonly curvature: number;
}

/**
 * How the class of a row follows from its latent value f: P(+|f) = g(f), P(−|f) = g(−f) = 1 − g(f), g rising. So everything is
 * said for the margin m = y f and the class +; for the class − the sign of f turns.
 */
export interface Likelihood {
  readonly name: LikelihoodName;
  /** g(m). */
  probability(margin: number): number;
  /** ln g(m), accurate in relative terms where g is next to 0 or to 1; −Infinity where g is 0. */
  logProbability(margin: number): number;
  /** ln ∫ g(f) N(f; mean, variance) df, accurate in relative terms far into both tails. The variance may be 0. */
  logMean(mean: number, variance: number): number;
  /** The same with its derivatives in the mean, for the sites of expectation propagation. The variance is positive. */
  logMeanWithSlopes(mean: number, variance: number): LogMean;
}

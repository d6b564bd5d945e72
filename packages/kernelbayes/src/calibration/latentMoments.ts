/** Means and variances of a latent quantity at new rows. */
export interface LatentMoments {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

import type { Matrix } from "../../../engine/matrix.ts";

/** Rows with their classes, as the linear predictors z_ik = D_i β_k + noise of all classes but the last see them. */
export interface ProjectionProblem {
  /** A row for each row and a column for each coefficient, n × p; with an intercept the first column is of ones. */
  readonly D: Matrix;
  /** The diagonal of DᵀD where columns are orthogonal to each other, so that nothing has to be factorized. */
  readonly squaredNorms: Float64Array | undefined;
  /** Class number of each row, from 0; the last class is the reference, whose predictor is 0. */
  readonly classes: Int32Array;
  readonly classCount: number;
}

/**
 * The prior of the noise: σ² ~ IG(shape, rate), the same with σ below `upper`, σ ~ C⁺(0, scale), σ ~ U(0, upper), or σ² known.
 */
export type NoisePrior =
  | { readonly kind: "inverse-gamma"; readonly shape: number; readonly rate: number }
  | {
      readonly kind: "truncated-inverse-gamma";
      readonly shape: number;
      readonly rate: number;
      readonly upper: number;
    }
  | { readonly kind: "half-cauchy"; readonly scale: number }
  | { readonly kind: "uniform"; readonly upper: number }
  | { readonly kind: "fixed"; readonly variance: number };

/** The prior of the precision τ of a coefficient: τ ~ Gamma(shape, rate), or τ^−½ ~ C⁺(0, scale), or τ^−½ ~ U(0, upper). */
export type PrecisionPrior =
  | { readonly kind: "gamma"; readonly shape: number; readonly rate: number }
  | { readonly kind: "half-cauchy"; readonly scale: number }
  | { readonly kind: "uniform"; readonly upper: number };

export interface ProjectionPrior {
  readonly noise: NoisePrior;
  readonly precision: PrecisionPrior;
  /** Whether coefficients have the variance σ²/τ, or 1/τ whatever the noise. */
  readonly coefficients: "scaled" | "independent";
}

/** How the latent predictors of a row are renewed; all leave the same posterior as it is. */
export type LatentSampler = "metropolis" | "polya-gamma" | "elliptical-slice";

import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import type { LatentPrior } from "../../../rows/kernel/rootProblem.ts";
import type { ClassGroups } from "../../../rows/classGroups.ts";
import { contrastSpread, type ContrastSpread } from "./contrastSpread.ts";
import { discriminantDirections, type DiscriminantDirections } from "./discriminantDirections.ts";
import type { ShrunkenFit } from "./leaveBlocksOut.ts";
import { penalizedForm } from "./penalizedForm.ts";
import { regularizationScale } from "./regularizationScale.ts";
import { thresholdDirections, thresholdForm, thresholdShares } from "./thresholdForm.ts";

/** How the generalized problem is kept from following every row: by adding μI or μK, or by leaving small eigenvalues out. */
export type Regularizer = "identity" | "kernel" | "threshold";

/** The discriminant of one kernel for every strength of its regularizer, μ or the threshold. */
export interface KernelFisherForm {
  /** What a strength is measured in. */
  readonly unit: number;
  /** Least squares to the contrasts T between the classes, of which the directions are made. */
  fitAt(strength: number): ShrunkenFit;
  directionsAt(strength: number): DiscriminantDirections;
  /** The covariance of the fits at x is that of their noise times 1/n + ‖spread · k(x) − shift‖². */
  spreadAt(strength: number): ContrastSpread;
}

/** From one eigendecomposition. */
export function kernelFisherForm(
  engine: Engine,
  prior: LatentPrior,
  groups: ClassGroups,
  regularizer: Regularizer,
): KernelFisherForm {
  if (regularizer === "threshold") return byThreshold(engine, prior.K, groups);
  const penalized = penalizedForm(engine, prior, regularizer, groups.weights);
  const { basis, eigenvalues, rootWeights } = penalized.form;
  const coordinates = engine.multiply(basis, groups.between, { transposeA: true });
  return {
    unit: Math.exp(regularizationScale(penalized)),
    fitAt: (mu) => ({
      basis,
      constant: penalized.constant,
      coordinates,
      shares: eigenvalues.map((value) => mu / (value + mu)),
      rootWeights,
    }),
    directionsAt: (mu) => discriminantDirections(engine, penalized, groups, mu),
    spreadAt: (mu) => contrastSpread(engine, penalized, mu),
  };
}

function byThreshold(engine: Engine, K: Matrix, groups: ClassGroups): KernelFisherForm {
  const form = thresholdForm(engine, K, groups.weights);
  const { basis, constant, rootWeights, eigenvalues, means } = form;
  const coordinates = engine.multiply(basis, groups.between, { transposeA: true });
  return {
    unit: 1,
    fitAt: (threshold) => ({ basis, constant, coordinates, shares: thresholdShares(form, threshold), rootWeights }),
    directionsAt: (threshold) => thresholdDirections(engine, form, groups, threshold),
    spreadAt(threshold) {
      const shares = thresholdShares(form, threshold);
      const kept = Array.from(shares.keys()).filter((j) => shares[j] === 0);
      const { rows: n, columns: m } = basis;
      const spread = matrix(kept.length, n);
      kept.forEach((j, at) => {
        for (let i = 0; i < n; i++) {
          spread.data[at * n + i] = (rootWeights[i] * basis.data[i * m + j]) / eigenvalues[j];
        }
      });
      return { spread, shift: multiplyVector(spread, means) };
    },
  };
}

/**
 * The covariance of the noise of the contrasts about their fit, per unit of weight: residual products over the degrees of
 * freedom that are left, tr D and those of the copies.
 */
export function contrastNoise(
  engine: Engine,
  { constant, coordinates, shares }: ShrunkenFit,
  { total }: ClassGroups,
): Matrix {
  const m = coordinates.columns;
  const weighted = shares.map((share, j) => share * constant[j]);
  const S = weighted.reduce((sum, value, j) => sum + value * constant[j], 0);
  const b = multiplyVector(coordinates, weighted, { transpose: true }).map((value) => value / S);
  const residuals = matrix(
    coordinates.rows,
    m,
    coordinates.data.map((value, at) => {
      const j = Math.floor(at / m);
      return shares[j] * (value - b[at % m] * constant[j]);
    }),
  );
  const trace = shares.reduce((sum, share) => sum + share, 0) - weighted.reduce((sum, w) => sum + w * w, 0) / S;
  // Where the fit goes through every row there is no noise left to be measured.
  const freedom = Math.max(total - shares.length + trace, 1e-9 * total);
  const product = engine.symmetricProduct(residuals, { transpose: true });
  return matrix(
    m,
    m,
    product.data.map((value) => value / freedom),
  );
}

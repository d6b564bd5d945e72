import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import { centeredKernel, type LatentPrior, notSeparable } from "../../../rows/kernel/rootProblem.ts";
import type { ClassGroups } from "../../../rows/classGroups.ts";
import { contrastSpread, type ContrastSpread } from "./projectedClasses.ts";
import {
  discriminantDirections,
  type DiscriminantDirections,
  requireSeparation,
  signed,
} from "./discriminantDirections.ts";
import { remainingCoordinates, type ShrunkenFit } from "./leaveBlocksOut.ts";
import { penalizedForm, regularizationScale } from "./penalizedForm.ts";
import { column } from "../../../matrix/row.ts";
import { InputError } from "../../../errors.ts";

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
export function contrastNoise(engine: Engine, fit: ShrunkenFit, { total }: ClassGroups): Matrix {
  const { shares } = fit;
  const { left, weighted, S } = remainingCoordinates(fit);
  const trace = shares.reduce((sum, share) => sum + share, 0) - dot(weighted, weighted) / S;
  // Where the fit goes through every row there is no noise left to be measured.
  const freedom = Math.max(total - shares.length + trace, 1e-9 * total);
  const product = engine.symmetricProduct(left, { transpose: true });
  return { ...product, data: product.data.map((value) => value / freedom) };
}

/** The spectrum of the centered kernel √w HKH √w = VΛVᵀ, for every threshold. */
interface ThresholdForm {
  readonly K: Matrix;
  readonly basis: Matrix;
  /** λ, ascending, none negative. */
  readonly eigenvalues: Float64Array;
  /** Vᵀ√w, which lies where λ = 0. */
  readonly constant: Float64Array;
  readonly rootWeights: Float64Array;
  /** K1/n. */
  readonly means: Float64Array;
  readonly total: number;
}

/** From one eigendecomposition. */
export function thresholdForm(engine: Engine, K: Matrix, weights: Float64Array): ThresholdForm {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const rootWeights = weights.map(Math.sqrt);
  const means = multiplyVector(K, weights).map((sum) => sum / total);
  const grand = means.reduce((sum, mean, i) => sum + (weights[i] * mean) / total, 0);
  const { values, vectors } = engine.eigenSymmetric(
    centeredKernel({ K, means, grand, contrasts: { roots: rootWeights } }),
  );
  return {
    K,
    basis: vectors,
    eigenvalues: values.map((value) => Math.max(0, value)),
    constant: multiplyVector(vectors, rootWeights, { transpose: true }),
    rootWeights,
    means,
    total,
  };
}

/** What the fit leaves of each direction: nothing where λ > threshold · λ_max, all where not. */
function thresholdShares({ eigenvalues }: ThresholdForm, threshold: number): Float64Array {
  if (!(threshold > 0 && threshold < 1)) {
    throw new InputError("invalid-option", `The eigenvalue threshold must lie between 0 and 1; got ${threshold}.`);
  }
  const least = threshold * (eigenvalues.at(-1) ?? 0);
  return eigenvalues.map((value) => (value > least ? 0 : 1));
}

/**
 * Generalized discriminant analysis of many classes: with Z = V_rᵀT the contrasts between the classes in the directions that
 * are kept, ZᵀZ v = ρv and
 *
 *     α = √w V_r Λ_r⁻¹ Z v/√ρ,
 *
 * so that the training projections less their mean have length 1, of which ρ lies between the classes; γ = ρ/(1 − ρ) is
 * infinite where the classes are piled on points, and given as `ratios` by ρ. For two classes it is `thresholdDirection`.
 */
export function thresholdDirections(
  engine: Engine,
  form: ThresholdForm,
  groups: ClassGroups,
  threshold: number,
): DiscriminantDirections {
  requireSeparation(engine, form, groups);
  const { basis, eigenvalues, rootWeights } = form;
  const shares = thresholdShares(form, threshold);
  const Z = engine.multiply(basis, groups.between, { transposeA: true });
  const { rows: n, columns: m } = Z;
  for (let at = 0; at < Z.data.length; at++) Z.data[at] *= 1 - shares[Math.floor(at / m)];
  const { values, vectors } = engine.eigenSymmetric(engine.symmetricProduct(Z, { transpose: true }));
  const rho = values.toReversed();
  const kept = rho.filter((value) => value > leastShare * Math.max(rho[0], leastTotal));
  if (kept.length === 0) throw notSeparable(rho[0], 1);
  const coefficients = matrix(n, kept.length);
  const transform = matrix(m, kept.length);
  kept.forEach((share, j) => {
    const v = signed(column(vectors, m - 1 - j));
    const coordinates = multiplyVector(Z, v).map((value, i) =>
      shares[i] === 0 ? value / (eigenvalues[i] * Math.sqrt(share)) : 0,
    );
    multiplyVector(basis, coordinates).forEach((value, i) => {
      coefficients.data[i * kept.length + j] = rootWeights[i] * value;
    });
    v.forEach((value, k) => (transform.data[k * kept.length + j] = value / Math.sqrt(share)));
  });
  return { ratios: kept, coefficients, transform };
}

const leastShare = 1e-10;
/** Where even the best direction has less, nothing of the classes lies in what is kept. */
const leastTotal = 1e-14;

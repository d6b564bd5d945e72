import { columnVector } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { mapMatrix, matrix, transpose, type Matrix } from "../../../engine/matrix.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { row, selectRows } from "../../../matrix/row.ts";
import type { LatentExpansion, LatentPolynomial } from "../../../posterior/latentExpansion.ts";
import type { GaussianClasses } from "./gaussianDiscriminantPosterior.ts";
import { logDeterminant, unwhiten, whiten } from "./spectralCovariance.ts";

/** The scores of Gaussian classes after their curve, as latent functions: linear with one covariance, else quadratic. */
export function latentScores(engine: Engine, classes: GaussianClasses): LatentExpansion {
  const { sizes, curve, reserved } = classes;
  const [slope, offsets] = curve ? [curve.slope, curve.offsets] : [1, new Float64Array(sizes.length)];
  const isShared = classes.covariances.length === 1;
  const { constants, polynomial } = isShared ? sharedScores(engine, classes, slope) : ownScores(engine, classes, slope);
  return {
    functions: Array.from(sizes.keys(), (positive) => ({ positive })),
    constants: constants.map((constant, c) => slope * constant + offsets[c]),
    sums: [],
    polynomials: [polynomial],
    link: { kind: "softmax", isExact: !reserved },
    variance: isShared
      ? (contrast, { moves }) => contrastVariances(engine, classes, contrast, moves).map((v) => slope * slope * v)
      : undefined,
  };
}

interface Scores {
  readonly constants: Float64Array;
  readonly polynomial: LatentPolynomial;
}

/** log π_c − ½ m_cᵀΣ⁻¹m_c + m_cᵀΣ⁻¹x, x relative to the grand mean. */
function sharedScores(engine: Engine, classes: GaussianClasses, slope: number): Scores {
  const { sizes, logPriors, means, center } = classes;
  const [covariance] = classes.covariances;
  const white = whiten(engine, covariance, means);
  const linear = transpose(unwhiten(engine, covariance, white));
  return {
    constants: logPriors.map((logPrior, c) => logPrior - 0.5 * squares(white, c)),
    polynomial: {
      center,
      functions: Array.from(sizes.keys()),
      linear: mapMatrix(linear, (value) => slope * value),
    },
  };
}

/** log π_c − ½ log |Σ_c| − ½ (x − m_c)ᵀΣ_c⁻¹(x − m_c), x relative to the grand mean. */
function ownScores(engine: Engine, classes: GaussianClasses, slope: number): Scores {
  const { sizes, logPriors, means, center, covariances } = classes;
  const p = center.length;
  const linear = matrix(p, sizes.length);
  const constants = covariances.map((covariance, c) => {
    const white = whiten(engine, covariance, selectRows(means, [c]));
    unwhiten(engine, covariance, white).data.forEach((value, j) => {
      linear.data[j * sizes.length + c] = slope * value;
    });
    return logPriors[c] - 0.5 * (logDeterminant(covariance) + squares(white, 0));
  });
  return {
    constants: Float64Array.from(constants),
    polynomial: {
      center,
      functions: Array.from(sizes.keys()),
      linear,
      quadratic: (rows, c) =>
        mapMatrix(
          unwhiten(engine, covariances[c], whiten(engine, covariances[c], rows)),
          (value) => -0.5 * slope * value,
        ),
    },
  };
}

/**
 * The variance of Σ_c g_c (s_c(z) − s_c(z′)) for a move u = z − z′, by the delta method as in `sharedScoreVariance`: with u whitened,
 * v = Σ g_c m_c whitened and ν degrees of freedom,
 *
 *     ‖u‖² Σ g_c²/n_c + (‖u‖²‖v‖² + (u·v)²)/ν.
 */
function contrastVariances(
  engine: Engine,
  classes: GaussianClasses,
  contrast: Float64Array,
  moves: Matrix,
): Float64Array {
  const { sizes, means } = classes;
  const [covariance] = classes.covariances;
  const degrees = sizes.reduce((sum, size) => sum + size, 0) - sizes.length;
  const ofMeans = contrast.reduce((sum, g, c) => sum + (g * g) / sizes[c], 0);
  const direction = transpose(columnVector(multiplyVector(means, contrast, { transpose: true })));
  const v = whiten(engine, covariance, direction);
  const u = whiten(engine, covariance, moves);
  const along = multiplyVector(u, v.data);
  const vv = squares(v, 0);
  return along.map((uv, t) => {
    const uu = squares(u, t);
    return uu * ofMeans + (uu * vv + uv * uv) / degrees;
  });
}

function squares(rows: Matrix, i: number): number {
  return row(rows, i).reduce((sum, value) => sum + value * value, 0);
}

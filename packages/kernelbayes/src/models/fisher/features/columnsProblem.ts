import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { diagonalMatrix } from "../../../matrix/diagonal.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import type { FeatureLaw, FeatureProblem } from "./featureLaw.ts";
import { featureMoments, featurePosterior, type FeaturePosterior } from "./featurePosterior.ts";
import type { FeatureRule } from "./featureRule.ts";
import { weightMoments } from "./weightMoments.ts";
import { contrastCoefficients, featureDiagonalOfM } from "../evidence/evaluateLowRank.ts";

/** The weights in the space of the columns: one factorization of the p × p matrix A^-½BA^-½ a point. */
export function columnsProblem(
  engine: Engine,
  X: Matrix,
  contrasts: FisherContrasts,
  distance: number,
): FeatureProblem {
  const moments = featureMoments(engine, X, contrasts);
  const own = new Float64Array(X.rows);
  return {
    contrasts,
    columns: X.columns,
    at({ priorPrecision, precision }): FeatureLaw {
      const posterior = featurePosterior(engine, moments, { priorPrecision, precision, distance });
      let u: Float64Array | undefined;
      return {
        ...posterior,
        own,
        get u() {
          return (u ??= contrastCoefficients(posterior));
        },
        diagonalOfM: () => featureDiagonalOfM(engine, posterior),
        scaledMoments: () => weightMoments(posterior).map((moment, j) => priorPrecision[j] * moment),
        rule: () => ruleOf(engine, posterior),
      };
    },
  };
}

/**
 * With RRᵀ = B and q = R⁻¹Δ the covariance is R⁻ᵀ(I − qqᵀ/qᵀq)R⁻¹, and I − qqᵀ/qᵀq is its own square: T = (I − qqᵀ/qᵀq)R⁻¹.
 */
function ruleOf(engine: Engine, { factor, priorDeviation, moments, weights }: FeaturePosterior): FeatureRule {
  const { difference, center, midpoint } = moments;
  const p = difference.length;
  const spread = engine.solveTriangular(factor.lower, diagonalMatrix(priorDeviation));
  const q = multiplyVector(spread, difference);
  const along = multiplyVector(spread, q, { transpose: true });
  const inner = dot(q, q);
  const T = matrix(p, p);
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < p; j++) T.data[i * p + j] = spread.data[i * p + j] - (q[i] * along[j]) / inner;
  }
  return { midpoint: center.map((value, j) => value + midpoint[j]), weights, spread: T, priorVariance: undefined };
}

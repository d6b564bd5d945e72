import { meanDeviation, putLogitInPlace } from "../../calibration/logitInterval.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { calibratedDeviations, curveOdds, identityCurve } from "../../calibration/oddsCurve.ts";
import type { LatentMoments } from "./latent/latentApproximation.ts";
import {
  latentInterval,
  probabilityInterval,
  latentAt,
  latentFunctionals,
  mixedLogProbabilities,
} from "./latent/latentAt.ts";
import { likelihoodOf, type Likelihood } from "../../likelihoods/index.ts";
import { rowChunks, selectRows } from "../../matrix/row.ts";
import { normalQuantile } from "../../numeric/normalCdf.ts";
import { logSigmoid } from "../../numeric/sigmoid.ts";
import { type FitFigures, type NumericPosterior, emptyPrediction } from "../../posterior/numericPosterior.ts";
import { type LatentExpansion, oneFunction, oneSum } from "../../posterior/latentExpansion.ts";
import { solvedSquares, type SolvedSquares } from "../../matrix/solvedSquares.ts";
import { latentDocument, type LatentFit, type LatentMember } from "./latentFit.ts";

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** What the members say of rows: the log odds of class 1, the log probabilities of both classes as they are reported, the laws. */
interface Said {
  /** As the members claim them, before any correction. */
  readonly claimed: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** The latent law of each member. */
  readonly moments: readonly LatentMoments[];
}

/**
 * The posterior of a committee of latent functions. The probability of a class is the mean of the likelihood under the law of
 * the latent function, mixed over the members:
 *
 *     P(+|x) = Σ_j π_j ∫ g(f) N(f; μ_j(x), s_j²(x)) df,
 *
 * and its interval goes from g(q₋) to g(q₊), q the quantiles of the mixture of the latent laws, extended to contain P. A curve
 * corrects the log odds of all of these, and adds its own uncertainty to the distance of the ends. What is reported as
 * latent is on the scale of the logit, as with other models: the logit of P, and the deviation of f times the slope of that logit
 * in the mean of f, with that of the curve.
 */
export function latentPosterior(engine: Engine, fit: LatentFit, figures: FitFigures): NumericPosterior {
  const likelihood = likelihoodOf(fit.method);
  const weights = fit.members.map(({ weight }) => weight);
  const ready = readyMembers(fit);
  return {
    ...figures,
    predict(X, level) {
      const prediction = emptyPrediction(X.rows, 2);
      for (const [start, chunk] of rowChunks(X, chunkRows)) {
        const said = saidOf(engine, fit, ready, likelihood, chunk);
        for (let i = 0; i < said.upper.length; i++) {
          const at = 2 * (start + i);
          const means = said.moments.map(({ mean }) => mean[i]);
          const deviations = said.moments.map(({ variance }) => Math.sqrt(variance[i]));
          const { ends, deviation } = latentInterval(weights, means, deviations, level);
          const sensitivity = deviation > 0 ? logitSlope(fit, likelihood, said.moments, i) : 0;
          const spread = meanDeviation(
            calibratedDeviations(fit.curve, said.claimed[i], (sensitivity * deviation) ** 2),
          );
          const corrected = isPlain(fit) ? undefined : endCorrection(fit, said.claimed[i], level);
          const logs = [said.lower[i], said.upper[i]];
          for (const c of [0, 1]) {
            const interval = probabilityInterval(likelihood, ends, c === 0 ? -1 : 1, Math.exp(logs[c]), corrected);
            putLogitInPlace(prediction, at + c, logs[c], logs[c] - logs[1 - c], spread, interval);
          }
        }
      }
      return prediction;
    },
    probabilities: (X) => ({ logProbabilities: latentLogProbabilities(engine, fit, X, ready) }),
    expansion: () => latentOf(engine, fit),
    parameters: () => latentDocument(fit),
  };
}

/** The mean latent function of the members, whose laws are mixed. */
function latentOf(engine: Engine, { members, rows }: LatentFit): LatentExpansion {
  return oneFunction({
    constant: 0,
    sums: members.map(({ kernel, active, law, weight }) =>
      oneSum(
        kernel,
        selectRows(rows, active),
        law.coefficients.map((value) => weight * value),
      ),
    ),
    variance({ images, own }) {
      if (!own) return undefined;
      const priors = own();
      const moments = members.map(({ law }, j) => latentFunctionals(engine, law, images[j], priors[j]));
      return priors[0].map((_, t) => {
        const mean = moments.reduce((sum, { mean }, j) => sum + members[j].weight * mean[t], 0);
        return moments.reduce(
          (sum, { mean: means, variance }, j) => sum + members[j].weight * (variance[t] + (means[t] - mean) ** 2),
          0,
        );
      });
    },
  });
}

/** The log probabilities of both classes for each row. */
export function latentLogProbabilities(
  engine: Engine,
  fit: LatentFit,
  X: Matrix,
  ready: readonly ReadyMember[] = readyMembers(fit),
): Matrix {
  const result = matrix(X.rows, 2);
  for (const [start, chunk] of rowChunks(X, chunkRows)) {
    const { lower, upper } = saidOf(engine, fit, ready, likelihoodOf(fit.method), chunk);
    for (let i = 0; i < lower.length; i++) {
      result.data[2 * (start + i)] = lower[i];
      result.data[2 * (start + i) + 1] = upper[i];
    }
  }
  return result;
}

/** A member with what every prediction needs of it. */
interface ReadyMember extends LatentMember {
  /** The rows with sites. */
  readonly sites: Matrix;
  readonly solved: SolvedSquares;
}

function readyMembers({ members, rows }: LatentFit): ReadyMember[] {
  return members.map((member) => ({
    ...member,
    sites: member.active.length === rows.rows ? rows : selectRows(rows, member.active),
    solved: solvedSquares(member.law.factor),
  }));
}

function saidOf(
  engine: Engine,
  fit: LatentFit,
  members: readonly ReadyMember[],
  likelihood: Likelihood,
  X: Matrix,
): Said {
  const moments = members.map(({ kernel, law, sites, solved }) =>
    latentAt(engine, law, kernel.cross(engine, X, sites), kernel.diagonal(X), solved),
  );
  const weights = members.map(({ weight }) => weight);
  const { lower, upper } = mixedLogProbabilities(likelihood, weights, moments, X.rows);
  const claimed = upper.map((value, i) => value - lower[i]);
  if (isPlain(fit)) return { claimed, lower, upper, moments };
  const logits = claimed.map((logOdds) => curveOdds(fit.curve, logOdds));
  return { claimed, lower: logits.map((logit) => logSigmoid(-logit)), upper: logits.map(logSigmoid), moments };
}

/** Whether the log odds of the members are taken at their word. */
function isPlain({ curve }: LatentFit): boolean {
  return curve === identityCurve;
}

/**
 * What the log odds at the ends of an interval become: corrected as those of the probability are, and then as far from these as the
 * latent function and the curve say together, √(Δ² + z² v), v the variance of the curve on that side at the claimed log odds.
 */
function endCorrection(
  fit: LatentFit,
  claimed: number,
  level: number,
): (logOdds: number, end: "low" | "high") => number {
  const middle = curveOdds(fit.curve, claimed);
  const z = normalQuantile(0.5 + level / 2);
  const { below, above } = calibratedDeviations(fit.curve, claimed, 0);
  return (logOdds, end) => {
    const [sign, ofCurve] = end === "low" ? [-1, below] : [1, above];
    const away = Math.max(0, sign * (curveOdds(fit.curve, logOdds) - middle));
    return middle + sign * Math.hypot(away, z * ofCurve);
  };
}

/** d logit P / dμ, the means of all members moving together: Σ π_j P_j (ln P_j)′ / P for the class 1, and the same for class 0. */
function logitSlope(
  { members }: LatentFit,
  { logMean, logMeanWithSlopes }: Likelihood,
  moments: readonly LatentMoments[],
  row: number,
): number {
  const slopeOf = (sign: number): number => {
    const said = moments.map(({ mean, variance }) =>
      variance[row] > 0
        ? logMeanWithSlopes(sign * mean[row], variance[row])
        : { value: logMean(sign * mean[row], 0), slope: 0 },
    );
    const most = Math.max(...said.map(({ value }) => value));
    const shares = said.map(({ value }, j) => members[j].weight * Math.exp(value - most));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return said.reduce((sum, { slope }, j) => sum + (shares[j] / total) * slope, 0);
  };
  return slopeOf(1) + slopeOf(-1);
}

import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { LatentMoments } from "../inference/latent/approximation.ts";
import { latentInterval, probabilityInterval } from "../inference/latent/intervals.ts";
import { latentAt } from "../inference/latent/law.ts";
import { mixedLogProbabilities } from "../inference/latent/mixedLogProbabilities.ts";
import { likelihoodOf, type Likelihood } from "../likelihoods/index.ts";
import { selectRows } from "../matrix/selectRows.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import type { FitFigures, NumericPosterior } from "../posterior/numericPosterior.ts";
import { latentDocument } from "./latentDocument.ts";
import type { LatentFit } from "./latentFit.ts";

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** What the members say of rows: for each row its log probabilities of both classes, and the latent law of each member. */
interface Said {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly moments: readonly LatentMoments[];
}

/**
 * The posterior of a committee of latent functions. The probability of a class is the mean of the likelihood under the law of
 * the latent function, mixed over the members:
 *
 *     P(+|x) = Σ_j π_j ∫ g(f) N(f; μ_j(x), s_j²(x)) df,
 *
 * and its interval goes from g(q₋) to g(q₊), q the quantiles of the mixture of the latent laws, extended to contain P. Given
 * class probabilities shift the log odds. What is reported as latent is on the scale of the logit, as with other models: the logit
 * of P, and the deviation of f times the slope of that logit in the mean of f.
 */
export function latentPosterior(engine: Engine, fit: LatentFit, figures: FitFigures): NumericPosterior {
  const likelihood = likelihoodOf(fit.method);
  const weights = fit.members.map(({ weight }) => weight);
  return {
    ...figures,
    predict(X, level) {
      const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
        matrix(X.rows, 2),
      );
      for (let start = 0; start < X.rows; start += chunkRows) {
        const said = saidOf(engine, fit, likelihood, rowsFrom(X, start));
        for (let i = 0; i < said.upper.length; i++) {
          const at = 2 * (start + i);
          const means = said.moments.map(({ mean }) => mean[i]);
          const deviations = said.moments.map(({ variance }) => Math.sqrt(variance[i]));
          const { ends, deviation } = latentInterval(weights, means, deviations, level);
          const sensitivity = deviation > 0 ? logitSlope(fit, likelihood, said.moments, i) : 0;
          logProbabilities.data[at] = said.lower[i];
          logProbabilities.data[at + 1] = said.upper[i];
          for (const c of [0, 1]) {
            const probability = Math.exp(logProbabilities.data[at + c]);
            const interval = probabilityInterval(likelihood, ends, c === 0 ? -1 : 1, probability, fit.priorShift);
            [lower.data[at + c], upper.data[at + c]] = interval;
            latentMean.data[at + c] = logProbabilities.data[at + c] - logProbabilities.data[at + 1 - c];
            latentDeviation.data[at + c] = sensitivity * deviation;
          }
        }
      }
      return { logProbabilities, lower, upper, latentMean, latentDeviation };
    },
    logProbabilities: (X) => latentLogProbabilities(engine, fit, X),
    parameters: () => latentDocument(fit),
  };
}

/** The log probabilities of both classes for each row. */
export function latentLogProbabilities(engine: Engine, fit: LatentFit, X: Matrix): Matrix {
  const result = matrix(X.rows, 2);
  for (let start = 0; start < X.rows; start += chunkRows) {
    const { lower, upper } = saidOf(engine, fit, likelihoodOf(fit.method), rowsFrom(X, start));
    for (let i = 0; i < lower.length; i++) {
      result.data[2 * (start + i)] = lower[i];
      result.data[2 * (start + i) + 1] = upper[i];
    }
  }
  return result;
}

function rowsFrom({ data, rows, columns }: Matrix, start: number): Matrix {
  const count = Math.min(chunkRows, rows - start);
  return matrix(count, columns, data.subarray(start * columns, (start + count) * columns));
}

function saidOf(engine: Engine, fit: LatentFit, likelihood: Likelihood, X: Matrix): Said {
  const { members, rows, priorShift } = fit;
  const moments = members.map(({ kernel, active, law }) => {
    const own = active.length === rows.rows ? rows : selectRows(rows, active);
    return latentAt(engine, law, kernel.cross(engine, X, own), kernel.diagonal(X));
  });
  const weights = members.map(({ weight }) => weight);
  const { lower, upper } = mixedLogProbabilities(likelihood, weights, moments, X.rows);
  if (priorShift === 0) return { lower, upper, moments };
  const logits = upper.map((value, i) => value - lower[i] + priorShift);
  return { lower: logits.map((logit) => logSigmoid(-logit)), upper: logits.map(logSigmoid), moments };
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

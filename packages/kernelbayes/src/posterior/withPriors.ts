import { mapMatrix, type Matrix } from "../engine/matrix.ts";
import { sumOf } from "../matrix/dot.ts";
import { logSumExp, logSoftmaxInPlace } from "../numeric/logSumExp.ts";
import { logit, sigmoid } from "../numeric/sigmoid.ts";
import { withPriorSteps } from "./latentExpansion.ts";
import type { NumericPosterior, NumericPrediction } from "./numericPosterior.ts";
import { trainingSizes, type TrainingRows } from "./provenance.ts";

/**
 * The posterior of a model under class probabilities π′ that differ from the frequencies π of its training rows, while the rows
 * of each class look the same: the finished probabilities p become p π′/π over their sum. Both ends of an interval and the latent
 * mean move by what the log odds of their class move by, and the latent deviation stays. Of draws each is carried over. Leave-one-out
 * keeps the class frequencies, by which models are compared; labels by a rule of the model's own stay as they are.
 *
 * `steps` are log π′ − log π: see `priorSteps`.
 */
export function withPriors(posterior: NumericPosterior, steps: Float64Array): NumericPosterior {
  const { draws, members, expansion } = posterior;
  return {
    ...posterior,
    predict: (X, level) => shiftedPrediction(posterior.predict(X, level), steps),
    probabilities(X) {
      const { logProbabilities, ...rest } = posterior.probabilities(X);
      return { ...rest, logProbabilities: shiftedLogs(logProbabilities, steps) };
    },
    ...(draws && { draws: (X: Matrix) => draws(X).map((ofRow) => shiftedProbabilities(ofRow, steps)) }),
    ...(expansion && { expansion: () => withPriorSteps(expansion(), steps) }),
    ...(members && {
      members: (X: Matrix) =>
        members(X).map(({ title, logProbabilities: logs }) => ({ title, logProbabilities: shiftedLogs(logs, steps) })),
    }),
  };
}

/** log π′ − log π for each class, with π the weighted class frequencies of the training rows. */
export function priorSteps(training: TrainingRows, priors: readonly number[]): Float64Array {
  const sizes = trainingSizes(training, priors.length);
  const { of, weights, classes } = training;
  const total = of ? sumOf(sizes) : weights ? sumOf(weights) : classes.length;
  return Float64Array.from(priors, (prior, c) => Math.log((prior * total) / sizes[c]));
}

/** Log probabilities, each class moved by its step, as they are when they sum to one again. */
export function shiftedLogs(logs: Matrix, steps: Float64Array): Matrix {
  const { rows, columns: C } = logs;
  const result = mapMatrix(logs, (log, at) => log + steps[at % C]);
  for (let i = 0; i < rows; i++) logSoftmaxInPlace(result.data.subarray(i * C, (i + 1) * C));
  return result;
}

function shiftedProbabilities(probabilities: Matrix, steps: Float64Array): Matrix {
  return mapMatrix(shiftedLogs(mapMatrix(probabilities, Math.log), steps), Math.exp);
}

function shiftedPrediction(prediction: NumericPrediction, steps: Float64Array): NumericPrediction {
  const { logProbabilities: before } = prediction;
  const logProbabilities = shiftedLogs(before, steps);
  const C = before.columns;
  const moves = before.data.map((_, at) =>
    oddsStep(before.data.subarray(at - (at % C), at - (at % C) + C), at % C, steps),
  );
  const moved = (ends: Matrix, outer: (end: number, probability: number) => number): Matrix =>
    mapMatrix(ends, (end, at) => outer(sigmoid(logit(end) + moves[at]), Math.exp(logProbabilities.data[at])));
  return {
    ...prediction,
    logProbabilities,
    lower: moved(prediction.lower, Math.min),
    upper: moved(prediction.upper, Math.max),
    latentMean: mapMatrix(prediction.latentMean, (mean, at) => mean + moves[at]),
  };
}

/**
 * What the log odds of a class move by: its own step less that of the others together, log Σ p e^step / Σ p. Of two classes it
 * is the same for every row. Others whose probabilities are all 0 count alike.
 */
function oddsStep(logs: Float64Array, own: number, steps: Float64Array): number {
  const isOther = (_: number, c: number): boolean => c !== own;
  const others = logs.filter(isOther);
  const ofOthers = steps.filter(isOther);
  const largest = others.reduce((most, log) => Math.max(most, log), -Infinity);
  const shares = others.map((log) => (largest === -Infinity ? 0 : log - largest));
  return steps[own] - logSumExp(shares.map((share, k) => share + ofOthers[k])) + logSumExp(shares);
}

import { logSumExp } from "./logSumExp.ts";

/**
 * Turns scores into log probabilities, s ← s − log Σ exp s, without overflow. The largest score is taken off first, so that
 * the probabilities sum to one also where all scores are huge.
 */
export function logSoftmaxInPlace(scores: Float64Array): void {
  const largest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  for (let k = 0; k < scores.length; k++) scores[k] -= largest;
  const total = logSumExp(scores);
  for (let k = 0; k < scores.length; k++) scores[k] -= total;
}

/**
 * log(1 − p_c) for each class of log probabilities, as the sum of the other classes and never by subtraction from one, so
 * that it keeps its digits when p_c is next to one.
 */
export function logOfRest(logProbabilities: Float64Array): Float64Array {
  const others = new Float64Array(logProbabilities.length - 1);
  return logProbabilities.map((_, c) => {
    for (let k = 0, next = 0; k < logProbabilities.length; k++) if (k !== c) others[next++] = logProbabilities[k];
    return logSumExp(others);
  });
}

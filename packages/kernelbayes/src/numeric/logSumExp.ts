/** log Σᵢ exp(xᵢ) without overflow: −Infinity for no values or if all are −Infinity, Infinity if one is. */
export function logSumExp(values: ArrayLike<number>): number {
  let largest = -Infinity;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) return NaN;
    if (values[i] > largest) largest = values[i];
  }
  if (Math.abs(largest) === Infinity) return largest;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i] - largest);
  return largest + Math.log(sum);
}

/** log(1 + exp(x)), the softplus function. */
export function log1pExp(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}

/** log(1 − exp(x)) for x ≤ 0, NaN above (Mächler 2012: two forms that meet at −log 2). */
export function log1mExp(x: number): number {
  return x > -Math.LN2 ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x));
}

/** t − log(1 + t) for t > −1, without cancellation near 0, where it is ½t² − ⅓t³ + … */
export function minusLog1p(t: number): number {
  if (!(t > -0.5 && t < 1)) return t - Math.log1p(t);
  // With r = t / (2 + t): log(1 + t) = 2 (r + r³/3 + r⁵/5 + …) and t − 2r = r t.
  const r = t / (2 + t);
  const square = r * r;
  let sum = 0;
  for (let k = 35; k >= 3; k -= 2) sum = sum * square + 2 / k;
  return r * (t - square * sum);
}

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

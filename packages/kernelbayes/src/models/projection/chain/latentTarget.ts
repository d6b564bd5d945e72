/**
 * ln(1 + Σ_k e^(z_k)) of one row: minus the log probability of the reference class. Predictors are stored class by class,
 * z_ik at k · rows + i. The reference adds a 1, so that nothing is lost unless an exponential overflows; only then is the
 * largest predictor taken off first.
 */
export function logTotal(z: Float64Array, row: number, rows: number, count: number): number {
  let sum = 1;
  for (let k = 0, at = row; k < count; k++, at += rows) sum += Math.exp(z[at]);
  return sum < Infinity ? Math.log(sum) : logTotalOfLarge(z, row, rows, count);
}

function logTotalOfLarge(z: Float64Array, row: number, rows: number, count: number): number {
  let most = 0;
  for (let k = 0, at = row; k < count; k++, at += rows) most = Math.max(most, z[at]);
  let sum = Math.exp(-most);
  for (let k = 0, at = row; k < count; k++, at += rows) sum += Math.exp(z[at] - most);
  return most + Math.log(sum);
}

/**
 * ln(1 + Σ_{j ≠ k} e^(z_j)): the offset C_k for which P(class k) is the logistic function of z_k − C_k.
 */
export function logTotalWithout(z: Float64Array, row: number, rows: number, count: number, k: number): number {
  let most = 0;
  for (let j = 0, at = row; j < count; j++, at += rows) if (j !== k && z[at] > most) most = z[at];
  let sum = most > 0 ? Math.exp(-most) : 1;
  for (let j = 0, at = row; j < count; j++, at += rows) if (j !== k) sum += Math.exp(z[at] - most);
  return most + Math.log(sum);
}

/** ln P(class | z) of one row: Σ_k y_k z_k − ln(1 + Σ_k e^(z_k)), the latter given as `total`. */
export function rowLogLikelihood(
  z: Float64Array,
  row: number,
  rows: number,
  count: number,
  classNumber: number,
  total: number,
): number {
  return (classNumber < count ? z[classNumber * rows + row] : 0) - total;
}

/**
 * The log density, up to a constant, of the predictors of one row given everything else:
 *
 *     Σ_k y_ik z_ik − ln(1 + Σ_k e^(z_ik)) − Σ_k (z_ik − D_i β_k)² / (2σ²)
 */
export function latentLogTarget(
  z: Float64Array,
  means: Float64Array,
  row: number,
  rows: number,
  count: number,
  classNumber: number,
  variance: number,
  total: number = logTotal(z, row, rows, count),
): number {
  let squares = 0;
  for (let k = 0, at = row; k < count; k++, at += rows) {
    const deviation = z[at] - means[at];
    squares += deviation * deviation;
  }
  return rowLogLikelihood(z, row, rows, count, classNumber, total) - squares / (2 * variance);
}

/** −ln P(y | z) of rows with its slopes. */
interface SoftmaxMisfit {
  /** The misfit, summed over rows; infinite where a predictor is. */
  at(z: Float64Array, classes: ArrayLike<number>): number;
  /** The slopes p_ik − y_ik where it was last asked for, stored as z. */
  readonly residuals: Float64Array;
  /** ln(1 + Σ_k e^(z_ik)) of each row where it was last asked for. */
  readonly totals: Float64Array;
}

/** Predictors are stored class by class, z_ik at k · rows + i. The largest is taken off only where an exponential overflows. */
export function softmaxMisfit(rows: number, count: number): SoftmaxMisfit {
  const residuals = new Float64Array(rows * count);
  const totals = new Float64Array(rows);

  /** Writes e^(z_k − most) of a row and returns their sum with that of the reference. */
  function exponentials(z: Float64Array, i: number, most: number): number {
    let total = Math.exp(-most);
    for (let k = 0, at = i; k < count; k++, at += rows) total += residuals[at] = Math.exp(z[at] - most);
    return total;
  }

  return {
    residuals,
    totals,
    at(z, classes) {
      let sum = 0;
      for (let i = 0; i < rows; i++) {
        let most = 0;
        let total = exponentials(z, i, 0);
        if (!(total < Infinity)) {
          for (let k = 0, at = i; k < count; k++, at += rows) most = Math.max(most, z[at]);
          if (!(most < Infinity)) return Infinity;
          total = exponentials(z, i, most);
        }
        totals[i] = most + Math.log(total);
        sum += totals[i];
        for (let k = 0, at = i; k < count; k++, at += rows) residuals[at] /= total;
        if (classes[i] === count) continue;
        const at = classes[i] * rows + i;
        sum -= z[at];
        residuals[at] -= 1;
      }
      return sum;
    },
  };
}

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

/** Numbers beyond the first are not multiplied, and products not beyond the second, so that none overflows. */
const [largestFactor, largestProduct] = [1e50, 1e250];

/** Σ ln x of numbers of at least 1: one logarithm of a product of many takes a small part of the time of many. */
export function sumOfLogs(values: Float64Array): number {
  let sum = 0;
  let product = 1;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value < largestFactor) product *= value;
    else sum += Math.log(value);
    if (product < largestProduct) continue;
    sum += Math.log(product);
    product = 1;
  }
  return sum + Math.log(product);
}

/** −ln P(y | z) of rows with its slopes. */
export interface SoftmaxMisfit {
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

/** What the differences between the copies of each row add. */
export interface CopyTerms {
  /** Σ (w − 1) log(1 + βη), to log |I + βKL|. */
  readonly logDeterminant: number;
  /** Σ (w − 1) η/(1 + βη), to tr(LΣ). */
  readonly trace: number;
}

/**
 * A row of weight w stands for w copies that share all but a part of variance η each. Their w − 1 differences have prior
 * variance η and noise precision β, and are independent of everything else; so they come in through these sums alone.
 */
export function copyTerms(weights: Float64Array, own: Float64Array, beta: number): CopyTerms {
  let logDeterminant = 0;
  let trace = 0;
  for (let i = 0; i < own.length; i++) {
    logDeterminant += (weights[i] - 1) * Math.log1p(beta * own[i]);
    trace += ((weights[i] - 1) * own[i]) / (1 + beta * own[i]);
  }
  return { logDeterminant, trace };
}

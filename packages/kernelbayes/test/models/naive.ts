/** Deliberately plain dense algebra on arrays of arrays, to compare with. */

export type Rows = number[][];

export function transposed(A: Rows): Rows {
  return A[0].map((_, j) => A.map((row) => row[j]));
}

export function times(A: Rows, B: Rows): Rows {
  return A.map((row) => B[0].map((_, j) => row.reduce((sum, value, k) => sum + value * B[k][j], 0)));
}

/** a A + b B. */
export function combination(a: number, A: Rows, b: number, B: Rows): Rows {
  return A.map((row, i) => row.map((value, j) => a * value + b * B[i][j]));
}

export function diagonalOf(A: Rows): Rows {
  return A.map((row, i) => row.map((value, j) => (i === j ? value : 0)));
}

export function identityRows(p: number, value = 1): Rows {
  return Array.from({ length: p }, (_, i) => Array.from({ length: p }, (_, j) => (i === j ? value : 0)));
}

export function traceOf(A: Rows): number {
  return A.reduce((sum, row, i) => sum + row[i], 0);
}

/** A⁻¹ b and log |A| by Gaussian elimination with pivots from the column. */
function solved(A: Rows, b: readonly number[]): { readonly x: number[]; readonly logDeterminant: number } {
  const n = A.length;
  const work = A.map((row, i) => [...row, b[i]]);
  let logDeterminant = 0;
  for (let k = 0; k < n; k++) {
    const pivot = work.reduce((best, row, i) => (i > k && Math.abs(row[k]) > Math.abs(work[best][k]) ? i : best), k);
    [work[k], work[pivot]] = [work[pivot], work[k]];
    logDeterminant += Math.log(Math.abs(work[k][k]));
    for (let i = k + 1; i < n; i++) {
      const factor = work[i][k] / work[k][k];
      for (let j = k; j <= n; j++) work[i][j] -= factor * work[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = (work[i][n] - x.reduce((sum, value, j) => (j > i ? sum + work[i][j] * value : sum), 0)) / work[i][i];
  }
  return { x, logDeterminant };
}

export function inverse(A: Rows): Rows {
  return transposed(identityRows(A.length).map((unit) => solved(A, unit).x));
}

export function logDeterminantOf(A: Rows): number {
  return solved(
    A,
    A.map(() => 0),
  ).logDeterminant;
}

/** dᵀ A⁻¹ e. */
export function formOf(A: Rows, d: readonly number[], e: readonly number[] = d): number {
  return solved(A, e).x.reduce((sum, value, j) => sum + d[j] * value, 0);
}

/** Means, sizes and covariances of the classes by the textbook, weights counted as rows. */
export interface NaiveClasses {
  readonly sizes: number[];
  readonly means: Rows;
  /** Divisor n_k − 1 (zeros for a class of one row). */
  readonly covariances: Rows[];
  /** Divisor n − C. */
  readonly pooled: Rows;
}

export function naiveClasses(
  X: Rows,
  classes: readonly number[],
  weights: readonly number[] = classes.map(() => 1),
): NaiveClasses {
  const C = Math.max(...classes) + 1;
  const p = X[0].length;
  const total = weights.reduce((a, b) => a + b, 0);
  const parts = Array.from({ length: C }, (_, k) => {
    const rows = X.map((x, i) => ({ x, w: weights[i] })).filter((_, i) => classes[i] === k);
    const size = rows.reduce((sum, { w }) => sum + w, 0);
    const mean = Array.from({ length: p }, (_, j) => rows.reduce((sum, { x, w }) => sum + w * x[j], 0) / size);
    const scatter = identityRows(p, 0).map((row, a) =>
      row.map((_, b) => rows.reduce((sum, { x, w }) => sum + w * (x[a] - mean[a]) * (x[b] - mean[b]), 0)),
    );
    return { size, mean, scatter };
  });
  const scaled = (A: Rows, divisor: number): Rows =>
    A.map((row) => row.map((value) => (divisor > 0 ? value / divisor : 0)));
  return {
    sizes: parts.map(({ size }) => size),
    means: parts.map(({ mean }) => mean),
    covariances: parts.map(({ scatter, size }) => scaled(scatter, size - 1)),
    pooled: scaled(
      parts.reduce((sum, { scatter }) => combination(1, sum, 1, scatter), identityRows(p, 0)),
      total - C,
    ),
  };
}

/** log π_k − ½ log|Σ_k| − ½ (x − m_k)ᵀ Σ_k⁻¹ (x − m_k) for each class. */
export function naiveScores(
  x: readonly number[],
  priors: readonly number[],
  means: Rows,
  covariances: readonly Rows[],
): number[] {
  return priors.map((prior, k) => {
    const d = x.map((value, j) => value - means[k][j]);
    return Math.log(prior) - 0.5 * (logDeterminantOf(covariances[k]) + formOf(covariances[k], d));
  });
}

export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

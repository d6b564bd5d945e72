export interface RombergOptions {
  /** Stop when two successive extrapolations differ by at most this fraction. Default 1e-10. */
  readonly relativeTolerance?: number;
  /** … or by at most this amount. Default 0. */
  readonly absoluteTolerance?: number;
  /** The most halvings of the interval; 2^levels + 1 evaluations. Default 20. */
  readonly levels?: number;
}

export interface Integral {
  readonly value: number;
  /** The difference of the last two extrapolations: an estimate of the error, not a bound. */
  readonly error: number;
  /** False if the levels were used up, or if the function returned something that is not finite. */
  readonly converged: boolean;
  readonly evaluations: number;
}

/**
 * ∫ₐᵇ f(x) dx of a smooth function by the trapezoidal rule with repeated halving and Richardson extrapolation (Romberg 1955). At
 * least four halvings are made before the result is trusted.
 */
export function romberg(
  f: (x: number) => number,
  from: number,
  to: number,
  { relativeTolerance = 1e-10, absoluteTolerance = 0, levels = 20 }: RombergOptions = {},
): Integral {
  let row = [0.5 * (to - from) * (f(from) + f(to))];
  let evaluations = 2;
  let error = Infinity;
  for (let level = 1; level <= levels; level++) {
    const width = (to - from) / 2 ** level;
    let sum = 0;
    for (let i = 1; i < 2 ** level; i += 2) sum += f(from + i * width);
    evaluations += 2 ** (level - 1);
    const next = [0.5 * row[0] + width * sum];
    for (let order = 1; order <= level; order++) {
      next.push(next[order - 1] + (next[order - 1] - row[order - 1]) / (4 ** order - 1));
    }
    error = Math.abs(next[level] - row[level - 1]);
    row = next;
    const value = row[level];
    if (!Number.isFinite(value)) return { value, error, converged: false, evaluations };
    if (level >= 4 && error <= Math.max(absoluteTolerance, relativeTolerance * Math.abs(value))) {
      return { value, error, converged: true, evaluations };
    }
  }
  return { value: row[row.length - 1], error, converged: false, evaluations };
}

import { matrix, type Matrix } from "../engine/matrix.ts";
import { gamma, logGammaVariate, normal, stream, wishartFactor, type Stream } from "../random/index.ts";

/**
 * Draws of the class scores of a Gaussian discriminant from the posterior of its parameters under the usual flat prior:
 * Σ ~ inverse Wishart(ν, S), m_k ~ N(m̄_k, Σ/n_k) and, where the class frequencies are estimated, π ~ Dirichlet(n).
 *
 * The distribution of a score depends on few numbers of a row (below), so one table of standard variates, drawn once from
 * the seed, serves every row: predicting some of the rows gives the same numbers as predicting all.
 */
export interface ScoreDraws {
  readonly count: number;
  /** Writes draw s of the scores of one row. */
  fill(draw: number, row: number, scores: Float64Array): void;
}

export interface DrawOptions {
  readonly seed: number;
  readonly count: number;
  readonly sizes: Float64Array;
  readonly logPriors: Float64Array;
  readonly priorsAreEmpirical: boolean;
  /** Number of directions, r. */
  readonly dimension: number;
}

/**
 * Scores under one shared covariance. `positions` holds, for each row and class, x − m̄_k whitened by S/ν and turned so that
 * only its first m coordinates differ from zero (row · classes + class down, coordinates across). Then, with A the
 * Bartlett factor of the leading m × m block,
 *
 *     quad_k = ‖Aᵀ e_k/√ν + z_k/√n_k‖² + χ²(r − m)/n_k
 */
export function sharedScoreDraws(positions: Matrix, degrees: number, options: DrawOptions): ScoreDraws {
  const { seed, count, sizes, dimension } = options;
  const m = positions.columns;
  const C = sizes.length;
  const random = stream(seed, 0);
  const table = Array.from({ length: count }, () => ({
    A: wishartFactor(random, degrees, m),
    shift: Array.from({ length: C }, (_, k) =>
      Float64Array.from({ length: m }, () => normal(random) / Math.sqrt(sizes[k])),
    ),
    rest: Array.from({ length: C }, (_, k) => chiSquare(random, dimension - m) / sizes[k]),
    logPriors: drawLogPriors(random, options),
  }));
  const root = Math.sqrt(degrees);
  return {
    count,
    fill(draw, row, scores) {
      const { A, shift, rest, logPriors } = table[draw];
      for (let k = 0; k < C; k++) {
        const start = (row * C + k) * m;
        let quad = rest[k];
        for (let j = 0; j < m; j++) {
          let coordinate = 0;
          for (let i = j; i < m; i++) coordinate += A.data[i * m + j] * positions.data[start + i];
          quad += (coordinate / root + shift[k][j]) ** 2;
        }
        scores[k] = logPriors[k] - 0.5 * quad;
      }
    },
  };
}

/**
 * Scores under one covariance a class. With q the squared distance under S_k/ν_k, ν_k = n_k − 1, and W the Wishart matrix
 * whose first Bartlett entry meets the direction of x − m̄_k,
 *
 *     quad_k = (√(q c₁/ν) + z/√n)² + χ²(r − 1)/n,   log|Σ_k| = log|S_k| − Σᵢ log cᵢ,   cᵢ ~ χ²(ν − i + 1)
 */
export function separateScoreDraws(
  quadratics: Matrix,
  logDeterminants: Float64Array,
  options: DrawOptions,
): ScoreDraws {
  const { seed, count, sizes, dimension: r } = options;
  const C = sizes.length;
  const random = stream(seed, 0);
  const table = Array.from({ length: count }, () => ({
    classes: Array.from(sizes, (size) => {
      const degrees = size - 1;
      const logs = Array.from({ length: r }, (_, i) => logGammaVariate(random, 0.5 * (degrees - i), 0.5));
      return {
        first: Math.exp(0.5 * (logs[0] - Math.log(degrees))),
        // log|S_k| = log|S_k/ν| + r log ν.
        logs: logs.reduce((sum, log) => sum + log, 0) - r * Math.log(degrees),
        shift: normal(random) / Math.sqrt(size),
        rest: chiSquare(random, r - 1) / size,
      };
    }),
    logPriors: drawLogPriors(random, options),
  }));
  return {
    count,
    fill(draw, row, scores) {
      const { classes, logPriors } = table[draw];
      for (let k = 0; k < C; k++) {
        const { first, logs, shift, rest } = classes[k];
        const quad = (Math.sqrt(quadratics.data[row * C + k]) * first + shift) ** 2 + rest;
        scores[k] = logPriors[k] - 0.5 * (quad + logDeterminants[k] - logs);
      }
    },
  };
}

/**
 * Coordinates in which rows and class means of the shared model differ in few places: the span of the differences of the
 * class means, and one more coordinate for the distance of the row from that span. Used for `sharedScoreDraws`.
 */
export function positionsToMeans(rows: Matrix, means: Matrix, basis: Matrix): Matrix {
  const { rows: n, columns: r } = rows;
  const C = means.rows;
  const spanned = basis.columns;
  const m = Math.min(spanned + 1, r);
  const positions = matrix(n * C, m);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < C; k++) {
      let left = 0;
      for (let j = 0; j < r; j++) left += (rows.data[i * r + j] - means.data[k * r + j]) ** 2;
      const start = (i * C + k) * m;
      for (let b = 0; b < spanned; b++) {
        let coordinate = 0;
        for (let j = 0; j < r; j++)
          coordinate += (rows.data[i * r + j] - means.data[k * r + j]) * basis.data[j * spanned + b];
        positions.data[start + b] = coordinate;
        left -= coordinate * coordinate;
      }
      if (m > spanned) positions.data[start + spanned] = Math.sqrt(Math.max(0, left));
    }
  }
  return positions;
}

function drawLogPriors(random: Stream, { sizes, logPriors, priorsAreEmpirical }: DrawOptions): Float64Array {
  return priorsAreEmpirical ? sizes.map((size) => logGammaVariate(random, size)) : logPriors;
}

function chiSquare(random: Stream, degrees: number): number {
  return degrees > 0 ? gamma(random, 0.5 * degrees, 0.5) : 0;
}

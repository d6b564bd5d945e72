import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { ScoreCurve } from "../../../calibration/scoreCurve.ts";
import { gamma, logGammaVariate, normal, stream, wishartFactor, type Stream } from "../../../random/index.ts";

/**
 * Draws of the class scores of a Gaussian discriminant from the posterior of its parameters under the usual flat prior:
 * Σ ~ inverse Wishart(ν, S), m_k ~ N(m̄_k, Σ/n_k) and, where the class frequencies are estimated, π ~ Dirichlet(n).
 *
 * The distribution of a score depends on few numbers of a row (below), so one table of standard variates, drawn once from
 * the seed, serves every row: predicting some of the rows gives the same numbers as predicting all.
 */
export interface ScoreDraws {
  readonly count: number;
  /** Writes one draw of the scores of one row. */
  readonly fill: (draw: number, row: number, scores: Float64Array) => void;
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
  const factors = new Float64Array(count * m * m); // A/√ν
  const shifts = new Float64Array(count * C * m); // z_k/√n_k
  const rests = new Float64Array(count * C);
  const logPriors = new Float64Array(count * C);
  for (let s = 0; s < count; s++) {
    factors.set(
      wishartFactor(random, degrees, m).data.map((entry) => entry / Math.sqrt(degrees)),
      s * m * m,
    );
    for (let k = 0; k < C; k++) {
      for (let j = 0; j < m; j++) shifts[(s * C + k) * m + j] = normal(random) / Math.sqrt(sizes[k]);
    }
    for (let k = 0; k < C; k++) rests[s * C + k] = chiSquare(random, dimension - m) / sizes[k];
    logPriors.set(drawLogPriors(random, options), s * C);
  }
  return {
    count,
    fill(draw, row, scores) {
      for (let k = 0; k < C; k++) {
        const position = (row * C + k) * m;
        const shift = (draw * C + k) * m;
        let quad = rests[draw * C + k];
        for (let j = 0; j < m; j++) {
          let coordinate = shifts[shift + j];
          for (let i = j; i < m; i++) coordinate += factors[(draw * m + i) * m + j] * positions.data[position + i];
          quad += coordinate * coordinate;
        }
        scores[k] = logPriors[draw * C + k] - 0.5 * quad;
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
  const firsts = new Float64Array(count * C); // √(c₁/ν)
  const shifts = new Float64Array(count * C);
  const rests = new Float64Array(count * C);
  const offsets = new Float64Array(count * C);
  for (let s = 0; s < count; s++) {
    for (let k = 0; k < C; k++) {
      const at = s * C + k;
      const degrees = sizes[k] - 1;
      const first = logGammaVariate(random, 0.5 * degrees, 0.5);
      let logs = first;
      for (let i = 1; i < r; i++) logs += logGammaVariate(random, 0.5 * (degrees - i), 0.5);
      firsts[at] = Math.exp(0.5 * (first - Math.log(degrees)));
      shifts[at] = normal(random) / Math.sqrt(sizes[k]);
      rests[at] = chiSquare(random, r - 1) / sizes[k];
      // log|S_k| = log|S_k/ν| + r log ν.
      offsets[at] = -0.5 * (logDeterminants[k] + r * Math.log(degrees) - logs);
    }
    drawLogPriors(random, options).forEach((logPrior, k) => (offsets[s * C + k] += logPrior));
  }
  return {
    count,
    fill(draw, row, scores) {
      for (let k = 0; k < C; k++) {
        const at = draw * C + k;
        const along = Math.sqrt(quadratics.data[row * C + k]) * firsts[at] + shifts[at];
        scores[k] = offsets[at] - 0.5 * (along * along + rests[at]);
      }
    },
  };
}

/** The draws through a calibration curve, with a draw of the curve itself in each; its slope is at least 0. */
export function curvedDraws(draws: ScoreDraws, { slope, offsets, covariance }: ScoreCurve, seed: number): ScoreDraws {
  const C = offsets.length;
  const root = semidefiniteRoot(covariance);
  const random = stream(seed, 1);
  const curves = new Float64Array(draws.count * C);
  for (let s = 0; s < draws.count; s++) {
    const own = curves.subarray(s * C, (s + 1) * C);
    for (let l = 0; l < C; l++) {
      const z = normal(random);
      for (let k = l; k < C; k++) own[k] += root[k * C + l] * z;
    }
  }
  return {
    count: draws.count,
    fill(draw, row, scores) {
      draws.fill(draw, row, scores);
      const steepness = Math.max(0, slope + curves[draw * C]);
      for (let c = 0; c < C; c++) {
        scores[c] = steepness * scores[c] + offsets[c] + (c > 0 ? curves[draw * C + c] : 0);
      }
    },
  };
}

/** L with L Lᵀ = A, lower triangular; a column without variance of its own is 0. */
function semidefiniteRoot({ data: A, rows: n }: Matrix): Float64Array {
  const L = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    const left = (i: number): number => {
      let sum = A[i * n + j];
      for (let k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      return sum;
    };
    const own = left(j);
    if (!(own > 1e-12 * A[j * n + j])) continue;
    for (let i = j; i < n; i++) L[i * n + j] = left(i) / Math.sqrt(own);
  }
  return L;
}

/** The class probabilities of one row by every draw: a list for each class. */
export function probabilityDraws({ count, fill }: ScoreDraws, row: number, classCount: number): Float64Array[] {
  const probabilities = Array.from({ length: classCount }, () => new Float64Array(count));
  const scores = new Float64Array(classCount);
  for (let s = 0; s < count; s++) {
    fill(s, row, scores);
    let most = -Infinity;
    for (let c = 0; c < classCount; c++) most = Math.max(most, scores[c]);
    let sum = 0;
    for (let c = 0; c < classCount; c++) sum += scores[c] = Math.exp(scores[c] - most);
    for (let c = 0; c < classCount; c++) probabilities[c][s] = scores[c] / sum;
  }
  return probabilities;
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

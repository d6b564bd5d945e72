import { logSoftmaxInPlace } from "../../../numeric/logSumExp.ts";

/** The softmax function under noise: scores of classes, the last of which is the reference with a score of 0. */
interface NoisySoftmax {
  /** Turns scores into log probabilities, in place. */
  logProbabilities(scores: Float64Array): void;
  /** The log probability of one class. */
  logProbability(scores: Float64Array, of: number): number;
}

/** The widest spacing of a table, and the step of sums over noise. */
const widest = 1 / 2;

/** The step of the integral, at which the trapezoidal rule errs by e^{−2π²} or 3e-9. */
const step = widest;

/** A noise beyond this drowns the scale of the logistic function: then scores over σ are all that matters, to 1e-4. */
const largestSigma = 100;

/**
 * Class probabilities with independent normal noise on all scores but the last,
 *
 *     p_c = E_ε softmax(f + σε, 0)_c = ∫ H_c′(v − f_c) Π_{k≠c} H_k(v − f_k) dv,
 *
 * which follows from 1/S = ∫ e^{−xS} dx with x = e^{−v}: given v the classes are independent, so that one integral over the
 * line serves any number of classes. H is the Laplace transform of a lognormal variable, with σ = 0 for the last class.
 * Good to some 1e-6, absolutely and relative to small probabilities.
 */
export function noisySoftmax(sigma: number, classCount: number, tables: NoiseTables = noiseTables()): NoisySoftmax {
  const used = Math.min(sigma, largestSigma);
  const shrinkage = sigma > used ? used / sigma : 1;
  const { plain } = tables;
  const noisy = used === largestSigma ? tables.widest() : lognormalTransform(used);
  const [left, right] = transformEnds(used);
  const points = Math.ceil((left + right) / step) + 1;
  // Scores further below the largest lie where H′ is an exponential function, and are moved by its rate alone.
  const furthest = left + right + step;
  const integrand = new Float64Array(points);

  const logProbability = (scores: Float64Array, of: number): number => {
    let most = -Infinity;
    for (let k = 0; k < classCount; k++) most = Math.max(most, shrinkage * scores[k]);
    const tableOf = (k: number): LognormalTransform => (k === classCount - 1 ? plain : noisy);
    const offset = (k: number): number => most - left - Math.max(shrinkage * scores[k], most - furthest);
    setSlopes(tableOf(of), offset(of), integrand);
    for (let k = 0; k < classCount; k++) if (k !== of) timesValues(tableOf(k), offset(k), integrand);
    let sum = 0;
    for (let j = 0; j < points; j++) sum += integrand[j];
    const excess = Math.max(0, most - furthest - shrinkage * scores[of]);
    return Math.log(step * sum) - tableOf(of).decay * excess;
  };

  const result = new Float64Array(classCount);
  return {
    logProbability,
    logProbabilities(scores) {
      for (let k = 0; k < classCount; k++) result[k] = logProbability(scores, k);
      scores.set(result);
      // Their sum is 1 to the accuracy of the integrals; now to all digits.
      logSoftmaxInPlace(scores);
    },
  };
}

/** What calls have in common: the transform without noise, and that of the most noise, which takes as long to make as many others. */
export interface NoiseTables {
  readonly plain: LognormalTransform;
  widest(): LognormalTransform;
}

export function noiseTables(): NoiseTables {
  let widestTransform: LognormalTransform | undefined;
  return { plain: lognormalTransform(0), widest: () => (widestTransform ??= lognormalTransform(largestSigma)) };
}

/** Hermite's cubic: weights of the values at both ends of an interval and of the slopes there, at the share u of it. */
function cubicWeights(u: number, spacing: number): readonly [number, number, number, number] {
  const v = 1 - u;
  return [(1 + 2 * u) * v * v, u * u * (3 - 2 * u), spacing * u * v * v, -spacing * u * u * v];
}

/** How t = from, from + ½, … goes through a table. */
interface Passage {
  /** The entry before the first t, and how far it is towards the next. */
  readonly place: number;
  readonly share: number;
  readonly stride: number;
  /** The first point within the table, and the first behind it. */
  readonly within: number;
  readonly beyond: number;
}

function passage({ spacing, first, values }: LognormalTransform, from: number, points: number): Passage {
  const position = from / spacing - first;
  const place = Math.floor(position);
  const stride = step / spacing;
  const within = Math.min(points, Math.max(0, Math.ceil(-place / stride)));
  const beyond = Math.min(points, Math.max(within, Math.ceil((values.length - 1 - place) / stride)));
  return { place, share: position - place, stride, within, beyond };
}

/** H′ at t = from, from + ½, … */
function setSlopes(table: LognormalTransform, from: number, target: Float64Array): void {
  const { spacing, slopes, curvatures, decay } = table;
  const { place, share, stride, within, beyond } = passage(table, from, target.length);
  const [a, b, c, d] = cubicWeights(share, spacing);
  target.fill(0, 0, within);
  for (let j = within, i = place + within * stride; j < beyond; j++, i += stride) {
    target[j] = a * slopes[i] + b * slopes[i + 1] + c * curvatures[i] + d * curvatures[i + 1];
  }
  const last = slopes.length - 1;
  let tail = slopes[last] * Math.exp(-decay * spacing * (place + beyond * stride + share - last));
  const factor = Math.exp(-decay * step);
  for (let j = beyond; j < target.length; j++, tail *= factor) target[j] = tail;
}

/** Multiplies by H at t = from, from + ½, … */
function timesValues(table: LognormalTransform, from: number, target: Float64Array): void {
  const { spacing, values, slopes } = table;
  const { place, share, stride, within, beyond } = passage(table, from, target.length);
  const [a, b, c, d] = cubicWeights(share, spacing);
  target.fill(0, 0, within);
  for (let j = within, i = place + within * stride; j < beyond; j++, i += stride) {
    target[j] *= a * values[i] + b * values[i + 1] + c * slopes[i] + d * slopes[i + 1];
  }
}

/** The spacing of a table, over σ or 1, whichever is larger. Cubic interpolation between its entries errs by some 1e-6. */
const finest = 1 / 8;

/** Left of this H(t) is below 1e-23 without noise. */
const leftEnd = 4;

/** Right of this 1 − H(t) is below 1e-7 without noise. */
const rightEnd = 17;

/** Normal variates beyond this many deviations count for nothing: 4e-8 of them. */
const reach = 5.5;

/** How far beyond the ends of a noise-free table lognormal tails are followed. */
const longestTail = 60;

/**
 * The Laplace transform of a lognormal variable on the logarithmic scale,
 *
 *     H(t) = E exp(−e^{σε − t}),   ε ~ N(0, 1),
 *
 * with its first and second derivative at the multiples of a spacing: entry i belongs to t = (first + i) · spacing. It is
 * the distribution function of a Gumbel variable plus σε. Left of the table H is 0; right of it H is 1, and H′ decays with the
 * rate `decay`.
 */
interface LognormalTransform {
  /** One over a power of two. */
  readonly spacing: number;
  readonly first: number;
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  readonly curvatures: Float64Array;
  readonly decay: number;
}

/** How far from its center, to the left and to the right, the transform differs from 0 and from 1. */
function transformEnds(sigma: number): readonly [number, number] {
  const noise = reach * sigma;
  return [leftEnd + noise, rightEnd + noise + Math.min(sigma * sigma, longestTail)];
}

/** The transform for a deviation of at least 0. Normal variates are summed by the trapezoidal rule, to some 1e-8. */
function lognormalTransform(sigma: number): LognormalTransform {
  let spacing = finest;
  while (2 * spacing <= Math.min(widest, finest * sigma)) spacing *= 2;
  const [left, right] = transformEnds(sigma);
  const first = -Math.ceil(left / spacing);
  const grid = { spacing, first, count: Math.ceil(right / spacing) - first + 1 };
  const parts =
    sigma === 0 ? gumbelTables(grid) : sigma < spacing ? fewShifts(sigma, grid) : alignedShifts(sigma, grid);
  const last = grid.count - 1;
  return { spacing, first, ...parts, decay: -parts.curvatures[last] / parts.slopes[last] };
}

interface Grid {
  readonly spacing: number;
  readonly first: number;
  readonly count: number;
}

type Tables = Pick<LognormalTransform, "values" | "slopes" | "curvatures">;

/** G(t) = exp(−e^{−t}), G′ and G″ at t = (first + i) · spacing − shift. */
function gumbelTables({ spacing, first, count }: Grid, shift = 0): Tables {
  const values = new Float64Array(count);
  const slopes = new Float64Array(count);
  const curvatures = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const x = Math.exp(shift - (first + i) * spacing);
    const value = Math.exp(-x);
    values[i] = value;
    // Far to the left e^{−t} overflows where G has long been 0.
    slopes[i] = value === 0 ? 0 : x * value;
    curvatures[i] = value === 0 ? 0 : x * (x - 1) * value;
  }
  return { values, slopes, curvatures };
}

/** Little noise: the mean over three shifts, exact for polynomials of degree five (Gauss and Hermite). */
function fewShifts(sigma: number, grid: Grid): Tables {
  const shift = Math.sqrt(3) * sigma;
  const parts = [-shift, 0, shift].map((at) => gumbelTables(grid, at));
  const mean = (table: keyof Tables): Float64Array =>
    parts[1][table].map((middle, i) => (2 / 3) * middle + (parts[0][table][i] + parts[2][table][i]) / 6);
  return { values: mean("values"), slopes: mean("slopes"), curvatures: mean("curvatures") };
}

/** More noise: shifts by multiples of a step that is a multiple of the spacing and no wider than σ or one half. */
function alignedShifts(sigma: number, { spacing, first, count }: Grid): Tables {
  let stride = widest / spacing;
  while (stride > 1 && stride * spacing > sigma) stride /= 2;
  const step = stride * spacing;
  const shifts = Math.ceil((reach * sigma) / step);
  const shares = new Float64Array(2 * shifts + 1);
  let total = 0;
  for (let j = 0; j < shares.length; j++) {
    shares[j] = Math.exp(-0.5 * (((j - shifts) * step) / sigma) ** 2);
    total += shares[j];
  }
  for (let j = 0; j < shares.length; j++) shares[j] /= total;
  const base = gumbelTables({ spacing, first: first - shifts * stride, count: count + 2 * shifts * stride });
  return {
    values: convolved(base.values, shares, stride, count),
    slopes: convolved(base.slopes, shares, stride, count),
    curvatures: convolved(base.curvatures, shares, stride, count),
  };
}

function convolved(table: Float64Array, shares: Float64Array, stride: number, count: number): Float64Array {
  const result = new Float64Array(count);
  for (let j = 0; j < shares.length; j++) {
    const share = shares[j];
    for (let i = 0, from = j * stride; i < count; i++, from++) result[i] += share * table[from];
  }
  return result;
}

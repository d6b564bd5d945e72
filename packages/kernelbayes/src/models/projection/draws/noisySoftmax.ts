import { logSoftmaxInPlace } from "../../../numeric/logSumExp.ts";
import { lognormalTransform, transformEnds, widest, type LognormalTransform } from "./lognormalTransform.ts";

/** The softmax function under noise: scores of classes, the last of which is the reference with a score of 0. */
export interface NoisySoftmax {
  /** Turns scores into log probabilities, in place. */
  logProbabilities(scores: Float64Array): void;
  /** The log probability of one class. */
  logProbability(scores: Float64Array, of: number): number;
}

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
export function noisySoftmax(
  sigma: number,
  classCount: number,
  plain: LognormalTransform = lognormalTransform(0),
): NoisySoftmax {
  const used = Math.min(sigma, largestSigma);
  const shrinkage = sigma > used ? used / sigma : 1;
  const noisy = lognormalTransform(used);
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

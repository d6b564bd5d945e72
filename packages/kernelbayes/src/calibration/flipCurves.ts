import { list, mapped, notNegative, numbersOf, record, refined, type Codec } from "../codec.ts";
import { logSigmoid, sigmoid } from "../numeric/sigmoid.ts";
import { logSoftmaxInPlace, logSumExp } from "../numeric/logSumExp.ts";
import { curveVariance, type LeftOutOdds, type OddsCurve } from "./oddsCurve.ts";
import { oddsCurveCodec } from "./oddsPrediction.ts";

/** How labels of two classes may be wrong, and the curve from claimed log odds to those of the true class that goes with it. */
export interface FlipCurve {
  readonly curve: OddsCurve;
  /** The probability that a row of class 0 is labelled 1, and that one of class 1 is labelled 0. */
  readonly rates: readonly [number, number];
  /** Its posterior probability. */
  readonly weight: number;
}

/** The highest rate that is considered, of class 0 or of class 1. */
export const largestFlipRate: number = 0.36;

/** The ends of the intervals of rates that are looked at first, each by its middle. */
const coarse = [0, 0.01, 0.035, 0.065, 0.1, 0.14, 0.185, 0.24, 0.3, largestFlipRate] as const;

/** Then as many intervals of equal length are made of those that are at least as probable as this. */
const leastOfInterval = 1e-3;

/** Each rate is Beta(1, 15) before the rows are seen, with mean 1/16, */
const priorOfRight = 15;
/** and the logarithms of both, a hundredth added, differ by about so much: most tables have no reason to err in one class alone. */
const spreadOfRates = 1;

/** Pairs of rates that are less probable than this are left out. */
const leastWeight = 1e-4;

const mostSteps = 50;
const longestStep = 0.5;
const mostHalvings = 12;
/** Steps that gain less than this share of the value are not taken. */
const rest = 1e-13;

/**
 * The labels ŷ of left-out rows, some of which may be wrong, as noisy copies of a true class y whose log odds are a line in those
 * that a model claims, z:
 *
 *     P(y = 1 | z) = σ(slope · z + offset),   P(ŷ = 1 | z) = (1 − ε₁) P(y = 1 | z) + ε₀ P(y = 0 | z).
 *
 * What tells wrong labels from overlapping classes is that they go on however sure the model is. Where few rows are that sure the
 * rates are hardly known. So they are not maximized but averaged over: each pair of rates on a grid has its best line, under the
 * prior of `fitOddsCurve`, and the weight that Laplace's method gives it. The grid is refined once, where the rates are probable.
 */
export function fitFlipCurves(rows: LeftOutOdds): readonly FlipCurve[] {
  const first = curvesOnGrid(rows, [coarse, coarse]);
  const finer = ([0, 1] as const).map((side) => {
    const isProbable = Array.from({ length: coarse.length - 1 }, (_, at) => {
      const within = first.filter(({ rates }) => rates[side] > coarse[at] && rates[side] < coarse[at + 1]);
      return within.reduce((sum, { weight }) => sum + weight, 0) >= leastOfInterval;
    });
    const from = coarse[isProbable.indexOf(true)];
    const to = coarse[isProbable.lastIndexOf(true) + 1];
    return coarse.map((_, at) => from + ((to - from) * at) / (coarse.length - 1));
  });
  return curvesOnGrid(rows, [finer[0], finer[1]]);
}

/** The best line of each pair of rates, the middles of intervals with these ends for either rate. */
function curvesOnGrid(rows: LeftOutOdds, ends: readonly [readonly number[], readonly number[]]): FlipCurve[] {
  const [ofLower, ofUpper] = ends.map((of) =>
    of.slice(1).map((to, at) => ({ rate: (of[at] + to) / 2, length: to - of[at] })),
  );
  const lines = ofLower.flatMap((lower) => {
    let start: readonly number[] = [1, 0];
    return ofUpper.map((upper) => {
      const rates = [lower.rate, upper.rate] as const;
      const { line, value, information } = bestLine(rows, rates, start);
      start = line;
      const [[a, b], [, c]] = information;
      const determinant = a * c - b * b;
      const prior = logPrior(rates) + Math.log(lower.length * upper.length);
      return {
        curve: {
          slope: line[0],
          offset: line[1],
          covariance: [
            [c / determinant, -b / determinant],
            [-b / determinant, a / determinant],
          ],
        },
        rates,
        log: prior - value - 0.5 * Math.log(determinant),
      };
    });
  });
  const logs = Float64Array.from(lines, ({ log }) => log);
  logSoftmaxInPlace(logs);
  const kept = lines.flatMap(({ curve, rates }, at) => {
    const weight = Math.exp(logs[at]);
    return weight >= leastWeight ? [{ curve, rates, weight }] : [];
  });
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  return kept.map((each) => ({ ...each, weight: each.weight / total }));
}

function logPrior([lower, upper]: FlipCurve["rates"]): number {
  const apart = Math.log((lower + 0.01) / (upper + 0.01)) / spreadOfRates;
  return (priorOfRight - 1) * (Math.log1p(-lower) + Math.log1p(-upper)) - 0.5 * apart * apart;
}

interface Line {
  readonly line: readonly number[];
  /** What is minimized. */
  readonly value: number;
  /** The expected information with that of the prior. */
  readonly information: readonly (readonly number[])[];
}

/** The line of the highest posterior density at given rates, by scoring steps that are halved until they lead down. */
function bestLine(rows: LeftOutOdds, rates: FlipCurve["rates"], start: readonly number[]): Line {
  let line = start;
  let here = noisyLogistic(rows, rates, line);
  for (let step = 0; step < mostSteps; step++) {
    const [[a, b], [, c]] = here.information;
    const [g, h] = here.gradient;
    const determinant = a * c - b * b;
    const move = [(c * g - b * h) / determinant, (a * h - b * g) / determinant];
    // Twice what a whole step gains.
    if (g * move[0] + h * move[1] < rest * (1 + Math.abs(here.value))) break;
    let share = Math.min(1, longestStep / Math.max(Math.abs(move[0]), Math.abs(move[1])));
    let isLower = false;
    for (let halving = 0; !isLower && halving < mostHalvings; halving++) {
      const next = [Math.max(0, line[0] - share * move[0]), line[1] - share * move[1]];
      const there = noisyLogistic(rows, rates, next);
      isLower = there.value < here.value;
      if (isLower) [line, here] = [next, there];
      else share /= 2;
    }
    if (!isLower) break;
  }
  return { line, value: here.value, information: here.information };
}

/** −Σ w log P(ŷ | z) + ½(slope − 1)² + ½ offset², its gradient and the expected information. */
function noisyLogistic(
  { logOdds, targets, weights }: LeftOutOdds,
  [lower, upper]: FlipCurve["rates"],
  [slope, offset]: readonly number[],
): { readonly value: number; readonly gradient: readonly number[]; readonly information: Line["information"] } {
  let value = 0.5 * ((slope - 1) ** 2 + offset ** 2);
  let [g, h, a, b, c] = [slope - 1, offset, 1, 0, 1];
  for (let row = 0; row < logOdds.length; row++) {
    const z = logOdds[row];
    const e = slope * z + offset;
    const [p, r] = [sigmoid(e), sigmoid(-e)];
    const upperLabel = (1 - upper) * p + lower * r;
    const lowerLabel = upper * p + (1 - lower) * r;
    const w = weights[row];
    const change = (1 - lower - upper) * p * r;
    const isUpper = targets[row] === 1;
    value -= w * Math.log(isUpper ? upperLabel : lowerLabel);
    const d = (w * change) / (isUpper ? -upperLabel : lowerLabel);
    const q = (w * change * change) / (upperLabel * lowerLabel);
    g += d * z;
    h += d;
    a += q * z * z;
    b += q * z;
    c += q;
  }
  return {
    value,
    gradient: [g, h],
    information: [
      [a, b],
      [b, c],
    ],
  };
}

/** Log odds of the true class of rows, averaged over the rates. */
export function trueLogits(curves: readonly FlipCurve[], claimed: Float64Array): Float64Array {
  const upper = new Float64Array(curves.length);
  const lower = new Float64Array(curves.length);
  return claimed.map((z) => {
    curves.forEach(({ curve, weight }, m) => {
      const e = curve.slope * z + curve.offset;
      upper[m] = Math.log(weight) + logSigmoid(e);
      lower[m] = Math.log(weight) + logSigmoid(-e);
    });
    return logSumExp(upper) - logSumExp(lower);
  });
}

/** Log odds of the labels as they are given, averaged over the rates. */
export function givenLogits(curves: readonly FlipCurve[], claimed: Float64Array): Float64Array {
  return claimed.map((z) => {
    let [upper, lower] = [0, 0];
    for (const { curve, rates, weight } of curves) {
      const e = curve.slope * z + curve.offset;
      const [p, r] = [sigmoid(e), sigmoid(-e)];
      upper += weight * ((1 - rates[1]) * p + rates[0] * r);
      lower += weight * (rates[1] * p + (1 - rates[0]) * r);
    }
    return Math.log(upper) - Math.log(lower);
  });
}

/** The deviation of the log odds of the true class: that of the lines, within each pair of rates and between them. */
export function trueLogitDeviation(curves: readonly FlipCurve[], claimed: number): number {
  let mean = 0;
  let square = 0;
  for (const { curve, weight } of curves) {
    const e = curve.slope * claimed + curve.offset;
    mean += weight * e;
    square += weight * (e * e + curveVariance(curve, claimed));
  }
  return Math.sqrt(Math.max(0, square - mean * mean));
}

/** How fast the log odds of the true class rise with the claimed ones, on average over the rates. */
export function meanSlope(curves: readonly FlipCurve[]): number {
  return curves.reduce((sum, { curve, weight }) => sum + weight * curve.slope, 0);
}

/** The expected rates: of class 0 labelled 1, and of class 1 labelled 0. */
export function meanRates(curves: readonly FlipCurve[]): readonly [number, number] {
  const mean = (side: 0 | 1): number => curves.reduce((sum, { rates, weight }) => sum + weight * rates[side], 0);
  return [mean(0), mean(1)];
}

/** Rates from here on are near the highest that is considered. */
export const highFlipRate = 0.3;

/** Whether the rate of a class is probably as high as that, or higher than any that is considered. */
export function haveHighRates(curves: readonly FlipCurve[]): boolean {
  return curves.reduce((sum, { rates, weight }) => sum + (Math.max(...rates) > highFlipRate ? weight : 0), 0) > 0.5;
}

/** The probability that the label of each row is wrong, from log odds that a model claims which has not seen it. */
export function flipProbabilities(
  curves: readonly FlipCurve[],
  claimed: Float64Array,
  labels: ArrayLike<number>,
): Float64Array {
  return claimed.map((z, row) => {
    const sign = labels[row] === 1 ? 1 : -1;
    let sum = 0;
    for (const { curve, rates, weight } of curves) {
      const own = sign * (curve.slope * z + curve.offset);
      const [intoLabel, outOfLabel] = sign === 1 ? rates : [rates[1], rates[0]];
      const wrong = intoLabel * sigmoid(-own);
      sum += (weight * wrong) / (wrong + (1 - outOfLabel) * sigmoid(own));
    }
    return sum;
  });
}

const rate: Codec<number> = notNegative;

/** Curves whose weights sum to 1, with rates of which no two sum to 1. */
export const flipCurvesCodec: Codec<readonly FlipCurve[]> = refined(
  list(
    mapped(
      refined(record({ curve: oddsCurveCodec, rates: numbersOf(rate), weight: notNegative }), ({ rates }, expect) =>
        expect.that(
          rates.length === 2 && rates[0] + rates[1] < 1,
          ".rates",
          "two rates that sum to less than 1",
          rates,
        ),
      ),
      ({ rates: [lower, upper], ...rest }): FlipCurve => ({ ...rest, rates: [lower, upper] }),
      ({ rates, ...rest }) => ({ ...rest, rates: Float64Array.from(rates) }),
    ),
  ),
  (curves, expect) => {
    const total = curves.reduce((sum, { weight }) => sum + weight, 0);
    expect.that(Math.abs(total - 1) < 1e-9, "", "curves whose weights sum to 1", curves);
  },
);

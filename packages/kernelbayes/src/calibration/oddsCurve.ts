import {
  bounded,
  fitIncreasing,
  increasingObjective,
  inverseOfFree,
  type IncreasingRegression,
  type SmallMatrix,
} from "./fitIncreasing.ts";
import { curveSpread, spreadAt, type CurveSpread } from "./curveSpread.ts";
import type { TwoSided } from "./logitInterval.ts";

/**
 * The correction of log odds z that a model claims,
 *
 *     e = slope · z + bend · (z − 3 asinh(z/3)) + offset,   slope ≥ 0,   slope + bend ≥ 0,
 *
 * which never falls: `slope` is its slope in the middle and slope + bend that far out. The change is half done at |z| = 5, beyond
 * probabilities of 0.99. A curve without a bend is straight.
 */
export interface OddsCurve {
  readonly slope: number;
  readonly offset: number;
  readonly bend?: number | undefined;
  /** Of (slope, offset), or of (slope, offset, bend). */
  readonly covariance: SmallMatrix;
  /** How uncertain its logits are on each side; by the covariance where absent. */
  readonly spread?: CurveSpread | undefined;
}

/** Straight: slope and offset; bent: the tails have a slope of their own. */
export type CurveShape = "straight" | "bent";

/** Log odds of class 1 of rows that were left out, with what is known of the rows. */
export interface LeftOutOdds {
  readonly logOdds: Float64Array;
  /** 1 for the upper class, 0 for the other. */
  readonly targets: ArrayLike<number>;
  /** Rows of weight 0 do not count. */
  readonly weights: Float64Array;
}

/** The curve that changes nothing, for log odds that are taken at their word. */
export const identityCurve: OddsCurve = {
  slope: 1,
  offset: 0,
  covariance: [
    [0, 0],
    [0, 0],
  ],
};

/** Log odds up to about here are the middle of a curve. */
export const bendWidth = 3;

/** The part of log odds that counts as their tail, z − 3 asinh(z/3); it increases, from slope 0 in the middle to 1 far out. */
export function tailOf(logOdds: number): number {
  return Number.isFinite(logOdds) ? logOdds - middleOf(logOdds) : logOdds;
}

function middleOf(logOdds: number): number {
  return bendWidth * Math.asinh(logOdds / bendWidth);
}

/** What claimed log odds become. A slope of 0 makes nothing of the surest odds. */
export function curveOdds(
  { slope, offset, bend }: Pick<OddsCurve, "slope" | "offset" | "bend">,
  logOdds: number,
): number {
  if (bend === undefined) return product(slope, logOdds) + offset;
  return product(slope, middleOf(logOdds)) + product(tailSlope({ slope, bend }), tailOf(logOdds)) + offset;
}

/** How fast the curve rises at claimed log odds. */
export function curveSlope({ slope, bend }: Pick<OddsCurve, "slope" | "bend">, logOdds: number): number {
  if (bend === undefined) return slope;
  const middle = 1 / Math.hypot(1, logOdds / bendWidth);
  return slope * middle + tailSlope({ slope, bend }) * (1 - middle);
}

/** Their sum may be below 0 by rounding. */
function tailSlope({ slope, bend = 0 }: Pick<OddsCurve, "slope" | "bend">): number {
  return Math.max(0, slope + bend);
}

function product(slope: number, logOdds: number): number {
  return slope === 0 ? 0 : slope * logOdds;
}

/**
 * The curve by which log odds z that a model claims become those that its left-out rows bear out: it minimizes
 *
 *     Σ w [softplus(e) − y e] + ½ (slope − 1)² + ½ offset² + ½ bend²
 *
 * which is convex: logistic regression with a standard normal prior around the identity, worth about one row. Unlike the curve for
 * outputs without a scale (`fitCalibrationCurve`) it starts from believing the model.
 */
export function fitOddsCurve(rows: LeftOutOdds, shape: CurveShape = "straight"): OddsCurve {
  const regression = regressionOf(rows, shape);
  const minimum = fitIncreasing(regression, regression.prior.center);
  return {
    ...lineOf(Array.from(minimum.point)),
    covariance: covarianceOf(inverseOfFree(minimum.hessian, minimum.isHeld)),
    spread: curveSpread(regression, minimum, functionsOf(shape), spreadPlaces),
  };
}

/** Claimed log odds at which deviations are kept: 0, and so far from it on both sides. */
const spreadSteps = [0.5, 1, 2, 3, 5, 8, 12, 20, 40] as const;
const spreadPlaces = Float64Array.from([...spreadSteps.map((step) => -step).toReversed(), 0, ...spreadSteps]);

/** The functions of which a curve of a shape is a sum, at claimed log odds. */
function functionsOf(shape: CurveShape): (logOdds: number) => readonly number[] {
  return shape === "straight" ? (z) => [z, 1] : (z) => [middleOf(z), tailOf(z), 1];
}

/**
 * The log odds of every row by the curve of the others, for scores: half way between the curve of all rows, by which a row
 * helps to judge itself, and that without the row or its set, by which it pays twice, because the others' log odds were made
 * with it. A row counts with one unit of its weight; sets are left out whole. Removing is one Newton step.
 */
export function oddsWithoutEach(rows: LeftOutOdds, curve: OddsCurve, sets?: readonly Int32Array[]): Float64Array {
  const { logOdds, weights } = rows;
  const regression = regressionOf(rows, curve.bend === undefined ? "straight" : "bent");
  const coefficients = coefficientsOf(curve);
  const point = Float64Array.from(coefficients);
  const { hessian } = increasingObjective(regression)(point);
  const isHeld = coefficients.map((coefficient, j) => j < coefficients.length - 1 && coefficient === 0);
  const result = logOdds.map((z) => curveOdds(curve, z));
  const leave = (members: Int32Array, share: (row: number) => number): void => {
    const own = increasingObjective({
      functions: regression.functions.map((values) => Float64Array.from(members, (row) => values[row])),
      targets: Array.from(members, (row) => rows.targets[row]),
      weights: Float64Array.from(members, share),
    })(point);
    const inverse = inverseOfFree(
      hessian.map((entry, at) => entry - own.hessian[at]),
      isHeld,
    );
    const moved = coefficients.map((coefficient, j) =>
      inverse[j].reduce((sum, entry, k) => sum + entry * own.gradient[k], coefficient),
    );
    const without = lineOf(bounded(moved));
    for (const row of members) result[row] = 0.5 * (curveOdds(curve, logOdds[row]) + curveOdds(without, logOdds[row]));
  };
  if (sets) for (const members of sets) leave(members, (row) => weights[row]);
  else for (const row of logOdds.keys()) leave(Int32Array.of(row), () => Math.min(1, weights[row]));
  return result;
}

/** The increasing functions of a shape, z and 1 or the middle of z, its tail and 1, with the prior of their coefficients. */
function regressionOf(
  { logOdds, targets, weights }: LeftOutOdds,
  shape: CurveShape,
): IncreasingRegression & Required<Pick<IncreasingRegression, "prior">> {
  const one = new Float64Array(logOdds.length).fill(1);
  const rows = { targets, weights };
  if (shape === "straight") {
    return {
      ...rows,
      functions: [logOdds, one],
      prior: {
        center: [1, 0],
        precision: [
          [1, 0],
          [0, 1],
        ],
      },
    };
  }
  return {
    ...rows,
    functions: [logOdds.map(middleOf), logOdds.map(tailOf), one],
    prior: {
      center: [1, 1, 0],
      // (middle − 1)² + (tail − middle)² + offset²
      precision: [
        [2, -1, 0],
        [-1, 1, 0],
        [0, 0, 1],
      ],
    },
  };
}

/** (slope, offset), or the slopes of middle and tail and the offset. */
function coefficientsOf({ slope, offset, bend }: OddsCurve): number[] {
  return bend === undefined ? [slope, offset] : [slope, tailSlope({ slope, bend }), offset];
}

function lineOf(coefficients: readonly number[]): Pick<OddsCurve, "slope" | "offset" | "bend"> {
  if (coefficients.length === 2) return { slope: coefficients[0], offset: coefficients[1] };
  const [middle, tail, offset] = coefficients;
  return { slope: middle, offset, bend: tail - middle };
}

/** The covariance of (slope, offset, bend) from that of the slopes of middle and tail and the offset. */
function covarianceOf(covariance: SmallMatrix): SmallMatrix {
  if (covariance.length === 2) return covariance;
  const [[ofMiddle, both, middleOffset], [, ofTail, tailOffset], [, , ofOffset]] = covariance;
  const slopeBend = both - ofMiddle;
  const offsetBend = tailOffset - middleOffset;
  return [
    [ofMiddle, middleOffset, slopeBend],
    [middleOffset, ofOffset, offsetBend],
    [slopeBend, offsetBend, ofTail - 2 * both + ofMiddle],
  ];
}

/** Variance of the logit that a curve gives to an output f that is known: (f, 1) Cov (f, 1)ᵀ, with a bend (f, 1, tail of f). */
export function curveVariance({ covariance, bend }: Pick<OddsCurve, "covariance" | "bend">, output: number): number {
  const straight = covariance[0][0] * output * output + 2 * covariance[0][1] * output + covariance[1][1];
  if (bend === undefined) return straight;
  const tail = tailOf(output);
  return straight + tail * (2 * (covariance[0][2] * output + covariance[1][2]) + covariance[2][2] * tail);
}

/**
 * Deviations of the logit that a calibration curve gives to an output f, below and above, from the two things that are uncertain, the output
 * (of variance s²) and the curve (Cov of slope a and offset b):
 *
 *     √(a² s² + (f, 1) Cov (f, 1)ᵀ),
 *
 * or with the deviations of its spread in place of the second part. A curve with a bend has the slope it has at f, and the variance of its bend.
 * With `logitInterval` they give the interval of the probability. Machines whose outputs have no variance pass 0, and their
 * interval is that of the curve alone. A variance that overflowed means that nothing is known, and the deviation is Infinity.
 * It is a working figure: labels are not Gaussian around the outputs, and the kernel is taken as known.
 */
export function calibratedDeviations(
  curve: Omit<OddsCurve, "offset">,
  output: number,
  outputVariance: number,
): TwoSided {
  const ofOutput = curveSlope(curve, output) ** 2 * outputVariance;
  const { below, above } = curveVariances(curve, output);
  return { below: deviationOf(ofOutput + below), above: deviationOf(ofOutput + above) };
}

/** Variances of the logit of an output that is known, on each side. */
function curveVariances({ spread, ...curve }: Omit<OddsCurve, "slope" | "offset">, output: number): TwoSided {
  if (!spread) {
    const variance = curveVariance(curve, output);
    return { below: variance, above: variance };
  }
  const { below, above } = spreadAt(spread, output);
  return { below: below ** 2, above: above ** 2 };
}

/** The same on both sides, for a curve without a spread. */
export function calibratedDeviation(
  curve: Omit<OddsCurve, "offset" | "spread">,
  output: number,
  outputVariance: number,
): number {
  return deviationOf(curveSlope(curve, output) ** 2 * outputVariance + curveVariance(curve, output));
}

function deviationOf(variance: number): number {
  return Number.isNaN(variance) ? Infinity : Math.sqrt(Math.max(0, variance));
}

import type { LabelledRows } from "../../rows/labelledRows.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { classLogOdds } from "./posterior/fisherPosterior.ts";
import type { LatentMoments, TwoSided } from "../../calibration/logitInterval.ts";
import { ownVariances } from "../../rows/kernel/kernelOnRows.ts";
import type { FisherContrasts } from "../../rows/fisherContrasts.ts";
import type { FisherOptimum } from "./evidence/searchFisher.ts";
import {
  calibratedDeviations,
  curveOdds,
  curveSlope,
  identityCurve,
  type OddsCurve,
} from "../../calibration/oddsCurve.ts";
import {
  flipCurvesCodec,
  meanSlope,
  trueLogitDeviation,
  trueLogits,
  type FlipCurve,
} from "../../calibration/flipCurves.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior, ProjectionAxis } from "../../posterior/numericPosterior.ts";
import { type LatentExpansion, oneFunction, oneSum } from "../../posterior/latentExpansion.ts";
import { projectedMoments } from "../parts/projectedMoments.ts";
import {
  anyMatrix,
  finiteNumber,
  flag,
  inline,
  list,
  madeOf,
  mapped,
  numbers,
  numbersOf,
  optional,
  positive,
  record,
  refined,
  text,
  that,
  whether,
  withDefault,
  type Codec,
  type RecordCodec,
} from "../../codec.ts";
import { expectLabelled, kernelCodec, rowClasses, rowWeights } from "../parts/kernelCodec.ts";
import {
  denseDiscriminant,
  sparseDiscriminant,
  type FisherDiscriminant,
  type SparseMoments,
} from "./fisherDiscriminant.ts";
import { spreadSlope } from "../../calibration/spreadSlope.ts";
import {
  oddsCurveCodec,
  oddsLogProbabilities,
  oddsPrediction,
  oddsProbabilities,
  type Odds,
} from "../../calibration/oddsPrediction.ts";

/** What the precision says of the classes, in words that can be checked: see `impliedError`. */
export interface ImpliedOverlap {
  /** Φ(−(d/2)√β): the share of two normal classes of this precision that lies beyond the midpoint. In sample. */
  readonly value: number;
  /** Ends of its interval, from the conditional posterior of β. */
  readonly lower: number;
  readonly upper: number;
  readonly level: number;
}

/** A discriminant with what is reported of it. */
export interface FisherFit {
  readonly discriminant: FisherDiscriminant;
  /** What the discriminant is made from: all rows, or pivots and moments. */
  readonly source: LabelledRows | SparseMoments;
  /** What its leave-one-out says of its log odds. */
  readonly curve: OddsCurve;
  /** What stands in place of the curve where labels may be wrong. */
  readonly flips?: readonly FlipCurve[] | undefined;
  /** The optima of the evidence that were found, the highest first, then failures of starts. */
  readonly optima: readonly FisherOptimum[];
  readonly impliedOverlap: ImpliedOverlap | undefined;
  /** 𝒥 before and after each step of expectation maximization. */
  readonly trace?: Float64Array | undefined;
  /** Whether the deviation of positions counts as simulation asks for (see `spreadSlope`), and without nuggets; documents of former versions do not say so. */
  readonly calibratedSpread?: boolean | undefined;
}

/** What documents hold of the direction for other readers, where they are not of a former version. Here it is made anew. */
export type SavedAxis = {
  readonly [Part in "coefficients" | "centers" | "distance"]?: ProjectionAxis[Part] | undefined;
};

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** The posterior of a discriminant: class probabilities with the uncertainty of the projection integrated out. */
export function bayesianFisherPosterior(fit: FisherFit, figures: FitFigures): NumericPosterior {
  const { discriminant } = fit;
  return {
    ...figures,
    predict: (X, level) => oddsPrediction(X, level, chunkRows, (rows) => correctedOddsAt(fit, rows)),
    probabilities: (X) =>
      oddsProbabilities(X, chunkRows, (rows) => correctionOf(fit).logits(claimedOdds(discriminant, rows).logits)),
    project: (X) => projectedMoments(X, chunkRows, (rows) => discriminant.latentAt(rows)),
    axes: [discriminant.axis],
    expansion: () => latentOf(fit),
    parameters: () => fitCodec.write({ ...fit, ...discriminant, ...discriminant.axis }),
  };
}

/** The position relative to the midpoint of the class means as latent function: log odds depend on its variance too. */
function latentOf({ discriminant, source }: Pick<FisherFit, "discriminant" | "source">): LatentExpansion {
  const { kernel, axis } = discriminant;
  const rows = "X" in source ? source.X : source.basis;
  const [low, high] = axis.centers;
  return oneFunction({
    constant: -(low + high) / 2,
    sums: [oneSum(kernel, rows, axis.coefficients)],
    variance: ({ images, own }) => own && discriminant.functionalVariance(images[0], own()[0]),
  });
}

function correctedOddsAt(fit: FisherFit, rows: Matrix): Odds {
  const { discriminant, calibratedSpread = false } = fit;
  const claimed = claimedOdds(discriminant, rows, calibratedSpread);
  return correctedPositions(claimed, correctionOf(fit), discriminant.distance, calibratedSpread);
}

/** The log probabilities of both classes that the discriminant itself claims, under the class frequencies. */
export function fisherLogProbabilities(discriminant: FisherDiscriminant, X: Matrix): Matrix {
  return oddsLogProbabilities(claimedOdds(discriminant, X));
}

function claimedOdds(discriminant: FisherDiscriminant, X: Matrix, calibratedSpread = false): PositionOdds {
  const { contrasts, kernel } = discriminant;
  const own = calibratedSpread ? ownVariances(kernel, X) : undefined;
  return positionOdds(discriminant.contrastsAt(X), discriminant, contrasts.sizes, own);
}

/** Log odds of class 1 under the class frequencies, that come from positions between the classes. */
export interface PositionOdds {
  readonly logits: Float64Array;
  /** By how much the log odds move with the position, d/(v_g + 1/β). */
  readonly steepness: Float64Array;
  /**
   * Of the positions, √(v_g − η). What a row has for itself, its nugget η, is in v_g, as the scatter 1/β of the classes is in the
   * log odds: the probability is a mean over both. No row can tell more about them, and they do not make the probability uncertain.
   */
  readonly deviations: Float64Array;
}

/** Log odds from positions relative to the midpoint of the class means. */
export function positionOdds(
  moments: LatentMoments,
  { precision, distance }: Pick<FisherDiscriminant, "precision" | "distance">,
  sizes: FisherContrasts["sizes"],
  own?: Float64Array,
): PositionOdds {
  return {
    logits: classLogOdds(moments, { precision, distance, priorLogOdds: Math.log(sizes[1] / sizes[0]) }),
    steepness: moments.variance.map((v) => distance / (v + 1 / precision)),
    deviations: moments.variance.map((v, row) => Math.sqrt(Math.max(0, v - (own?.[row] ?? 0)))),
  };
}

/** What becomes of log odds that a discriminant claims. */
export interface OddsCorrection {
  logits(claimed: Float64Array): Float64Array;
  /** How fast they rise with the claimed ones. */
  slope(claimed: number): number;
  /** How uncertain the correction is, on either side. */
  deviations(claimed: number): TwoSided;
}

/** The correction by a curve. */
export function curveCorrection(curve: OddsCurve): OddsCorrection {
  return {
    logits: (claimed) => claimed.map((logit) => curveOdds(curve, logit)),
    slope: (claimed) => curveSlope(curve, claimed),
    deviations: (claimed) => calibratedDeviations(curve, claimed, 0),
  };
}

function correctionOf({ curve, flips }: Pick<FisherFit, "curve" | "flips">): OddsCorrection {
  if (!flips) return curveCorrection(curve);
  const slope = meanSlope(flips);
  return {
    logits: (claimed) => trueLogits(flips, claimed),
    slope: () => slope,
    deviations(claimed) {
      const deviation = trueLogitDeviation(flips, claimed);
      return { below: deviation, above: deviation };
    },
  };
}

/** Corrected log odds with their deviations. The classes lie a distance apart, as the targets of least squares do. */
export function correctedPositions(
  { logits, steepness, deviations }: PositionOdds,
  correction: OddsCorrection,
  distance: number,
  calibratedSpread: boolean,
): Odds {
  return {
    logits: correction.logits(logits),
    deviations: Array.from(deviations, (deviation, row) => {
      const plain = correction.slope(logits[row]) * steepness[row];
      const slope = calibratedSpread ? spreadSlope(plain, distance) : plain;
      const { below, above } = correction.deviations(logits[row]);
      return { below: Math.hypot(slope * deviation, below), above: Math.hypot(slope * deviation, above) };
    }),
  };
}

const probabilities: Codec<Float64Array> = numbersOf(
  that(finiteNumber, "a probability", (value) => value >= 0 && value <= 1),
);

/** The rows of a dense discriminant. */
export const labelledRowsCodec: RecordCodec<LabelledRows> = mapped(
  refined(
    record({ rows: encodedMatrix, classes: rowClasses, weights: rowWeights, memberships: optional(probabilities) }),
    (labelled, expect) => {
      expectLabelled(labelled, expect);
      if (labelled.memberships) expect.length(labelled.memberships, ".memberships", labelled.rows.rows);
    },
  ),
  ({ rows: X, classes, weights, memberships }): LabelledRows => ({
    X,
    classes,
    weights,
    ...(memberships && { memberships }),
  }),
  ({ X: rows, classes, weights, memberships }) => ({ rows, classes, weights, memberships }),
);

/** Weighted numbers of rows of class 0 and 1. */
export const sizesOfTwo: Codec<readonly [number, number]> = mapped(
  that(numbersOf(positive), "2 positive numbers", (sizes) => sizes.length === 2),
  ([zero, one]): readonly [number, number] => [zero, one],
  (sizes) => Float64Array.from(sizes),
);

/** The class centers of a `SavedAxis`. */
export const centersCodec: Codec<SavedAxis["centers"]> = optional(
  mapped(
    that(numbers, "2 numbers", (centers) => centers.length === 2),
    ([zero, one]): readonly [number, number] => [zero, one],
    (centers) => Float64Array.from(centers),
  ),
);

/** Pivots and moments in place of rows. */
const sparseCodec: Codec<SparseMoments> = refined(
  record({
    basis: that(encodedMatrix, "a matrix of at least one row", (basis) => basis.rows > 0),
    sizes: sizesOfTwo,
    scatter: anyMatrix,
    difference: numbers,
    midpoint: numbers,
    center: numbers,
  }),
  ({ basis: { rows: m }, scatter, difference, midpoint, center }, expect) => {
    expect.shape(scatter, ".scatter", m, m);
    expect.length(difference, ".difference", m);
    expect.length(midpoint, ".midpoint", m);
    expect.length(center, ".center", m);
  },
);

const sourceCodec: RecordCodec<FisherFit["source"]> = whether(
  "sparse",
  mapped(
    record({ sparse: sparseCodec }),
    ({ sparse }) => sparse,
    (sparse) => ({ sparse }),
  ),
  labelledRowsCodec,
  (source) => "basis" in source,
);

const fitCodec: RecordCodec<
  Omit<FisherFit, "discriminant"> & Pick<FisherDiscriminant, "kernel" | "precision" | "distance"> & SavedAxis
> = refined(
  record({
    kernel: kernelCodec,
    precision: positive,
    coefficients: optional(numbers),
    centers: centersCodec,
    distance: mapped(
      optional(positive),
      (distance = 2) => distance,
      (distance) => distance,
    ),
    source: inline(sourceCodec),
    curve: withDefault(oddsCurveCodec, identityCurve),
    flips: optional(flipCurvesCodec),
    optima: list(
      record({
        starts: list(finiteNumber),
        objective: optional(finiteNumber),
        kernel: optional(numbers),
        precision: optional(finiteNumber),
        converged: flag,
        status: text,
      }),
    ),
    impliedOverlap: optional(
      record({ value: finiteNumber, lower: finiteNumber, upper: finiteNumber, level: finiteNumber }),
    ),
    trace: optional(numbers),
    calibratedSpread: optional(flag),
  }),
  ({ coefficients, source }, expect) => {
    const { rows } = "X" in source ? source.X : source.basis;
    if (coefficients) expect.length(coefficients, ".coefficients", rows);
  },
);

/** Reads the parameters back, checks that they belong together and factorizes. */
export function readFisherFit(engine: Engine, document: unknown, path: string): FisherFit {
  const { kernel, precision, distance, ...fit } = fitCodec.read(document, path);
  const { source } = fit;
  return madeOf(path, "a discriminant", () => ({
    ...fit,
    discriminant:
      "X" in source
        ? denseDiscriminant(engine, kernel, { precision, distance }, source)
        : sparseDiscriminant(engine, kernel, { precision, distance }, source),
  }));
}

import {
  finiteNumber,
  flag,
  list,
  anyMatrix,
  matrixOf,
  notNegative,
  numbers,
  numbersOf,
  numberUpTo,
  optional,
  positive,
  record,
  refined,
  slopeNumber,
  that,
  type Expect,
  type RecordCodec,
} from "../../../codec.ts";
import type { ScoreCurve } from "../../../calibration/scoreCurve.ts";
import { shareLeft } from "../../../calibration/reservedShares.ts";
import type { GaussianClasses } from "./gaussianDiscriminantPosterior.ts";
import { encodedNumber } from "../../../posterior/largestEncodedValue.ts";

/** A curve over the scores of all classes. */
export const scoreCurveCodec: RecordCodec<ScoreCurve> = record({
  slope: slopeNumber,
  offsets: numbers,
  covariance: anyMatrix,
  upward: optional(notNegative),
});

/** A property `curve` for so many classes. */
export function expectScoreCurve({ offsets, covariance }: ScoreCurve, classes: number, expect: Expect): void {
  expect.length(offsets, ".curve.offsets", classes);
  expect.shape(covariance, ".curve.covariance", classes, classes);
}

/** Deviations between the class means and the grand mean beyond which their squares could overflow. */
const farthest = 1e120;

/** The parameters of Gaussian classes. */
export const gaussianClassesCodec: RecordCodec<Omit<GaussianClasses, "seed">> = refined(
  record({
    sizes: numbersOf(that(finiteNumber, "a positive number", (size) => size > 0 && size < 1e200)),
    logPriors: numbers,
    priorsAreEmpirical: flag,
    center: numbersOf(encodedNumber),
    means: anyMatrix,
    covariances: list(
      record({
        scale: numbersOf(positive),
        // Orthonormal columns.
        vectors: matrixOf(numberUpTo(1.001)),
        values: numbersOf(positive),
        rest: notNegative,
      }),
    ),
    shrunk: flag,
    curve: optional(scoreCurveCodec),
    // Absent in documents of former versions, and where nothing is reserved.
    reserved: optional(numbersOf(positive)),
    width: optional(numberUpTo(1)),
  }),
  ({ sizes, logPriors, center, means, covariances, curve, reserved }, expect) => {
    const C = sizes.length;
    const p = center.length;
    expect.that(C >= 2, ".sizes", "two or more positive numbers", sizes);
    expect.length(logPriors, ".logPriors", C);
    expect.shape(means, ".means", C, p);
    expect.that([1, C].includes(covariances.length), ".covariances", `1 or ${C} matrices`, covariances);
    covariances.forEach(({ scale, vectors, values, rest }, k) => {
      expect.length(scale, `.covariances[${k}].scale`, p);
      expect.shape(vectors, `.covariances[${k}].vectors`, p, values.length);
      const smallest = Math.sqrt(Math.min(...values, rest || Infinity));
      const isNear = means.data.every((mean, at) => Math.abs(mean / scale[at % p]) <= farthest * smallest);
      expect.that(isNear, ".means", `means within ${farthest} deviations`, means);
    });
    if (curve) expectScoreCurve(curve, C, expect);
    if (!reserved) return;
    expect.length(reserved, ".reserved", C);
    expect.that(shareLeft(reserved) > 0, ".reserved", "shares whose sum is below 1", reserved);
  },
);

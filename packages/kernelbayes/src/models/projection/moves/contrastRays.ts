import type { Stream } from "../../../random/index.ts";
import type { ChainState } from "../chain/chainState.ts";
import { drawLogFactor } from "./coefficientRays.ts";
import type { InformedDirections } from "./informedDirections.ts";
import { logTotal, sumOfLogs } from "../chain/softmaxMisfit.ts";

/** Moves the coefficients of groups of classes in place, the predictors going with them. Precisions are those that the directions have taken in. */
export type ContrastRays = (state: ChainState, random: Stream) => void;

/** The first guess at how far ln λ may go. */
const width = 1;

/**
 * Slices along the contrasts of classes. Of all classes some are drawn that move and some others that they move away from, or towards. With the combinations
 * w_k = Vᵀβ_k that predictors see, 0 for the reference, and their means m over the former and m′ over the latter,
 *
 *     w_k → w_k + (λ − 1)(m − m′)
 *
 * for all that move multiplies the contrast by λ and leaves what tells these from each other, and the noise. ln λ is drawn where
 *
 *     r ln λ − ½ Σ_k |a_k|² + ln P(y | z)
 *
 * is above a level drawn below its present height; a_k are the r numbers of the directions of class k. Where groups of classes are told apart for certain this is the direction
 * in which the posterior, given the precisions, is by far the widest, and the curvature of the likelihood near the boundaries, which paths take
 * their units from, does not know of it.
 */
export function contrastRays(
  rows: number,
  count: number,
  informed: InformedDirections,
  isScaled: boolean,
  moved: number,
): ContrastRays {
  const { directions, columns } = informed;
  const combinations = new Float64Array(directions * count); // w
  const numbers = new Float64Array(directions * count); // a
  const contrast = new Float64Array(directions);
  const steps = new Float64Array(directions * count); // what λ − 1 adds to a
  const along = new Float64Array(rows * count); // and to z
  const total = new Float64Array(directions * count); // what all rays have added to a
  const inverses = new Float64Array(rows); // 1/P(y_i | z_i)
  const sides = new Int8Array(count + 1); // 1 for classes that move, −1 for those that they move away from
  let z: Float64Array = new Float64Array(0);
  let classes: ArrayLike<number> = [];
  let slope = 0; // of ½ Σ|a|² in λ − 1
  let curvature = 0;

  /** Each class is on either side or on none, by chance; the reference cannot move, and no side is empty. */
  function drawSides(random: Stream): void {
    do {
      for (let k = 0; k <= count; k++) sides[k] = random.integer(3) - 1;
      if (sides[count] > 0) sides[count] = 0;
    } while (!sides.includes(1) || !sides.includes(-1));
  }

  function findContrast(): void {
    let moving = 0;
    let others = 0;
    for (const side of sides) {
      if (side > 0) moving++;
      if (side < 0) others++;
    }
    contrast.fill(0);
    for (let k = 0; k < count; k++) {
      const share = sides[k] > 0 ? 1 / moving : sides[k] / others;
      for (let m = 0; m < directions; m++) contrast[m] += share * combinations[k * directions + m];
    }
  }

  function findSteps(deviation: number): void {
    steps.fill(0);
    along.fill(0);
    slope = 0;
    curvature = 0;
    for (let k = 0; k < count; k++) {
      if (sides[k] <= 0) continue;
      const own = steps.subarray(k * directions, (k + 1) * directions);
      informed.numbersFor(k, contrast, own);
      for (let m = 0; m < directions; m++) {
        own[m] /= deviation;
        slope += own[m] * numbers[k * directions + m];
        curvature += own[m] * own[m];
      }
      const data = columns[k];
      for (let i = 0, from = 0; i < rows; i++) {
        let sum = 0;
        for (let m = 0; m < directions; m++, from++) sum += data[from] * own[m];
        along[k * rows + i] = deviation * sum;
      }
    }
  }

  /** −ln P(y | z + by·along); relative to the class of each row, so that large predictors do no harm where rows are told right. */
  function misfit(by: number): number {
    for (let i = 0; i < rows; i++) {
      const own = classes[i];
      const ofOwn = own < count ? z[own * rows + i] + by * along[own * rows + i] : 0;
      let sum = own < count ? 1 + Math.exp(-ofOwn) : 1;
      for (let k = 0, at = i; k < count; k++, at += rows)
        if (k !== own) sum += Math.exp(z[at] + by * along[at] - ofOwn);
      inverses[i] = sum;
    }
    return sumOfLogs(inverses);
  }

  function heightAt(logFactor: number): number {
    const by = Math.expm1(logFactor);
    return directions * logFactor - by * (slope + 0.5 * by * curvature) - misfit(by);
  }

  return (state, random) => {
    if (!informed.isTold) return;
    const { means, coefficients, totals } = state;
    ({ z, classes } = state);
    const deviation = isScaled ? Math.sqrt(state.variance) : 1;
    informed.combinationsOf(coefficients, combinations);
    informed.numbersOf(coefficients, deviation, numbers);
    total.fill(0);
    for (let time = 0; time < moved; time++) {
      drawSides(random);
      findContrast();
      findSteps(deviation);
      const by = Math.expm1(drawLogFactor(heightAt, random, width));
      for (let at = 0; at < numbers.length; at++) {
        if (sides[Math.floor(at / directions)] > 0) combinations[at] += by * contrast[at % directions];
        numbers[at] += by * steps[at];
        total[at] += by * steps[at];
      }
      for (let at = 0; at < z.length; at++) {
        z[at] += by * along[at];
        means[at] += by * along[at];
      }
    }
    informed.move(coefficients, deviation, total);
    for (let i = 0; i < rows; i++) totals[i] = logTotal(z, i, rows, count);
  };
}

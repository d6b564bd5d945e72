import type { Matrix } from "../../../engine/matrix.ts";
import { transpose } from "../../../matrix/index.ts";
import type { Stream } from "../../../random/index.ts";
import type { ChainState } from "../chain/chainState.ts";
import { coefficientPrior } from "../chain/coefficientPrior.ts";
import { drawLogFactor, rayMisfit } from "./coefficientRays.ts";
import { logTotal } from "../chain/softmaxMisfit.ts";
import { drawPrecision, precisionLaw } from "../chain/varianceLaw.ts";
import type { ProjectionPrior } from "../chain/projectionProblem.ts";

/** Moves single coefficients of a chain in place, others of their class balancing them and the predictors going with them. */
type BalancedRays = (state: ChainState, random: Stream) => void;

/** The first guess at how far ln λ may go, and how often nothing is balanced. */
const [width, unbalancedShare] = [3, 0.2];

/** A coefficient is chosen in proportion to `least` + β²/(β² + large² v): those that are large, in deviations of the noise, more often. */
const choice = { least: 0.01, large: 10 };

/**
 * Slices along rays through single coefficients, β_l → λβ_l, on which the first combinations of the coefficients of the class that predictors see stay as
 * they are: with the first j right singular vectors V of D, v_l the row of V that belongs to l, and T without l,
 *
 *     β → β − (λ − 1) β_l h,   h = T⁻¹V (VᵀT⁻¹V)⁻¹ v_l,   h_l = −1,
 *
 * which is the change of the others that their prior, given their precisions, likes best. Where columns are much alike a large coefficient alone would move predictors
 * by far too much along the first of these; what is left are the directions in which its column differs from others. How many directions are balanced is drawn, none in some
 * cases.
 *
 * Large coefficients are chosen more often. That choice is part of the law of a ray, so that the probability of choosing l there stands in its height. The precision
 * of l is integrated out where it can be, and drawn anew at once, because the next ray is given it.
 */
export function balancedRays(
  D: Matrix,
  vectors: Matrix,
  count: number,
  prior: ProjectionPrior,
  moved: number,
): BalancedRays {
  const { rows: n, columns: p } = D;
  const { data: columns } = transpose(D);
  const ofCoefficients = coefficientPrior(prior, p * count);
  const { along, ...misfit } = rayMisfit(n, count);
  const balanced = balance(vectors);
  const { changes } = balanced;
  const mostDirections = Math.min(vectors.columns, p - 1);
  let coefficients: Float64Array = new Float64Array(0);
  let variance = 1;
  let v = 1; // σ², or 1 for coefficients independent of the noise
  let at = 0;
  let k = 0;
  let beta = 0;
  let ofOtherClasses = 0; // weights of choice

  function weightOf(value: number): number {
    const square = value * value;
    return choice.least + square / (square + choice.large * choice.large * v);
  }

  /** Weights of the coefficients of the class where the one has moved by so much. */
  function weightsOfClass(by: number): number {
    let sum = 0;
    for (let l = 0, from = k * p; l < p; l++, from++) sum += weightOf(coefficients[from] - by * changes[l]);
    return sum;
  }

  function choose(random: Stream): void {
    let all = 0;
    for (const value of coefficients) all += weightOf(value);
    let left = random.uniform() * all;
    at = 0;
    while (at < coefficients.length - 1 && (left -= weightOf(coefficients[at])) > 0) at++;
    k = Math.floor(at / p);
    ofOtherClasses = 0;
    for (let other = 0; other < coefficients.length; other++) {
      if (other < k * p || other >= k * p + p) ofOtherClasses += weightOf(coefficients[other]);
    }
  }

  /** Writes D times the changes. */
  function lookAlong(): void {
    along.fill(0);
    for (let l = 0, from = 0; l < p; l++) {
      const change = changes[l];
      if (change === 0) from += n;
      else for (let i = 0; i < n; i++, from++) along[i] -= change * columns[from];
    }
  }

  function heightAt(logFactor: number): number {
    const by = Math.expm1(logFactor) * beta;
    const ofOthers = (by * (balanced.slope - 0.5 * by * balanced.curvature)) / v;
    const ofChoice = Math.log(weightOf(beta + by) / (ofOtherClasses + weightsOfClass(by)));
    return logFactor - ofCoefficients.energyOf(at, beta + by, variance) + ofOthers + ofChoice - misfit.at(by);
  }

  return (state, random) => {
    const { z, means, totals, precisions, precisionAuxiliaries } = state;
    ({ coefficients, variance } = state);
    v = prior.coefficients === "scaled" ? variance : 1;
    for (let time = 0; time < moved; time++) {
      ofCoefficients.take(state);
      choose(random);
      const directions = random.uniform() < unbalancedShare ? 0 : 1 + random.integer(mostDirections);
      if (!balanced.take(coefficients, precisions, k, at - k * p, directions)) continue;
      beta = coefficients[at];
      lookAlong();
      misfit.hold(state, k);
      const by = Math.expm1(drawLogFactor(heightAt, random, width)) * beta;
      for (let l = 0, to = k * p; l < p; l++, to++) coefficients[to] -= by * changes[l];
      for (let i = 0, to = k * n; i < n; i++, to++) {
        means[to] += by * along[i];
        z[to] += by * along[i];
      }
      const law = precisionLaw(prior.precision, precisionAuxiliaries[at], coefficients[at], v);
      precisions[at] = drawPrecision(random, law);
    }
    for (let i = 0; i < n; i++) totals[i] = logTotal(z, i, n, count);
  };
}

/** How the coefficients of a class change where one grows by −1 and some combinations of all of them stay as they are. */
interface Balance {
  /** The change h of each coefficient. */
  readonly changes: Float64Array;
  /** βᵀTh and hᵀTh of the coefficients but the one. */
  readonly slope: number;
  readonly curvature: number;
  /**
   * Takes in coefficient l of class k and how many of the first combinations are to stay, none for 0. Returns whether these can be told apart in working
   * precision.
   */
  take(coefficients: Float64Array, precisions: Float64Array, k: number, l: number, directions: number): boolean;
}

/**
 * The change h with h_l = −1 for which Vᵀh = 0, V being the first of some vectors, and which is the least in units of the prior N(0, T⁻¹) of the others:
 *
 *     h = T⁻¹V x,   (VᵀT⁻¹V) x = v_l,   βᵀTh = (Vᵀβ)ᵀx,   hᵀTh = v_lᵀx,   sums without l.
 */
export function balance(vectors: Matrix): Balance {
  const { data: V, rows: p, columns: most } = vectors;
  const changes = new Float64Array(p);
  const gram = new Float64Array(most * most); // VᵀT⁻¹V, then its Cholesky factor
  const combinations = new Float64Array(most); // Vᵀβ
  const x = new Float64Array(most);
  let slope = 0;
  let curvature = 0;

  function sumUp(coefficients: Float64Array, precisions: Float64Array, start: number, l: number, r: number): void {
    gram.fill(0);
    combinations.fill(0);
    for (let m = 0; m < p; m++) {
      if (m === l) continue;
      const beta = coefficients[start + m];
      for (let a = 0, row = m * most; a < r; a++) {
        const value = V[row + a];
        const scaled = value / precisions[start + m];
        combinations[a] += beta * value;
        for (let b = 0, to = a * r; b <= a; b++, to++) gram[to] += scaled * V[row + b];
      }
    }
  }

  /** The factor of the first r rows in place; false where they are not positive definite. */
  function factorize(r: number): boolean {
    for (let a = 0; a < r; a++) {
      for (let b = 0; b <= a; b++) {
        let value = gram[a * r + b];
        for (let m = 0; m < b; m++) value -= gram[a * r + m] * gram[b * r + m];
        if (b < a) gram[a * r + b] = value / gram[b * r + b];
        else if (value > 0) gram[a * r + a] = Math.sqrt(value);
        else return false;
      }
    }
    return true;
  }

  /** Writes x for a row of V. */
  function solve(row: number, r: number): void {
    for (let a = 0; a < r; a++) {
      let value = V[row + a];
      for (let m = 0; m < a; m++) value -= gram[a * r + m] * x[m];
      x[a] = value / gram[a * r + a];
    }
    for (let a = r - 1; a >= 0; a--) {
      let value = x[a];
      for (let m = a + 1; m < r; m++) value -= gram[m * r + a] * x[m];
      x[a] = value / gram[a * r + a];
    }
  }

  return {
    changes,
    get slope() {
      return slope;
    },
    get curvature() {
      return curvature;
    },
    take(coefficients, precisions, k, l, r) {
      sumUp(coefficients, precisions, k * p, l, r);
      if (!factorize(r)) return false;
      solve(l * most, r);
      slope = 0;
      curvature = 0;
      for (let a = 0; a < r; a++) {
        slope += combinations[a] * x[a];
        curvature += V[l * most + a] * x[a];
      }
      for (let m = 0; m < p; m++) {
        let sum = 0;
        for (let a = 0; a < r; a++) sum += V[m * most + a] * x[a];
        changes[m] = sum / precisions[k * p + m];
      }
      changes[l] = -1;
      return true;
    },
  };
}

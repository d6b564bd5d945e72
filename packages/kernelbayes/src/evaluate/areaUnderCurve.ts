import { InputError } from "../errors.ts";
import { column } from "../matrix/index.ts";
import { ascendingOrder, averageRanks } from "./averageRanks.ts";
import { classNumbers, countClasses } from "./classNumbers.ts";
import { probabilityMatrix, type Probabilities } from "./probabilities.ts";
import { rowWeights } from "./rowWeights.ts";
import { logit, normalQuantile, sigmoid } from "../numeric/index.ts";
import { wilsonInterval } from "./wilsonInterval.ts";

/**
 * Area under the receiver operating characteristic: the probability that a row of the positive class scores higher than a
 * row of any other class, ties counting one half,
 *
 *     AUC = (#{s⁺ > s⁻} + ½ #{s⁺ = s⁻}) / (n₊ n₋),
 *
 * from one sort of the scores, O(n log n). Only the order of the scores matters: log-odds serve as well as probabilities.
 * NaN when one side has no rows.
 */
export function areaUnderCurve(
  scores: ArrayLike<number>,
  truth: ArrayLike<number>,
  weights?: ArrayLike<number>,
  positive = 1,
): number {
  const actual = classNumbers(truth, scores.length, Math.max(positive + 1, countClasses(truth)));
  const mass = rowWeights(scores.length, weights);
  for (let row = 0; row < scores.length; row++) {
    if (Number.isNaN(scores[row])) {
      throw new InputError("not-a-number", "A score is not a number.", { row: row + 1 });
    }
  }
  const order = ascendingOrder(scores);
  let below = 0; // negative mass with a score below that of the present group of ties
  let positiveMass = 0;
  let wins = 0;
  for (let start = 0; start < order.length;) {
    let end = start;
    let tiedPositive = 0;
    let tiedNegative = 0;
    for (; end < order.length && scores[order[end]] === scores[order[start]]; end++) {
      if (actual[order[end]] === positive) tiedPositive += mass[order[end]];
      else tiedNegative += mass[order[end]];
    }
    wins += tiedPositive * (below + tiedNegative / 2);
    below += tiedNegative;
    positiveMass += tiedPositive;
    start = end;
  }
  return positiveMass > 0 && below > 0 ? wins / (positiveMass * below) : NaN;
}

export interface OneVersusRestArea {
  /** The area of each class against all others; NaN for a class that no row or every row has. */
  readonly perClass: Float64Array;
  /** The plain mean over the classes that have an area; NaN if none has. */
  readonly macro: number;
  /** The mean weighted by the mass of each class. */
  readonly weighted: number;
}

/** Areas under the curve for many classes: each class against the rest by its own probability, and their means. */
export function areaUnderCurveOneVersusRest(
  probabilities: Probabilities,
  truth: ArrayLike<number>,
  weights?: ArrayLike<number>,
): OneVersusRestArea {
  const P = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, P.rows, P.columns);
  const mass = rowWeights(P.rows, weights);
  const classMass = new Float64Array(P.columns);
  for (let row = 0; row < P.rows; row++) classMass[actual[row]] += mass[row];

  const perClass = classMass.map((_, number) => areaUnderCurve(column(P, number), actual, mass, number));
  let areas = 0;
  let sum = 0;
  let weightedSum = 0;
  let total = 0;
  for (let number = 0; number < P.columns; number++) {
    if (Number.isNaN(perClass[number])) continue;
    areas++;
    sum += perClass[number];
    weightedSum += classMass[number] * perClass[number];
    total += classMass[number];
  }
  return { perClass, macro: sum / areas, weighted: weightedSum / total };
}

/** An area under the curve, and how well it is known. */
export interface AreaInterval {
  /** Two classes: that of class 1. More: mean over classes, each against the rest. NaN where one class alone occurs. */
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  readonly standardError: number;
}

/**
 * The area under the curve with an interval, without resampling: O(n log n) for each class. With Vᵢ the share of rows of the
 * other side that row i is ordered rightly against (ties one half), an area A is the mean of V over either side, and
 *
 *     Var A = S₊²/n₊ + S₋²/n₋,     S² = variance of V on a side, divisor n − 1.
 *
 * The mean of the areas of many classes has for each row the mean of its parts (Vᵢ − A)/n in all of them, whose squares about their mean in
 * a class are summed, so that areas that rise and fall together count as such. The interval is normal on the scale of the logit, where it
 * stays within [0, 1]. Where nothing is ever ordered wrongly the deviation is 0 and says nothing; then it is Wilson's, for as many
 * successes as the smallest class has rows.
 *
 * (E. R. DeLong, D. M. DeLong & D. L. Clarke-Pearson, *Biometrics* 44, 1988.)
 *
 * @example areaUnderCurveInterval([0.9, 0.2, 0.6, 0.7], [1, 0, 0, 1]).lower
 */
export function areaUnderCurveInterval(
  probabilities: Probabilities,
  truth: ArrayLike<number>,
  level = 0.95,
): AreaInterval {
  const P = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, P.rows, P.columns);
  const sizes = new Float64Array(P.columns);
  for (const number of actual) sizes[number]++;
  const present = Array.from(sizes.keys()).filter((number) => sizes[number] > 0);
  if (present.length < 2) return { estimate: NaN, lower: NaN, upper: NaN, standardError: NaN };

  const sides = P.columns === 2 ? [1] : present;
  const parts = new Float64Array(P.rows);
  let sum = 0;
  for (const positive of sides) {
    const scores = column(P, positive);
    const area = areaUnderCurve(scores, actual, undefined, positive);
    sum += area;
    const shares = orderedShares(scores, actual, positive, sizes[positive]);
    shares.forEach((share, row) => {
      const side = actual[row] === positive ? sizes[positive] : P.rows - sizes[positive];
      parts[row] += (share - area) / (side * sides.length);
    });
  }

  const estimate = sum / sides.length;
  const standardError = Math.sqrt(varianceOf(parts, actual, sizes));
  if (standardError > 0 && estimate > 0 && estimate < 1) {
    const reach = (normalQuantile((1 + level) / 2) * standardError) / (estimate * (1 - estimate));
    return {
      estimate,
      lower: sigmoid(logit(estimate) - reach),
      upper: sigmoid(logit(estimate) + reach),
      standardError,
    };
  }
  const fewest = Math.min(...present.map((number) => sizes[number]));
  const [lower, upper] = wilsonInterval(estimate * fewest, fewest, level);
  return { estimate, lower, upper, standardError };
}

/** The share of rows of the other side that each row is ordered rightly against, from ranks among all rows and on its own side. */
function orderedShares(scores: Float64Array, actual: Int32Array, positive: number, positives: number): Float64Array {
  const { ranks } = averageRanks(scores);
  const own = new Float64Array(scores.length);
  for (const isPositive of [true, false]) {
    const rows = Int32Array.from(scores.keys()).filter((row) => (actual[row] === positive) === isPositive);
    averageRanks(Float64Array.from(rows, (row) => scores[row])).ranks.forEach((rank, at) => (own[rows[at]] = rank));
  }
  // The difference of the ranks counts the rows of the other side below, equal ones half.
  return ranks.map((rank, row) =>
    actual[row] === positive ? (rank - own[row]) / (scores.length - positives) : 1 - (rank - own[row]) / positives,
  );
}

/** Σ over classes of n/(n − 1) Σ (part − mean part)²; a class of one row has no variance that could be seen. */
function varianceOf(parts: Float64Array, actual: Int32Array, sizes: Float64Array): number {
  const means = new Float64Array(sizes.length);
  parts.forEach((part, row) => (means[actual[row]] += part / sizes[actual[row]]));
  return parts.reduce((sum, part, row) => {
    const [size, mean] = [sizes[actual[row]], means[actual[row]]];
    return size > 1 ? sum + (size / (size - 1)) * (part - mean) ** 2 : sum;
  }, 0);
}

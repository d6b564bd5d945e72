import { InputError } from "../errors.ts";
import { column } from "../matrix/index.ts";
import { ascendingOrder } from "./ascendingOrder.ts";
import { classNumbers, countClasses } from "./classNumbers.ts";
import { probabilityMatrix, type Probabilities } from "./probabilities.ts";
import { rowWeights } from "./rowWeights.ts";

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

import type { Matrix } from "../engine/matrix.ts";
import { logOfRest } from "../numeric/logSumExp.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import { row } from "../matrix/row.ts";

/** What the labels of held-out rows may lose by default, in nats, before a width is called too large. */
const usualAllowance = 2;

/** Halvings of the interval of shares. */
const halvings = 20;

/** Rows with the log probabilities that a fit without them gave, and the deviation of each logit. */
export interface HeldOutLogits {
  readonly logProbabilities: Matrix;
  readonly deviations: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/**
 * The share of their deviations that the labels of held-out rows allow, at most 1. Where log odds l were as uncertain as their
 * deviation s says, labels would follow the mean of the probability over that uncertainty, about σ(l/√(1 + πs²/8)). Where classes
 * are far apart the curvature of a fit leaves l nearly open, although no held-out row is on the wrong side: this mean then
 * explains the labels far worse than l itself does. The share is the largest by which it is not worse by more than the allowance.
 */
export function widthAllowed(
  { logProbabilities, deviations, classes, weights }: HeldOutLogits,
  allowance: number = usualAllowance,
): number {
  const C = logProbabilities.columns;
  const logits = Float64Array.from(classes, (q, i) => {
    const own = row(logProbabilities, i);
    return own[q] - logOfRest(own)[q];
  });
  const own = Float64Array.from(classes, (q, i) => deviations.data[i * C + q]);
  const explained = (share: number): number => {
    let sum = 0;
    for (let i = 0; i < logits.length; i++) {
      if (!(weights[i] > 0)) continue;
      sum += weights[i] * logSigmoid(logits[i] / Math.sqrt(1 + (Math.PI / 8) * (share * own[i]) ** 2));
    }
    return sum;
  };
  const least = explained(0) - allowance;
  if (!(explained(1) < least)) return 1;
  let [low, high] = [0, 1];
  for (let k = 0; k < halvings; k++) {
    const middle = (low + high) / 2;
    if (explained(middle) >= least) low = middle;
    else high = middle;
  }
  return low;
}

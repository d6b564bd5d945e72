import type { Engine } from "../../engine/engine.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import { leaveOneOutOnGrid, responseOf } from "./leaveOneOut.ts";

/**
 * Fisher's targets, +n/n₁ for the positive class and −n/n₀ for the other, with n the sum of the weights: least squares with
 * them, and a free bias, is the kernel Fisher discriminant.
 */
export function fisherTargets(signs: ArrayLike<number>, weights: ArrayLike<number>): Float64Array {
  const { positive, negative } = classWeights(signs, weights);
  const total = positive + negative;
  return Float64Array.from(signs, (sign) => (sign > 0 ? total / positive : -total / negative));
}

/**
 * Leave-one-out outputs for Fisher's targets counted anew without the row (`leaveOneOutOnGrid` keeps the counts of all
 * rows): the fit is linear in the indicators of the two classes, whose left-out outputs p₁ and p₀ give n'/n₁' p₁ − n'/n₀' p₀.
 * NaN where the class of the row has no other member.
 */
export function recodedOutputs(
  engine: Engine,
  form: CanonicalForm,
  signs: ArrayLike<number>,
  logMu: number,
): Float64Array {
  const weights = form.rootWeights.map((root) => root * root);
  const { positive, negative } = classWeights(signs, weights);
  const indicators = [1, -1].map((side) => Float64Array.from(signs, (sign) => (Math.sign(sign) === side ? 1 : 0)));
  const responses = indicators.map((targets) => responseOf(engine, form, targets));
  const residuals = leaveOneOutOnGrid(engine, form, responses, [logMu]);
  const [own, other] = indicators.map((targets, q) => targets.map((target, i) => target - residuals[q].data[i]));
  return Float64Array.from(signs, (sign, i) => {
    const unit = Math.min(1, weights[i]);
    const left = { positive: positive - (sign > 0 ? unit : 0), negative: negative - (sign > 0 ? 0 : unit) };
    if (Math.min(left.positive, left.negative) <= 1e-9) return Number.NaN;
    const total = left.positive + left.negative;
    return (total / left.positive) * own[i] - (total / left.negative) * other[i];
  });
}

function classWeights(
  signs: ArrayLike<number>,
  weights: ArrayLike<number>,
): { readonly positive: number; readonly negative: number } {
  let positive = 0;
  let negative = 0;
  for (let i = 0; i < signs.length; i++) {
    if (signs[i] > 0) positive += weights[i];
    else negative += weights[i];
  }
  return { positive, negative };
}

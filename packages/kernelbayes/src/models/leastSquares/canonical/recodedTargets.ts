import type { Engine } from "../../../engine/engine.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import { leaveOneOutOnGrid, responseOf } from "./leaveOneOutAt.ts";

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
 * `residualsOf` tells the left-out residuals of any targets. Rows of a group leave together. NaN where the class of the row
 * has no other member.
 */
export function recodedWithout(
  signs: ArrayLike<number>,
  weights: Float64Array,
  groups: readonly Int32Array[] | undefined,
  residualsOf: (targets: readonly Float64Array[]) => readonly Float64Array[],
): Float64Array {
  const { positive, negative } = classWeights(signs, weights);
  const indicators = [1, -1].map((side) => Float64Array.from(signs, (sign) => (Math.sign(sign) === side ? 1 : 0)));
  const residuals = residualsOf(indicators);
  const [own, other] = indicators.map((targets, q) => targets.map((target, i) => target - residuals[q][i]));
  const leaving = [1, -1].map((side) => massesLeaving(signs, weights, groups, side));
  return Float64Array.from(signs, (_, i) => {
    const left = { positive: positive - leaving[0][i], negative: negative - leaving[1][i] };
    if (Math.min(left.positive, left.negative) <= 1e-9) return Number.NaN;
    const total = left.positive + left.negative;
    return (total / left.positive) * own[i] - (total / left.negative) * other[i];
  });
}

/** What of one side leaves with each row: one unit of its weight, or all of its group. */
function massesLeaving(
  signs: ArrayLike<number>,
  weights: Float64Array,
  groups: readonly Int32Array[] | undefined,
  side: number,
): Float64Array {
  const own = weights.map((weight, i) => (Math.sign(signs[i]) === side ? (groups ? weight : Math.min(1, weight)) : 0));
  groups?.forEach((rows) => {
    const mass = rows.reduce((sum, row) => sum + own[row], 0);
    for (const row of rows) own[row] = mass;
  });
  return own;
}

/** The same for one regularization of a canonical form. */
export function recodedOutputs(
  engine: Engine,
  form: CanonicalForm,
  signs: ArrayLike<number>,
  logMu: number,
): Float64Array {
  const weights = form.rootWeights.map((root) => root * root);
  return recodedWithout(signs, weights, undefined, (targets) =>
    leaveOneOutOnGrid(
      engine,
      form,
      targets.map((values) => responseOf(engine, form, values)),
      [logMu],
    ).map(({ data }) => data),
  );
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

import { InputError } from "../../errors.ts";
import { ascendingOrder } from "../../evaluate/averageRanks.ts";

/**
 * Holm's correction of m p values for having looked m times: with p₍₁₎ ≤ … ≤ p₍ₘ₎,
 *
 *     p′₍ᵢ₎ = min(1, max over j ≤ i of (m − j + 1) p₍ⱼ₎).
 *
 * Rejecting what has p′ ≤ α rejects anything wrongly with probability at most α, however the tests depend on each other.
 * The corrected values stand in the order of the given ones. (S. Holm, *Scandinavian Journal of Statistics* 6, 1979.)
 *
 * @example holm([0.01, 0.04, 0.03]) // 0.03, 0.06, 0.06
 */
export function holm(p: ArrayLike<number>): Float64Array {
  for (let test = 0; test < p.length; test++) {
    if (!(p[test] >= 0 && p[test] <= 1)) {
      throw new InputError("invalid-probability", `A p value lies between 0 and 1; number ${test + 1} is ${p[test]}.`);
    }
  }
  const corrected = new Float64Array(p.length);
  let largest = 0;
  ascendingOrder(p).forEach((test, place) => {
    largest = Math.max(largest, Math.min(1, (p.length - place) * p[test]));
    corrected[test] = largest;
  });
  return corrected;
}

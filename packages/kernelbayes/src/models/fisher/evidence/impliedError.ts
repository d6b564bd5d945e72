import { logIncompleteGammaLower, logIncompleteGammaUpper } from "../../../numeric/incompleteGammaLower.ts";
import { normalCdf } from "../../../numeric/normalCdf.ts";
import { degreesOf, type FisherDegrees } from "./fisherEvidence.ts";
import type { PrecisionPrior } from "../../../search/precisionPrior.ts";

/**
 * E_eq(β) = Φ(−(d/2)√β): the error of two classes whose projections are N(±d/2, 1/β). It restates β on the scale of an error
 * and is measured in sample; with a flexible kernel it is far too small. It is no estimate of the error on new rows: for
 * that use leave-one-out or rows held out.
 */
export function impliedError(precision: number, distance: number): number {
  return normalCdf((-distance / 2) * Math.sqrt(precision));
}

/** Equal-tailed interval of β from its conditional posterior Gamma(ν/2 + a, ⟨fᵀLf⟩/2 + b). */
export function precisionInterval(
  scatter: number,
  total: number,
  { shape, rate }: PrecisionPrior,
  level: number,
  degrees: FisherDegrees = "rows",
): readonly [number, number] {
  const a = degreesOf(total, degrees) / 2 + shape;
  const b = scatter / 2 + rate;
  const tail = (1 - level) / 2;
  return [gammaQuantile(a, tail, "lower") / b, gammaQuantile(a, tail, "upper") / b];
}

/** Where a Gamma variable of shape a and rate 1 has the given probability below ("lower") or above it ("upper"). */
function gammaQuantile(a: number, tail: number, side: "lower" | "upper"): number {
  const wanted = Math.log(tail);
  const isAbove = (x: number): boolean =>
    side === "lower" ? logIncompleteGammaLower(a, x) > wanted : logIncompleteGammaUpper(a, x) < wanted;
  let low = 0;
  let high = Math.max(1, 2 * a);
  for (let step = 0; step < 1000 && !isAbove(high); step++) {
    low = high;
    high *= 2;
  }
  for (let step = 0; step < 1100; step++) {
    const middle = low + (high - low) / 2;
    if (middle === low || middle === high) break;
    if (isAbove(middle)) high = middle;
    else low = middle;
  }
  return high;
}

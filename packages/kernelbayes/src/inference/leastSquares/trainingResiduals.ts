import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import type { Response } from "./leaveOneOut.ts";

/**
 * The training residuals of a form at one regularization, scaled by √w: N = R (t̃ − b√w), where the part outside of the span of
 * the basis stays as it is. O(n r).
 */
export function trainingResiduals(
  engine: Engine,
  { basis, eigenvalues }: CanonicalForm,
  { coordinates, outside, constant }: Response,
  mu: number,
): Float64Array {
  const shares = eigenvalues.map((value) => mu / (value + mu));
  let [S, product] = [0, 0];
  constant?.forEach((value, j) => {
    S += shares[j] * value * value;
    product += shares[j] * value * coordinates[j];
  });
  const left = shares.map((share, j) => share * (coordinates[j] - (constant ? (product / S) * constant[j] : 0)));
  const inside = engine.multiply(basis, matrix(left.length, 1, left)).data;
  return outside ? inside.map((value, i) => value + outside[i]) : inside;
}

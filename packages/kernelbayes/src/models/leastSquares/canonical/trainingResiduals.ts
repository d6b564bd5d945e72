import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import type { Response } from "./leaveOneOutAt.ts";
import { openBias } from "./openBias.ts";

/**
 * The training residuals of a form at one regularization, scaled by √w: N = R (t̃ − b√w), where the part outside of the span of
 * the basis stays as it is. O(n r).
 */
export function trainingResiduals(
  engine: Engine,
  { basis, eigenvalues }: CanonicalForm,
  response: Response,
  mu: number,
): Float64Array {
  const { coordinates, outside, constant } = response;
  const open = openBias(eigenvalues, response, mu);
  const b = open?.b ?? 0;
  const left = eigenvalues.map((value, j) => (mu / (value + mu)) * (coordinates[j] - b * (constant?.[j] ?? 0)));
  const inside = engine.multiply(basis, matrix(left.length, 1, left)).data;
  return outside ? inside.map((value, i) => value + outside[i] - b * (open?.outside?.[i] ?? 0)) : inside;
}

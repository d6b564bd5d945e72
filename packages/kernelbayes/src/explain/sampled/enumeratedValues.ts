import { row } from "../../matrix/row.ts";
import type { Matrix } from "../../engine/matrix.ts";
import type { Players } from "../players.ts";
import type { ValueFunction } from "../valueFunction.ts";
import { hybridValues } from "./hybridValues.ts";

/**
 * The Shapley values of each output for one row by their definition: v(S) = mean_b f(x_S, b_{S̄}) for all 2ᴾ sets of players,
 *
 *     φ_j = Σ_{S∌j} |S|!(P − |S| − 1)!/P! [v(S ∪ j) − v(S)].
 */
export function enumeratedValues(
  value: ValueFunction,
  x: Float64Array,
  background: Matrix,
  { names, groups }: Players,
): Float64Array[] {
  const P = names.length;
  const B = background.rows;
  const sets = 2 ** P;
  const values = hybridValues(value, { x, background, groups }, sets * B, (at) => {
    const set = Math.floor(at / B);
    return { b: at % B, isIn: (player) => ((set >> player) & 1) === 1 };
  });
  const C = values.columns;
  const means = new Float64Array(sets * C);
  for (let at = 0; at < values.rows; at++) {
    const set = Math.floor(at / B);
    row(values, at).forEach((each, c) => (means[set * C + c] += each / B));
  }
  const shares = setShares(P);
  return Array.from({ length: C }, (_, c) => {
    const contributions = new Float64Array(P);
    for (let set = 0; set < sets; set++) {
      for (let j = 0; j < P; j++) {
        if ((set >> j) & 1) continue;
        contributions[j] += shares[sizeOf(set)] * (means[(set | (1 << j)) * C + c] - means[set * C + c]);
      }
    }
    return contributions;
  });
}

/** s!(P − s − 1)!/P! for s = 0 … P − 1. */
function setShares(P: number): Float64Array {
  const shares = new Float64Array(P);
  shares[0] = 1 / P;
  for (let s = 1; s < P; s++) shares[s] = (shares[s - 1] * s) / (P - s);
  return shares;
}

function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) size++;
  return size;
}

import type { MatrixLink } from "../../calibration/link/matrixLink.ts";
import { contrastedExpansion, type LatentExpansion } from "../../posterior/latentExpansion.ts";

/**
 * The outputs f of machines as a link sees them. Without squares it is linear, and the functions are its scores Wᵀf + b, whose differences are log ratios of
 * probabilities; of one machine for two classes, whose outputs are −f and f, one slope and one offset. With squares they remain the outputs of
 * the machines.
 */
export function linkedExpansion(
  machines: LatentExpansion,
  { weights, offsets, squareScale }: MatrixLink,
): LatentExpansion {
  if (squareScale !== undefined) return { ...machines, link: { kind: "other" } };
  const C = offsets.length;
  const W = weights.data;
  if (machines.functions.length === 1) {
    const slope = W[3] - W[1] - (W[2] - W[0]);
    return { ...machines, link: { kind: "logistic", slope, offset: offsets[1] - offsets[0] } };
  }
  const classes = Array.from(offsets.keys());
  const scores = contrastedExpansion(
    machines,
    classes.map((c) => Float64Array.from(classes, (m) => W[m * C + c])),
    classes.map((positive) => ({ positive })),
    { kind: "softmax", isExact: true },
  );
  return { ...scores, constants: scores.constants.map((value, c) => value + offsets[c]) };
}

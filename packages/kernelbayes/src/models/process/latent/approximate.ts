import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { likelihoodOf } from "../../../likelihoods/index.ts";
import { marginLaplace } from "../margin/marginLaplace.ts";
import { wholeKernelRows } from "../../../rows/kernel/kernelRows.ts";
import { trigonometricLoss } from "../margin/marginMode.ts";
import type { LatentApproximation, LatentMethod, SignedRows } from "./latentApproximation.ts";
import { expectationPropagation } from "./expectationPropagation.ts";
import { logisticLaplace } from "./logisticLaplace.ts";
import type { SiteRoom } from "./siteSystem.ts";

export interface ApproximateOptions {
  /** The `warmStart` of an approximation by the same method with a kernel matrix close to this one. */
  readonly warmStart?: Float64Array | undefined;
  /** How exactly the approximation is brought to rest, in the method's own measure. */
  readonly tolerance?: number;
  /** What expectation propagation on as many rows with kernels near this one has left; its laws are lost. */
  readonly room?: SiteRoom | undefined;
}

/** The approximation of the posterior that a method names, for one kernel matrix. */
export function approximate(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  method: LatentMethod,
  options: ApproximateOptions = {},
): LatentApproximation {
  const { likelihood, approximation, halfWidth = 1 } = method;
  if (approximation === "ep") return expectationPropagation(engine, K, rows, likelihoodOf(method), options);
  if (likelihood === "logistic") return logisticLaplace(engine, K, rows, options);
  if (likelihood === "trigonometric") {
    return marginLaplace(engine, wholeKernelRows(K), rows, trigonometricLoss(halfWidth), options);
  }
  throw new RangeError(`There is no Laplace approximation for the likelihood "${likelihood}".`);
}

/** Whether the evidence of a method jumps where a row enters or leaves the support, so that gradients miss part of it. */
export function evidenceJumps({ likelihood, approximation }: LatentMethod): boolean {
  return approximation === "laplace" && likelihood === "trigonometric";
}

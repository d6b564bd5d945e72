import { type Matrix } from "kernelbayes";
import { type KernelComponents, type projection, type ProjectionPrior } from "kernelbayes/models";
import { fromRows, toRows } from "kernelbayes/numeric";

/** That of the models by default: the prior of the paper has no stationary distribution of the noise. */
const stablePrior: ProjectionPrior = {
  noise: { kind: "inverse-gamma", shape: 3, rate: 3 },
  precision: { kind: "gamma", shape: 1, rate: 1 },
  coefficients: "scaled",
};

/** How a chain is run: as the models do it by default, or by the plain sweeps of the paper. */
export type SweepKind = "default" | "plain";

const sweepKinds: Readonly<
  Record<SweepKind, Pick<projection.ChainInput, "sampler" | "latentUpdates" | "proposalDeviation" | "jointMoves">>
> = {
  default: { sampler: "elliptical-slice", latentUpdates: 1, jointMoves: true },
  plain: { sampler: "metropolis", latentUpdates: 1, proposalDeviation: 10, jointMoves: false },
};

/** A chain on some columns. */
export interface ChainWish {
  readonly problem: projection.ProjectionProblem;
  readonly kind?: SweepKind;
  readonly burnIn: number;
  readonly sweeps: number;
  readonly seed: number;
  /** Beside the seed: chains of different paths have different random numbers. */
  readonly path: readonly number[];
}

/** The chain, every sweep of which is kept. */
export function chainInput({ kind = "default", ...wish }: ChainWish): projection.ChainInput {
  return { ...sweepKinds[kind], ...wish, prior: stablePrior, thin: 1, chain: 0 };
}

/** Classes that are linear in kernel components, with intercepts. */
export function componentProblem(
  { scores, eigenvalues }: KernelComponents,
  classes: Int32Array,
  classCount: number,
): projection.ProjectionProblem {
  return { D: withOnes(scores), squaredNorms: Float64Array.of(scores.rows, ...eigenvalues), classes, classCount };
}

/** A column of ones, the intercept, in front of others. */
export function withOnes(columns: Matrix): Matrix {
  return fromRows(toRows(columns).map((row) => [1, ...row]));
}

import { matrix } from "../../../../src/engine/matrix.ts";
import type { ChainInput } from "../../../../src/models/projection/chain/chainInput.ts";
import type { ProjectionPrior, ProjectionProblem } from "../../../../src/models/projection/chain/projectionProblem.ts";
import { normal, stream } from "../../../../src/random/index.ts";

export const prior: ProjectionPrior = {
  noise: { kind: "inverse-gamma", shape: 3, rate: 3 },
  precision: { kind: "gamma", shape: 1, rate: 1 },
  coefficients: "scaled",
};

/** Rows of three classes along two orthogonal columns and an intercept. */
export function smallProblem(rows = 24): ProjectionProblem {
  const random = stream(3);
  const angle = (i: number): number => (2 * Math.PI * i) / rows;
  const data = Float64Array.from({ length: 3 * rows }, (_, at) => {
    const i = Math.floor(at / 3);
    if (at % 3 === 0) return 1;
    return at % 3 === 1 ? 2 * Math.cos(angle(i)) : Math.sin(angle(i));
  });
  return {
    D: matrix(rows, 3, data),
    squaredNorms: Float64Array.of(rows, 2 * rows, 0.5 * rows),
    classes: Int32Array.from({ length: rows }, (_, i) =>
      normal(random) > 1 ? random.integer(3) : Math.floor((3 * i) / rows),
    ),
    classCount: 3,
  };
}

/** A short chain on the small problem. */
export function shortChain(changes: Partial<ChainInput> = {}): ChainInput {
  return {
    problem: smallProblem(),
    prior,
    sampler: "metropolis",
    latentUpdates: 2,
    jointMoves: false,
    burnIn: 200,
    sweeps: 300,
    thin: 1,
    seed: 5,
    path: [1],
    chain: 0,
    ...changes,
  };
}

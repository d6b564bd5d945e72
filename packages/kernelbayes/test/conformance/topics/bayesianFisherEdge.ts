import { evaluateFisher } from "../../../src/models/fisher/evidence/evaluateFisher.ts";
import { trainingMoments } from "../../../src/models/fisher/posterior/fisherPosterior.ts";
import { engine, kernelOf, taskOf, type FisherInput } from "./fisherSupport.ts";

/** What must be refused, and one row a class, which must not. */
export function bayesianFisherEdge(given: Partial<FisherInput> & Pick<FisherInput, "X" | "y">): unknown {
  const input = { kind: "rbf" as const, theta: [1, 1, 0], beta: 1, d: 2, ...given };
  const task = taskOf(input);
  const kernel = kernelOf(input.kind, input.theta);
  const { posterior } = evaluateFisher(engine, kernel, input.beta, task);
  return {
    u: posterior.u,
    s: posterior.s,
    trainMean: trainingMoments(engine, posterior, kernel.matrix(engine, task.X)).mean,
    mid: posterior.midpoint,
  };
}

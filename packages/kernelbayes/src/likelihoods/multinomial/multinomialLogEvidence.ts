import type { Engine } from "../../engine/engine.ts";
import { factoredHessian, type MultinomialMode, type MultinomialProblem } from "./multinomialMode.ts";

/**
 * Laplace's approximation of the log evidence of multinomial regression, the penalty read as a Gaussian prior:
 *
 *     Σ w log p − ½ Σ λⱼ|Bⱼ|² + ½ Σ q log λⱼ − ½ log |H|,
 *
 * columns without a penalty left out of the count.
 */
export function multinomialLogEvidence(engine: Engine, problem: MultinomialProblem, mode: MultinomialMode): number {
  const q = problem.contrasts.columns;
  const priors = problem.penalties.reduce((sum, penalty) => sum + (penalty > 0 ? q * Math.log(penalty) : 0), 0);
  return 0.5 * (priors - factoredHessian(engine, problem, mode).logDeterminant) - mode.objective;
}

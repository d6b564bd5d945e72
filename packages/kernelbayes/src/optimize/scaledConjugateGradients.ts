import { dot, minus, negated, plusScaled } from "../matrix/dot.ts";
import type { Work } from "../run/work.ts";
import { boxOf } from "./box.ts";
import { demandStart, evaluateGradient, type GradientSample, openLedger } from "./ledger.ts";
import type { LimitOptions, Objective, Optimum } from "./optimizer.ts";

export interface ScaledConjugateGradientsOptions extends LimitOptions {
  /** Largest absolute change of a coordinate in the last step. */
  readonly pointTolerance?: number;
  /** Change of the value in the last step; both must be small at once. */
  readonly valueTolerance?: number;
}

/**
 * Scaled conjugate gradients: conjugate directions p whose step comes from a model of the curvature instead of a line search.
 *
 *     ϑ = pᵀ(∇F(x + σp) − ∇F(x)) / σ,  σ = 10⁻⁴ / ‖p‖        curvature along p by differences
 *     a = −pᵀg / (ϑ + λ pᵀp)                                  damped Newton step
 *     ρ = 2 (F(x + ap) − F(x)) / (a pᵀg)                      decrease against the model's promise
 *
 * λ grows fourfold when the model was poor (ρ < ¼) and is halved when it was good (ρ > ¾). A step is taken whenever the value
 * does not rise; after as many steps as there are coordinates the directions start again from −g with λ = 1. Where the
 * gradient at the probe x + σp is not finite the curvature counts as zero, which leaves the damping alone to set the step.
 *
 * Two evaluations a step. M. F. Møller, A scaled conjugate gradient algorithm for fast supervised learning, 1993.
 */
export function* scaledConjugateGradients(
  objective: Objective,
  start: ArrayLike<number>,
  { pointTolerance = 1e-6, valueTolerance = 1e-9, ...limits }: ScaledConjugateGradientsOptions = {},
): Work<Optimum> {
  const ledger = openLedger(limits);
  const point = demandStart(start);
  const box = boxOf(point.length, -Infinity, Infinity);
  const evaluate = (at: Float64Array): GradientSample => evaluateGradient(ledger, objective, at, box);

  let x = evaluate(point);
  if (x.value === Infinity) return ledger.close(false, "", box);
  let p = negated(x.gradient);
  let lambda = 1;
  let mu = 0; // pᵀg
  let kappa = 0; // pᵀp
  let curvature = 0; // ϑ
  let steps = 0; // accepted since the last restart
  let accepted = true;
  let converged = false;
  let status = ledger.limit;

  while (status === undefined) {
    if (accepted) {
      mu = dot(p, x.gradient);
      if (mu >= 0) {
        p = negated(x.gradient);
        mu = dot(p, x.gradient);
      }
      kappa = dot(p, p);
      if (kappa < 1e-300) {
        converged = true;
        status = "the gradient is zero";
        break;
      }
      const sigma = 1e-4 / Math.sqrt(kappa);
      const probe = evaluate(plusScaled(x.point, sigma, p));
      curvature = probe.value === Infinity ? 0 : dot(p, minus(probe.gradient, x.gradient)) / sigma;
      status = ledger.limit;
      if (status !== undefined) break;
    }
    let delta = curvature + lambda * kappa;
    if (delta <= 0) {
      delta = lambda * kappa;
      lambda -= curvature / kappa;
    }
    const a = -mu / delta;
    const trial = evaluate(plusScaled(x.point, a, p));
    const rho = trial.value === Infinity ? -1 : (2 * (trial.value - x.value)) / (a * mu);
    accepted = rho >= 0;
    if (rho < 0.25) lambda = Math.min(4 * lambda, 1e100);
    if (rho > 0.75) lambda = Math.max(lambda / 2, 1e-15);
    if (accepted) {
      const last = x;
      x = trial;
      steps++;
      const longest = p.reduce((most, entry) => Math.max(most, Math.abs(a * entry)), 0);
      if (longest < pointTolerance && last.value - x.value < valueTolerance) {
        converged = true;
        status = "the steps are below their tolerances";
      }
      if (steps === point.length) {
        steps = 0;
        lambda = 1;
        p = negated(x.gradient);
      } else {
        const gamma = dot(minus(last.gradient, x.gradient), x.gradient) / mu;
        p = p.map((entry, j) => gamma * entry - x.gradient[j]);
      }
    }
    yield ledger.iterate();
    status ??= ledger.limit;
  }
  yield ledger.finish();
  return ledger.close(converged, status, box);
}

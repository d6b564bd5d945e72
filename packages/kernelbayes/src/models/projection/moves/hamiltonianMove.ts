import { normal, type Stream } from "../../../random/index.ts";
import { type ChainState, tuned, type Tuning } from "../chain/chainState.ts";
import { solveTransposedInPlace } from "../chain/coefficients.ts";

/** What a path goes through: the energy of some numbers of a chain, its point, with everything else held. */
export interface PathEnergy {
  /** The length of a point. */
  readonly size: number;
  /** Holds what does not move, and writes the point of a state. */
  hold(state: ChainState, point: Float64Array): void;
  /** The energy at a point; infinite where it is beyond the bounds of its prior or the range of numbers. */
  at(point: Float64Array): number;
  /** The gradient where the energy was last asked for. */
  readonly gradient: Float64Array;
  /** Brings a state to the point where the energy was last asked for. */
  take(state: ChainState, point: Float64Array): void;
}

/** Units in which an energy is about equally curved in every direction: x = Rᵀ · point. */
export interface EnergyMetric extends Omit<FactorUnits, "take"> {
  /** Takes in what the energy holds, where units depend on it. */
  renew(): void;
  /** Moves R Rᵀ, or what it is made of, by the share `step` towards the curvature at a state that is held. */
  adapt(state: ChainState, step: number): void;
}

/** Moves coefficients and noise of a chain in place, the predictors going with them; a step above 0 lets it adapt. */
export type HamiltonianMove = (state: ChainState, random: Stream, step: number) => void;

/** How often paths should be accepted, how long they should be in deviations of the posterior, and in how many steps at most. */
const path = { accepted: 0.8, length: 5, mostSteps: 20 };

/** Curvature is looked at in one of so many sweeps of burn-in, and counts for no more than this share of what is known of it. */
const looks = { every: 4, mostShare: 0.5 };

/**
 * A path through the posterior of coefficients and noise with everything else held (Hamiltonian Monte Carlo; Duane,
 * Kennedy, Pendleton & Roweth 1987; Neal 2011). From a random momentum it follows the gradient of the energy by leapfrog steps, in units in
 * which the energy is about equally curved in all directions; where it ends is accepted with the probability min(1, e^(energy lost)).
 *
 * Where precisions are integrated out of the energy they must be drawn anew before anything else is. Units and the size of a
 * step are adapted during burn-in; each path takes steps between a half of that size and the whole, so that none closes in itself.
 */
export function hamiltonianMove(energy: PathEnergy, metric: EnergyMetric, tuning: Tuning = {}): HamiltonianMove {
  const { size } = energy;
  const point = new Float64Array(size);
  const x = new Float64Array(size);
  const momentum = new Float64Array(size);
  const slopes = new Float64Array(size);
  const stepSize = tuned(tuning, "path", Float64Array.of(0.5));
  let sweeps = 0;

  function kick(by: number): void {
    for (let at = 0; at < size; at++) momentum[at] -= by * slopes[at];
  }

  /** The energy, with that of the motion, where a path ends; infinite where it leaves the range of numbers. */
  function followed(by: number, steps: number): number {
    let found = Infinity;
    for (let time = 0; time < steps; time++) {
      kick(0.5 * by);
      for (let at = 0; at < size; at++) x[at] += by * momentum[at];
      metric.fromUnits(x, point);
      found = energy.at(point);
      if (!Number.isFinite(found)) return Infinity;
      metric.slopes(energy.gradient, slopes);
      kick(0.5 * by);
    }
    return found + motionEnergy(momentum);
  }

  return (state, random, step) => {
    energy.hold(state, point);
    if (step > 0 && sweeps++ % looks.every === 0) metric.adapt(state, Math.min(step, looks.mostShare));
    metric.renew();
    metric.toUnits(point, x);
    const here = energy.at(point);
    if (!Number.isFinite(here)) return;
    metric.slopes(energy.gradient, slopes);
    for (let at = 0; at < size; at++) momentum[at] = normal(random);
    const start = here + motionEnergy(momentum);
    const steps = Math.min(path.mostSteps, Math.ceil(path.length / stepSize[0]));
    const lost = start - followed(stepSize[0] * (0.5 + 0.5 * random.uniform()), steps);
    const probability = Math.exp(Math.min(0, lost));
    if (random.uniform() < probability) energy.take(state, point);
    if (step > 0) stepSize[0] *= Math.exp(step * (probability - path.accepted));
  };
}

/** The energy of the motion, ½ ‖momentum‖². */
function motionEnergy(momentum: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < momentum.length; at++) sum += momentum[at] * momentum[at];
  return 0.5 * sum;
}

/** Units x = Rᵀ · point in which an energy of curvature R Rᵀ is equally curved in every direction. */
interface FactorUnits {
  /** Takes in a lower triangular R, row by row, which is not copied. */
  take(factor: Float64Array): void;
  /** Writes x = Rᵀ · point. */
  toUnits(point: Float64Array, x: Float64Array): void;
  /** Writes the point R⁻ᵀx. */
  fromUnits(x: Float64Array, point: Float64Array): void;
  /** Writes R⁻¹g, the gradient in x. */
  slopes(gradient: Float64Array, target: Float64Array): void;
}

export function factorUnits(size: number, first: Float64Array): FactorUnits {
  let R = first;
  return {
    take(factor) {
      R = factor;
    },
    toUnits(point, x) {
      x.fill(0);
      for (let l = 0; l < size; l++) {
        for (let j = 0, at = l * size; j <= l; j++, at++) x[j] += R[at] * point[l];
      }
    },
    fromUnits(x, point) {
      point.set(x);
      solveTransposedInPlace(R, size, size, point, 0);
    },
    slopes(gradient, target) {
      for (let l = 0; l < size; l++) {
        let value = gradient[l];
        for (let j = 0, at = l * size; j < l; j++, at++) value -= R[at] * target[j];
        target[l] = value / R[l * size + l];
      }
    },
  };
}

import { exponential, type Stream } from "../../random/index.ts";
import type { ChainState } from "./chainState.ts";
import type { HeldNoiseEnergy } from "./heldNoiseEnergy.ts";

/** Moves the coefficients of one column in place, the predictors going with them. */
export type RayMove = (state: ChainState, random: Stream) => void;

/** The first guess at how far ln λ may go, how many times that at most, and how many tries only rounding could ask for. */
const slice = { width: 1, mostSteps: 12, mostTries: 200 };

/**
 * A slice along the ray through the coefficients of one column, β_l → λβ_l for all classes, with the shape of the noise held: ln λ is drawn
 * where, for m coefficients,
 *
 *     m ln λ − energy(λβ_l)
 *
 * is above a level drawn below its present height (Neal 2003). Where classes are told apart the likelihood does not bound β from above
 * and its prior has heavy tails: a path, whose length is that of the bulk, would take long to come back from there, a factor does not.
 * Columns take turns. As after a path, precisions must be drawn anew.
 */
export function rayMove(energy: HeldNoiseEnergy, columns: number, count: number): RayMove {
  const point = new Float64Array(energy.size);
  const moved = new Float64Array(energy.size);
  let column = 0;

  function heightAt(logFactor: number): number {
    const factor = Math.exp(logFactor);
    moved.set(point);
    for (let k = 0, at = column; k < count; k++, at += columns) moved[at] *= factor;
    return count * logFactor - energy.at(moved);
  }

  return (state, random) => {
    energy.hold(state, point);
    const level = heightAt(0) - exponential(random);
    if (!Number.isFinite(level)) return;
    let low = -slice.width * random.uniform();
    let high = low + slice.width;
    // How often either end may move is drawn too, or a bound would favour some points.
    const stepsDown = random.integer(slice.mostSteps);
    for (let step = 0; step < stepsDown && heightAt(low) > level; step++) low -= slice.width;
    for (let step = stepsDown + 1; step < slice.mostSteps && heightAt(high) > level; step++) high += slice.width;
    for (let tries = 0; tries < slice.mostTries; tries++) {
      const logFactor = low + (high - low) * random.uniform();
      if (heightAt(logFactor) > level) {
        energy.take(state, moved);
        break;
      }
      if (logFactor < 0) low = logFactor;
      else high = logFactor;
    }
    column = (column + 1) % columns;
  };
}

import { exponential, normal, type Stream } from "../../../random/index.ts";
import type { LatentState } from "./chainState.ts";
import { logTotal, rowLogLikelihood } from "./latentTarget.ts";
import type { LatentUpdate } from "./latentUpdate.ts";

/** Brackets close in on the present predictors, which lie in the slice: more tries than this only rounding could ask for. */
const mostTries = 200;

/**
 * Elliptical slice sampling (Murray, Adams & MacKay 2010), with nothing to tune: on the ellipse through z_i and a draw ν from
 * N(0, σ² I) about the means μ = D_i β,
 *
 *     z(a) = μ + (z_i − μ) cos a + ν sin a
 *
 * an angle is drawn whose likelihood lies above U times the present one. The bracket of angles, at first the whole circle,
 * shrinks to the side of the present predictors, a = 0, with every refusal.
 */
export function ellipticalSlice(count: number): LatentUpdate {
  const held = new Float64Array(count);
  const other = new Float64Array(count);
  return (state: LatentState, random: Stream): number => {
    const { z, means, totals, classes, rows } = state;
    const deviation = Math.sqrt(state.variance);
    let moved = 0;
    for (let i = 0; i < rows; i++) {
      for (let k = 0, at = i; k < count; k++, at += rows) {
        held[k] = z[at] - means[at];
        other[k] = deviation * normal(random);
      }
      const level = rowLogLikelihood(z, i, rows, count, classes[i], totals[i]) - exponential(random);
      let angle = 2 * Math.PI * random.uniform();
      let low = angle - 2 * Math.PI;
      let high = angle;
      let tries = 1;
      for (; tries <= mostTries; tries++) {
        const cos = Math.cos(angle);
        const sin = Math.sin(angle);
        for (let k = 0, at = i; k < count; k++, at += rows) z[at] = means[at] + held[k] * cos + other[k] * sin;
        const total = logTotal(z, i, rows, count);
        if (rowLogLikelihood(z, i, rows, count, classes[i], total) > level) {
          totals[i] = total;
          moved++;
          break;
        }
        if (angle < 0) low = angle;
        else high = angle;
        angle = low + (high - low) * random.uniform();
      }
      if (tries > mostTries) for (let k = 0, at = i; k < count; k++, at += rows) z[at] = means[at] + held[k];
    }
    return moved;
  };
}

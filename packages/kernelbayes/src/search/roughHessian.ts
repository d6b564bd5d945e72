import type { Engine } from "../engine/engine.ts";
import { matrix } from "../engine/matrix.ts";
import { NumericalError, unlessThrown } from "../errors.ts";
import type { Box } from "../optimize/box.ts";
import type { Objective } from "../optimize/optimizer.ts";
import { pause, type Work } from "../run/work.ts";

/** Wide enough that a row which enters or leaves the support does not decide. */
const step = 0.1;

/** Curvature below this, in nats for a factor of e², is not believed: the step that follows from it would be a leap. */
const least = 0.5;

/**
 * The Hessian of minus the log evidence at a point, from differences of its gradient on some of the rows, for use on all rows:
 * `share` is how many times more there are of these. With its eigenvalues at least ½, so that steps go down and are not leaps.
 * Costs one evaluation a parameter and one more.
 */
export function* roughHessian(
  engine: Engine,
  { objective, box }: { readonly objective: Objective; readonly box: Box },
  point: Float64Array,
  share: number,
): Work<Float64Array> {
  const p = point.length;
  const at = (place: Float64Array): Float64Array | undefined => {
    const gradient = unlessThrown(NumericalError, () => objective(place).gradient);
    return gradient?.every(Number.isFinite) ? gradient : undefined;
  };
  const here = at(point);
  yield pause;
  const H = new Float64Array(p * p);
  for (let j = 0; j < p; j++) {
    const move = point[j] + step <= box.upper[j] ? step : -step;
    const there = here && at(point.with(j, point[j] + move));
    yield pause;
    for (let k = 0; k < p; k++) {
      const slope = here && there ? (there[k] - here[k]) / move : Number(j === k);
      H[j * p + k] += 0.5 * slope;
      H[k * p + j] += 0.5 * slope;
    }
  }
  const { values, vectors } = engine.eigenSymmetric(matrix(p, p, H));
  const result = new Float64Array(p * p);
  for (let e = 0; e < p; e++) {
    const value = Math.max(least, share * Math.abs(values[e]));
    for (let j = 0; j < p; j++) {
      for (let k = 0; k < p; k++) result[j * p + k] += value * vectors.data[j * p + e] * vectors.data[k * p + e];
    }
  }
  return result;
}

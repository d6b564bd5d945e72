import type { Work } from "../run/work.ts";
import { type Box, boxOf, clip } from "./box.ts";
import { demandPositive, demandStart, evaluateValue, openLedger, type Sample } from "./ledger.ts";
import type { BoundOptions, LimitOptions, Optimum, ValueObjective } from "./optimizer.ts";
import { minus, plusScaled } from "./vector.ts";

export interface NelderMeadOptions extends LimitOptions, BoundOptions {
  /** Edge of the first simplex, in the units of the coordinates. */
  readonly step?: number;
  /** Converged when no vertex is farther from the best one, in any coordinate, … */
  readonly pointTolerance?: number;
  /** … and no value is higher than the best by more than this. */
  readonly valueTolerance?: number;
  /** How often a search that has converged begins again at its best point with a fresh simplex. */
  readonly restarts?: number;
}

/**
 * The simplex method of Nelder and Mead, without derivatives: the worst of p + 1 vertices is reflected through the middle of
 * the others, and the simplex stretches, contracts or shrinks according to what is found. For a handful of coordinates and
 * values that are dear or slightly rough. Trial points outside the bounds are moved onto them; values that are not finite
 * count as +∞. Because a simplex can collapse, onto a bound for instance, a converged search is by default tried once more
 * with a fresh simplex; what ends within tolerance of a bound is compared with the point on it.
 *
 * J. A. Nelder & R. Mead, A simplex method for function minimization, 1965; coefficients 1, 2, ½, ½.
 */
export function* nelderMead(
  objective: ValueObjective,
  start: ArrayLike<number>,
  {
    lower = -Infinity,
    upper = Infinity,
    step = 1,
    pointTolerance = 1e-4,
    valueTolerance = 1e-4,
    restarts = 1,
    ...limits
  }: NelderMeadOptions = {},
): Work<Optimum> {
  const ledger = openLedger(limits);
  demandPositive("step", step);
  const from = demandStart(start);
  const box = boxOf(from.length, lower, upper);
  // A coordinate that misses its bound by rounding, far below the resolution of the search, is put on it.
  const evaluate = (point: Float64Array): Sample =>
    evaluateValue(ledger, objective, onNearBounds(clip(point, box), 1e-3 * pointTolerance, box));
  const around = (center: Sample): Sample[] => [
    center,
    ...Array.from(from.keys(), (j) => evaluate(corner(center.point, j, step, box))),
  ];

  let simplex = around(evaluate(from));
  let restartsLeft = restarts;
  let converged = false;
  let status = ledger.limit;
  while (status === undefined) {
    simplex.sort((a, b) => (a.value < b.value ? -1 : Number(a.value > b.value)));
    if (isSmall(simplex, pointTolerance, valueTolerance)) {
      if (restartsLeft === 0) {
        const [{ point }] = simplex;
        const onBounds = onNearBounds(point, pointTolerance, box);
        if (onBounds.some((x, j) => x !== point[j])) evaluate(onBounds);
        converged = true;
        status = "the simplex is below its tolerances";
        break;
      }
      restartsLeft--;
      simplex = around(simplex[0]);
    } else {
      simplex = advance(simplex, evaluate);
    }
    yield ledger.iterate();
    status = ledger.limit;
  }
  yield ledger.finish();
  return ledger.close(converged, status, box);
}

/** One step on vertices sorted by value: reflection, expansion, contraction or shrinking (Lagarias et al. 1998). */
function advance(simplex: readonly Sample[], evaluate: (point: Float64Array) => Sample): Sample[] {
  const others = simplex.slice(0, -1);
  const [best] = others;
  const worst = simplex[others.length];
  const center = best.point.map((_, j) => others.reduce((sum, { point }) => sum + point[j], 0) / others.length);
  const along = (factor: number): Sample => evaluate(plusScaled(center, factor, minus(center, worst.point)));

  const reflected = along(1);
  if (reflected.value < best.value) {
    const expanded = along(2);
    return [...others, expanded.value < reflected.value ? expanded : reflected];
  }
  if (reflected.value < others[others.length - 1].value) return [...others, reflected];
  const isOutside = reflected.value < worst.value;
  const contracted = along(isOutside ? 0.5 : -0.5);
  if (contracted.value < (isOutside ? reflected : worst).value) return [...others, contracted];
  return simplex.map((vertex) =>
    vertex === best ? best : evaluate(plusScaled(best.point, 0.5, minus(vertex.point, best.point))),
  );
}

function isSmall(simplex: readonly Sample[], pointTolerance: number, valueTolerance: number): boolean {
  const [best] = simplex;
  return simplex.every(
    ({ point, value }) =>
      (value === best.value || value - best.value <= valueTolerance) &&
      point.every((x, j) => Math.abs(x - best.point[j]) <= pointTolerance),
  );
}

/** The point with every coordinate that is within tolerance of a bound put on it. */
function onNearBounds(point: Float64Array, tolerance: number, { lower, upper }: Box): Float64Array {
  return point.map((x, j) => {
    const bound = x - lower[j] < upper[j] - x ? lower[j] : upper[j];
    return Math.abs(bound - x) <= tolerance ? bound : x;
  });
}

/** The center moved by the step in one coordinate, to the side where there is more room. */
function corner(center: Float64Array, j: number, step: number, { lower, upper }: Box): Float64Array {
  const up = Math.min(step, upper[j] - center[j]);
  const down = Math.min(step, center[j] - lower[j]);
  return center.with(j, center[j] + (up >= down ? up : -down));
}

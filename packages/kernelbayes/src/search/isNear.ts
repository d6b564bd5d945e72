/** A point and what is minimized there. */
interface Place {
  readonly point: Float64Array;
  readonly value: number;
}

/** How far a place may be from an optimum that it belongs to. */
export interface Nearness {
  /** In each coordinate, a logarithm. */
  readonly logarithms: number;
  /** In value, above the optimum and below it. */
  readonly above: number;
  readonly below: number;
}

/** Whether a place belongs to an optimum by one of several measures of nearness. */
export function isNear(place: Place, optimum: Place, measures: readonly Nearness[]): boolean {
  const higher = place.value - optimum.value;
  const apart = place.point.reduce((most, log, j) => Math.max(most, Math.abs(log - optimum.point[j])), 0);
  return measures.some(({ logarithms, above, below }) => higher >= -below && higher <= above && apart <= logarithms);
}

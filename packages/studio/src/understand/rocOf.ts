import type { LivingData } from "@kernelbayes/report/parts";

/** What comes of labeling rows as a class from a probability on. */
export interface RocPoint {
  readonly threshold: number;
  readonly found: number;
  readonly missed: number;
  readonly falseAlarms: number;
  readonly rest: number;
}

/** All thresholds at which something changes, the highest first: from labeling no row as the class to labeling all so. */
export function rocOf(
  { truth, probabilities, weights }: NonNullable<LivingData["heldOut"]>,
  classes: number,
  positive: number,
): RocPoint[] {
  const rows = truth
    .map((own, row) => ({
      isOwn: own === positive,
      p: probabilities[row * classes + positive],
      weight: weights?.[row] ?? 1,
    }))
    .toSorted((a, b) => b.p - a.p);
  let [found, falseAlarms] = [0, 0];
  const sum = (isOwn: boolean): number =>
    rows.reduce((total, row) => total + (row.isOwn === isOwn ? row.weight : 0), 0);
  const [own, others] = [sum(true), sum(false)];
  const points: RocPoint[] = [{ threshold: 1, found: 0, missed: own, falseAlarms: 0, rest: others }];
  rows.forEach(({ isOwn, p, weight }, at) => {
    if (isOwn) found += weight;
    else falseAlarms += weight;
    if (rows[at + 1]?.p === p) return;
    const point = { threshold: p, found, missed: own - found, falseAlarms, rest: others - falseAlarms };
    // Of a threshold of 1 only what it labels counts.
    if (p >= 1) points[0] = point;
    else points.push(point);
  });
  return points;
}

/** The point that a threshold leads to. */
export function pointAt(points: readonly RocPoint[], threshold: number): RocPoint {
  return points.findLast((point) => point.threshold >= threshold) ?? points[0];
}

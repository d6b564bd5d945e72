import type { HeldOutData } from "../../living/livingData.ts";

/** What a threshold for one class does to rows of known class; a row of weight w counts as w rows. */
export interface Outcomes {
  readonly found: number;
  readonly missed: number;
  readonly falseAlarms: number;
  readonly rest: number;
  /** Rows by true class down and decided class across. */
  readonly confusion: readonly (readonly number[])[];
}

/**
 * Decides each row for the class where its probability reaches the threshold, and for the most probable of the others elsewhere, as
 * `decideByThreshold` does.
 */
export function outcomesOf(
  { probabilities, truth, weights }: HeldOutData,
  classes: number,
  { positive, threshold }: { readonly positive: number; readonly threshold: number },
): Outcomes {
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  truth.forEach((own, row) => {
    const decided = decidedClass(probabilities, row * classes, classes, positive, threshold);
    confusion[own][decided] += weights?.[row] ?? 1;
  });
  const sum = (wanted: (own: number, decided: number) => boolean): number =>
    confusion.reduce(
      (all, line, own) => all + line.reduce((some, count, decided) => some + (wanted(own, decided) ? count : 0), 0),
      0,
    );
  return {
    confusion,
    found: sum((own, decided) => own === positive && decided === positive),
    missed: sum((own, decided) => own === positive && decided !== positive),
    falseAlarms: sum((own, decided) => own !== positive && decided === positive),
    rest: sum((own, decided) => own !== positive && decided !== positive),
  };
}

function decidedClass(
  probabilities: readonly number[],
  from: number,
  classes: number,
  positive: number,
  threshold: number,
): number {
  if (probabilities[from + positive] >= threshold) return positive;
  let best = positive === 0 ? 1 : 0;
  for (let q = best + 1; q < classes; q++) {
    if (q !== positive && probabilities[from + q] > probabilities[from + best]) best = q;
  }
  return best;
}

/** A point of the curve of costs. */
export interface CostPoint {
  readonly threshold: number;
  /** For each row, in units of a false alarm. */
  readonly cost: number;
}

/** The mean cost of a row by threshold, where missing a row of the class costs `ratio` false alarms: between all rows flagged and none. */
export function costCurve(
  { probabilities, truth, weights }: HeldOutData,
  classes: number,
  { positive, ratio }: { readonly positive: number; readonly ratio: number },
): CostPoint[] {
  const rows = truth
    .map((own, row) => ({
      p: probabilities[row * classes + positive],
      isPositive: own === positive,
      weight: weights?.[row] ?? 1,
    }))
    .toSorted((a, b) => a.p - b.p);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  let cost = rows.reduce((sum, { isPositive, weight }) => sum + (isPositive ? 0 : weight), 0);
  const points: CostPoint[] = [{ threshold: 0, cost: cost / total }];
  rows.forEach(({ p, isPositive, weight }, at) => {
    cost += isPositive ? ratio * weight : -weight;
    const next = rows[at + 1]?.p;
    if (next === p) return;
    // Between neighboring probabilities; above the largest one nothing is flagged.
    points.push({ threshold: next === undefined ? Math.min(1, p + (1 - p) / 2) : (p + next) / 2, cost: cost / total });
  });
  return points;
}

import type { ClassEvent } from "./judgedRows.ts";

/** What is found, and what else is caught, if all rows from some probability on are taken for the class. */
export interface CurvePoint {
  readonly threshold: number;
  /** The share of the rows of the class that are taken, also called sensitivity or true positive rate. */
  readonly recall: number;
  /** The share of the other rows that are taken, also called false positive rate. */
  readonly falseAlarms: number;
  /** The share of what is taken that is of the class. */
  readonly precision: number;
}

/** A point for each probability that occurs, from the largest. Rows of equal probability are taken together. */
export function thresholdCurve({ probability, happened, weights }: Omit<ClassEvent, "number" | "label">): CurvePoint[] {
  const weightOf = (row: number): number => weights?.[row] ?? 1;
  let [positive, negative] = [0, 0];
  happened.forEach((is, row) => {
    if (is === 1) positive += weightOf(row);
    else negative += weightOf(row);
  });
  const order = Array.from(probability.keys()).toSorted((a, b) => probability[b] - probability[a]);
  const points: CurvePoint[] = [];
  let [hits, alarms] = [0, 0];
  order.forEach((row, place) => {
    if (happened[row] === 1) hits += weightOf(row);
    else alarms += weightOf(row);
    const threshold = probability[row];
    const isTied = place + 1 < order.length && probability[order[place + 1]] === threshold;
    if (isTied || hits + alarms === 0) return;
    points.push({
      threshold,
      recall: hits / positive,
      falseAlarms: alarms / negative,
      precision: hits / (hits + alarms),
    });
  });
  return points;
}

/**
 * Average precision, the mean of the precision over the recall gained at each threshold, Σₖ (Rₖ − Rₖ₋₁) Pₖ: 1 where every row of
 * the class comes before all others, about the share of the class where the order says nothing.
 */
export function averagePrecision(points: readonly CurvePoint[]): number {
  return points.reduce(
    (sum, { recall, precision }, at) => sum + (recall - (points[at - 1]?.recall ?? 0)) * precision,
    0,
  );
}

/** Less than a pixel. */
const finest = 1e-3;

/** The points that differ visibly from the one before in a drawing, and the last: of a hundred thousand rows a few thousand. */
export function drawnPoints<Point>(
  points: readonly Point[],
  x: (point: Point) => number,
  y: (point: Point) => number,
): Point[] {
  let last: Point | undefined;
  return points.filter((point, at) => {
    const isFar =
      last === undefined || Math.abs(x(point) - x(last)) >= finest || Math.abs(y(point) - y(last)) >= finest;
    if (isFar) last = point;
    return isFar || at === points.length - 1;
  });
}

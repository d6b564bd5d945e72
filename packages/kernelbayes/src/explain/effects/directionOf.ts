import type { ColumnDomain } from "../columnDomain.ts";

/** Where the log odds of a class go as a column rises. */
export interface Direction {
  readonly class: string;
  /**
   * "rises" or "falls" where nine of ten rows agree; "varies" where they do not, or where the curve goes up and down; "none" where nothing changes;
   * "levels" for categories, which have no order.
   */
  readonly trend: "rises" | "falls" | "varies" | "none" | "levels";
  /** The mean change of the log odds from the least to the largest value; for a category the range of its levels. */
  readonly change: number;
  /** The share of the rows that change in the direction of the mean. */
  readonly agreement: number;
}

/** A change of the log odds below this is none. */
const noticeable = 1e-6;
/** The share of rows, and of the way of the mean curve, that make a direction. */
const enough = 0.9;

/** The direction of curves: `logit` of a value and a row. */
export function directionOf(
  kind: ColumnDomain["kind"],
  values: number,
  rows: number,
  logit: (value: number, row: number) => number,
): Omit<Direction, "class"> {
  const means = Array.from({ length: values }, (_, v) => {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += logit(v, i);
    return sum / rows;
  });
  if (values === 0) return { trend: "none", change: 0, agreement: 1 };
  if (kind === "category") {
    return { trend: "levels", change: Math.max(...means) - Math.min(...means), agreement: 1 };
  }
  const change = means[values - 1] - means[0];
  const way = means.slice(1).reduce((sum, mean, v) => sum + Math.abs(mean - means[v]), 0);
  if (way < noticeable) return { trend: "none", change, agreement: 1 };
  let agreeing = 0;
  for (let i = 0; i < rows; i++) if ((logit(values - 1, i) - logit(0, i)) * change > 0) agreeing++;
  const agreement = agreeing / rows;
  const isOneWay = agreement >= enough && Math.abs(change) >= enough * way;
  return { trend: isOneWay ? (change > 0 ? "rises" : "falls") : "varies", change, agreement };
}

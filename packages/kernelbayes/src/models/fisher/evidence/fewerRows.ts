import { takeRows } from "../../../rows/takeRows.ts";
import type { FisherRows } from "./fisherFamily.ts";

/** A class of fewer rows than this keeps them all. */
const leastRows = 40;

/**
 * About `most` of the rows, evenly chosen from each class in its share, or the rows themselves where there are no more. What
 * the evidence of these says of a kernel is close to what that of all rows says, at a fraction of the cost, but for patterns
 * finer than the distance of the rows that are left. The kernel on them is of full rank.
 */
export function fewerRows(rows: FisherRows, most: number): FisherRows {
  const { X, classes } = rows;
  if (X.rows <= most) return rows;
  const kept: number[] = [];
  for (const q of [0, 1]) {
    const own = Array.from(classes.keys()).filter((row) => classes[row] === q);
    const count = Math.min(own.length, Math.max(leastRows, Math.round((most * own.length) / X.rows)));
    for (let i = 0; i < count; i++) kept.push(own[Math.floor(((i + 0.5) * own.length) / count)]);
  }
  kept.sort((a, b) => a - b);
  return { ...takeRows(rows, Int32Array.from(kept)), rank: undefined };
}

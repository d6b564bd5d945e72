import type { DateOrder } from "../table/writtenDate.ts";
import type { DateCycle, DateEncoding } from "./encoding.ts";
import { learnNumber, writeNumbers, type Standardization } from "./learnNumber.ts";

/**
 * Learns what varies in a column of dates, given in days since 1970: the elapsed time, as a number column, and the place in the year, the week and the day, each as a point on
 * a circle, so that the end of a cycle is next to its beginning:
 *
 *     (sin 2πf, cos 2πf)   f the share of the cycle that is over
 *
 * The circles are not standardised: points of a short arc stay close together, and opposite points have distance 2. A missing date is the middle of everything. A column of one
 * date without missing cells has no encoding.
 */
export function learnDate(
  name: string,
  days: Float64Array,
  weights: Float64Array,
  standardize: Standardization,
  order: DateOrder,
): DateEncoding | undefined {
  const present = days.filter((day) => !Number.isNaN(day));
  if (present.length === 0) return undefined;
  const indicator = present.length < days.length;
  const { encoding } = learnNumber(name, days, weights, standardize, false);
  const elapsed = encoding?.kind === "number" ? { ...encoding, indicator: false } : undefined;
  if (elapsed === undefined && !indicator) return undefined;
  const cycles = allCycles.filter((cycle) => {
    const first = shareOf(cycle, present[0]);
    return present.some((day) => shareOf(cycle, day) !== first);
  });
  return { kind: "date", name, order, ...(elapsed && { elapsed }), cycles, indicator };
}

const allCycles: readonly DateCycle[] = ["year", "week", "day"];

/** Writes what dates are encoded as into the columns from `from` on, of rows that are `step` apart; the mark of missing cells is left to the caller. */
export function writeDates(
  { elapsed, cycles }: DateEncoding,
  days: Float64Array,
  into: Float64Array,
  from: number,
  step: number,
): void {
  let at = from;
  if (elapsed !== undefined) writeNumbers(elapsed, days, into, at++, step);
  for (const cycle of cycles) {
    for (let row = 0; row < days.length; row++) {
      if (Number.isNaN(days[row])) continue;
      const angle = 2 * Math.PI * shareOf(cycle, days[row]);
      into[row * step + at] = Math.sin(angle);
      into[row * step + at + 1] = Math.cos(angle);
    }
    at += 2;
  }
}

/** The share of a year, a week from Monday on, or a day that is over. Within a year or a week whole days count. */
function shareOf(cycle: DateCycle, days: number): number {
  const day = Math.floor(days);
  if (cycle === "day") return days - day;
  if (cycle === "week") return ((((day + 3) % 7) + 7) % 7) / 7; // 1970 began on a Thursday
  const begun = new Date(day * 86_400_000);
  const newYear = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1) / 86_400_000;
  const year = begun.getUTCFullYear();
  return (day - newYear(year)) / (newYear(year + 1) - newYear(year));
}

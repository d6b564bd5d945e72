/** A number of days before this one is a time of the day, to which the reader adds the day 0 of Excel. */
const firstDay = Date.UTC(1900, 0, 1);

/**
 * The text of a date cell: 2024-02-29, 2024-02-29T14:30:00, or 14:30:00 for a time of the day. Days are counted in fractions, which leave the
 * milliseconds to rounding: a time within 2 of them of a whole second is that second.
 */
export function excelDate(date: Date): string | null {
  const near = Math.round(date.getTime() / 1000) * 1000;
  const time = Math.abs(near - date.getTime()) <= 2 ? near : date.getTime();
  if (Number.isNaN(time)) return null;
  const text = new Date(time).toISOString().replace(/(\.000)?Z$/, "");
  if (time < firstDay) return text.replace(/^.*T/, "");
  return text.replace(/T00:00:00$/, "");
}

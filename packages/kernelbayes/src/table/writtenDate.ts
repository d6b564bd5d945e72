/** The order of day, month and year in a date. */
export type DateOrder = "ymd" | "dmy" | "mdy";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]m)?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${time}$`, "i");
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${time}$`, "i");
const named = new RegExp(String.raw`^(\d{1,2})[-. ]+([a-z]{3})[a-z]*[-., ]+(\d{4}|\d{2})${time}$`, "i");
const namedFirst = new RegExp(String.raw`^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})${time}$`, "i");

/** The ISO 8601 day of a date for every order in which the text can be read; empty if it is no date. */
export function writtenDate(text: string): Partial<Record<DateOrder, string>> {
  const cell = text.trim();
  const year = yearFirst.exec(cell);
  if (year !== null) return orders({ ymd: iso(year[1], year[3], year[4]) });
  const last = yearLast.exec(cell);
  if (last !== null) {
    const dmy = iso(last[4], last[3], last[1]);
    // With points the day comes first in every country that writes so.
    return orders({ dmy, ...(last[2] !== "." && { mdy: iso(last[4], last[1], last[3]) }) });
  }
  const word = named.exec(cell);
  if (word !== null) return orders({ dmy: iso(word[3], monthOf(word[2]), word[1]) });
  const first = namedFirst.exec(cell);
  return first === null ? {} : orders({ mdy: iso(first[3], monthOf(first[1]), first[2]) });
}

function orders(read: Partial<Record<DateOrder, string | undefined>>): Partial<Record<DateOrder, string>> {
  return Object.fromEntries(Object.entries(read).filter(([, text]) => text !== undefined));
}

function monthOf(name: string): string {
  return String(months.indexOf(name.toLowerCase()) + 1);
}

function iso(year: string, month: string, day: string): string | undefined {
  const [m, d] = [Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > 31) return undefined;
  // Two digits stand for 1970 to 2069, as in POSIX.
  const y = year.length === 4 ? year : String(Number(year) + (Number(year) < 70 ? 2000 : 1900));
  return `${y}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

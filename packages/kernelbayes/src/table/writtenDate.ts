/** The order of day, month and year in a date. */
export type DateOrder = "ymd" | "dmy" | "mdy";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const time = /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:\s*([ap])m)?$/i;
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const named = /^(\d{1,2})[-. ]+([a-z]{3})[a-z]*[-., ]+(\d{4}|\d{2})$/i;
const namedFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i;

/** The ISO 8601 text of a date, with its time if it has one, for every order in which the text can be read; empty if it is no date. */
export function writtenDate(text: string): Partial<Record<DateOrder, string>> {
  const cell = text.trim();
  const found = time.exec(cell);
  if (found === null) return writtenDay(cell);
  const clock = clockOf(found);
  if (clock === undefined) return {};
  const days = Object.entries(writtenDay(cell.slice(0, found.index)));
  return Object.fromEntries(days.map(([order, day]) => [order, `${day}T${clock}`]));
}

function clockOf([, hours, minutes, seconds = "00", half]: RegExpExecArray): string | undefined {
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return undefined;
  return `${String(hour).padStart(2, "0")}:${minutes}:${seconds}`;
}

function writtenDay(cell: string): Partial<Record<DateOrder, string>> {
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
  if (m < 1 || m > 12 || d < 1 || d > [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]) return undefined;
  // Two digits stand for 1970 to 2069, as in POSIX.
  const y = year.length === 4 ? year : String(Number(year) + (Number(year) < 70 ? 2000 : 1900));
  return `${y}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

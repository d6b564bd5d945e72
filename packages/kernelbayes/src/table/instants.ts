/** The parts of a second in which points of time are counted, as digits behind the decimal point. */
export type Digits = 0 | 3 | 6 | 9;

const millisecondsOfDay = 86_400_000;

/** The date, such as 2024-02-29, of a number of days since 1970. Beyond what a `Date` can hold it is undefined. */
export function dateOfDays(days: number): string | undefined {
  return isoText(days * millisecondsOfDay)?.replace(/T.*$/, "");
}

/**
 * The ISO 8601 text of a point of time, counted since 1970 in seconds or parts of them. With all its digits, so that one column
 * has one form, and with a Z if it is in universal time. Beyond what a `Date` can hold it is undefined.
 */
export function instantText(count: bigint, digits: Digits, isUniversal: boolean): string | undefined {
  const perSecond = 10n ** BigInt(digits);
  const part = ((count % perSecond) + perSecond) % perSecond;
  const text = isoText(Number((count - part) / perSecond) * 1000)?.slice(0, -5); // without .000Z
  return text && text + fraction(part, digits) + (isUniversal ? "Z" : "");
}

/** The text, such as 23:59:59.999, of a time of the day in seconds or parts of them since midnight. */
export function timeText(count: bigint, digits: Digits): string | undefined {
  return instantText(count, digits, false)?.replace(/^.*T/, "");
}

function fraction(part: bigint, digits: Digits): string {
  return digits === 0 ? "" : `.${String(part).padStart(digits, "0")}`;
}

function isoText(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The decimal text of a whole number of units of 10^−scale. */
export function decimalText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale));
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  return `${unscaled < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

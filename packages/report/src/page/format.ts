import { fixedText, numberText, percentText } from "../report/words.ts";

export { fixedText, numberText, percentText };

/** A number as it is typed: digits and a point, four of them or all before the point. */
export function typedNumber(value: number): string {
  const digits = Math.max(4, Math.trunc(Math.abs(value)).toString().length);
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(Math.min(21, digits))));
}

/** "a and 2 more" of the names of some rows. */
export function namesText(names: readonly string[]): string {
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(" and ");
}

import { numberText, percentText } from "../report/words.ts";

export { numberText, percentText };

/** A number as it is typed: digits and a point, few enough to be read. */
export function typedNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** "a and 2 more" of the names of some rows. */
export function namesText(names: readonly string[]): string {
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(" and ");
}

/** A number with its sign: in three digits, +1.23 or −0.0412, or with so many decimal places. */
export function signed(value: number, places?: number): string {
  const text = places === undefined ? plain(Math.abs(value)) : Math.abs(value).toFixed(places);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** A number in three digits, without an exponent where it has a usual size. */
export function plain(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e6) return value.toExponential(1).replace("-", "−");
  return Number(value.toPrecision(3)).toString().replace("-", "−");
}

/** A p value. */
export function pText(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** Both ends of an interval. */
export function rangeText(
  { lower, upper }: { readonly lower: number; readonly upper: number },
  text: (value: number) => string,
): string {
  return `${text(lower)} to ${text(upper)}`;
}

const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const infinity = /^[+-]?inf(?:inity)?$/i;

/** Powers of ten that a double holds exactly. */
const powersOfTen = Array.from({ length: 16 }, (_, k) => Number(`1e${k}`));

/**
 * The number that a cell says, or NaN if it says none. Decimal notation with optional sign and exponent, and `inf` or
 * `infinity` in any case; blanks around it do not count. Hexadecimal, thousands separators and currency are not numbers.
 */
export function readNumber(cell: string): number {
  // The language's own reading, which is fast, takes in more than decimals: blanks, 0x1f, 0b1, 0o7. These differ from a
  // decimal in one of the first two characters.
  if (isNumeric(cell.charCodeAt(0)) && (cell.length === 1 || isNumeric(cell.charCodeAt(1)))) return Number(cell);
  const trimmed = cell.trim();
  if (decimalNumber.test(trimmed)) return Number(trimmed);
  if (infinity.test(trimmed)) return trimmed.startsWith("-") ? -Infinity : Infinity;
  return NaN;
}

/** Whether the character is a digit, a decimal point or a sign. */
function isNumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 43;
}

/**
 * The number between two places of a text, if it is written just as `String` would write it, with at most 15 digits and
 * without exponent; NaN for anything else, be it a number or not. One pass and one division: the digits d < 10¹⁵ and the
 * power 10ᵏ, k ≤ 15, are exact doubles, so d / 10ᵏ is the double nearest to the decimal (Clinger 1990).
 */
export function readPlainNumber(text: string, from = 0, to: number = text.length): number {
  const start = from < to && text.charCodeAt(from) === 45 ? from + 1 : from; // −
  if (start >= to || to - start > 16) return NaN;
  let digits = 0;
  let point = -1;
  for (let i = start; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits = digits * 10 + (code - 48);
    else if (code === 46 && point < 0) point = i;
    else return NaN;
  }
  if (digits === 0) return to - from === 1 && point < 0 ? 0 : NaN; // 0, but not 00, 0.0, −0 or a lone point
  const wholeDigits = (point < 0 ? to : point) - start;
  if (wholeDigits === 0 || (wholeDigits > 1 && text.charCodeAt(start) === 48)) return NaN; // .5 and 05
  const decimals = point < 0 ? 0 : to - point - 1;
  if (wholeDigits + decimals > 15) return NaN;
  if (decimals === 0) return point < 0 ? (start > from ? -digits : digits) : NaN; // not 5.
  if (text.charCodeAt(to - 1) === 48) return NaN; // 1.50
  const value = digits / powersOfTen[decimals];
  if (value < 1e-6) return NaN; // String writes these with an exponent
  return start > from ? -value : value;
}

const decimalNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const infinity = /^[+-]?inf(?:inity)?$/i;

/** Powers of ten that a double holds exactly. */
const powersOfTen = Array.from({ length: 16 }, (_, k) => Number(`1e${k}`));

/**
 * The number that a cell says, or NaN if it says none. Decimal notation with optional sign and exponent, and `inf` or
 * `infinity` in any case; blanks around it do not count. Hexadecimal, thousands separators and currency are not numbers.
 */
export function readNumber(cell: string): number {
  const plain = readPlainNumber(cell);
  if (!Number.isNaN(plain)) return plain;
  const trimmed = cell.trim();
  if (decimalNumber.test(trimmed)) return Number(trimmed);
  if (infinity.test(trimmed)) return trimmed.startsWith("-") ? -Infinity : Infinity;
  return NaN;
}

/**
 * The number of a cell that is written just as `String` would write that number, of at most 15 digits and without
 * exponent; NaN for any other cell, be it a number or not. One pass and one division: the digits d < 10¹⁵ and the power
 * 10ᵏ, k ≤ 15, are exact doubles, so d / 10ᵏ is the double nearest to the decimal (Clinger 1990).
 */
export function readPlainNumber(cell: string): number {
  const length = cell.length;
  const start = length > 0 && cell.charCodeAt(0) === 45 ? 1 : 0; // −
  if (length === start || length - start > 16) return NaN;
  let digits = 0;
  let point = -1;
  for (let i = start; i < length; i++) {
    const code = cell.charCodeAt(i);
    if (code >= 48 && code <= 57) digits = digits * 10 + (code - 48);
    else if (code === 46 && point < 0) point = i;
    else return NaN;
  }
  if (digits === 0) return start === 0 && length === 1 && point < 0 ? 0 : NaN; // 0, but not 00, 0.0, −0 or a lone point
  const wholeDigits = (point < 0 ? length : point) - start;
  if (wholeDigits === 0 || (wholeDigits > 1 && cell.charCodeAt(start) === 48)) return NaN; // .5 and 05
  const decimals = point < 0 ? 0 : length - point - 1;
  if (wholeDigits + decimals > 15) return NaN;
  if (decimals === 0) return point < 0 ? (start === 1 ? -digits : digits) : NaN; // not 5.
  if (cell.charCodeAt(length - 1) === 48) return NaN; // 1.50
  const value = digits / powersOfTen[decimals];
  if (value < 1e-6) return NaN; // String writes these with an exponent
  return start === 1 ? -value : value;
}

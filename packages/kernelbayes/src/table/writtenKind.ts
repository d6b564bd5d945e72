import { readNumber } from "./readNumber.ts";

/**
 * How people write a number, or write that there is none.
 *
 * - `plain`: as `readNumber` reads it;
 * - `decimal-comma`: 14,23 or 0,125, in which the comma can only be a decimal sign;
 * - `comma`: 1,234, which may be 1.234 or 1234;
 * - `thousands`: 1,234,567, 1.234,5 or 12 500;
 * - `percent`: 87.6%;
 * - `unit`: 12 kg, $5;
 * - `bound`: <0.05;
 * - `placeholder`: n.d., -, unknown;
 * - `other`: anything else.
 */
export type WrittenKind =
  | "plain"
  | "decimal-comma"
  | "comma"
  | "thousands"
  | "percent"
  | "unit"
  | "bound"
  | "placeholder"
  | "other";

const single = /^[+-]?(\d*),(\d+)(?:e[+-]?\d+)?$/i;
const grouped = [
  /^[+-]?\d{1,3}(?:,\d{3}){2,}(?:\.\d*)?$/,
  /^[+-]?\d{1,3}(?:,\d{3})+\.\d*$/,
  /^[+-]?\d{1,3}(?:\.\d{3}){2,}(?:,\d*)?$/,
  /^[+-]?\d{1,3}(?:\.\d{3})+,\d*$/,
  /^[+-]?\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d*)?$/,
];
const bounded = /^[<>≤≥~]=?\s*(\S.*)$/;
const withUnit = /^(?:[€$£]\s*([+-]?[\d.,]*\d)|([+-]?[\d.,]*\d)\s*(?:[a-zµ°€$£Ω‰][a-zµ°Ω²³/]{0,7}))$/i;

const placeholders: ReadonlySet<string> = new Set(
  (
    "- -- --- – — . .. ... * n.d. n.d nd n/d n.a. n.a na n/a k.a. k.a none nil null missing unknown unk bdl lod <lod " +
    "<loq tbd #n/a #na #value! #div/0! #ref! #name? #num! #null!"
  ).split(" "),
);

/** How a cell of a column of numbers is written. */
export function writtenKind(cell: string): WrittenKind {
  const text = cell.trim();
  if (placeholders.has(text.toLowerCase()) || /^not (?:done|detected|available|known)$/i.test(text)) {
    return "placeholder";
  }
  const number = numberKind(text);
  if (number !== "other") return number;
  if (text.endsWith("%")) {
    const inner = numberKind(text.slice(0, -1).trim());
    return inner === "plain" || inner === "decimal-comma" || inner === "comma" ? "percent" : "other";
  }
  const bound = bounded.exec(text);
  if (bound !== null) return numberKind(bound[1]) === "other" ? "other" : "bound";
  const unit = withUnit.exec(text);
  return unit !== null && numberKind(unit[1] ?? unit[2]) !== "other" ? "unit" : "other";
}

function numberKind(text: string): "plain" | "decimal-comma" | "comma" | "thousands" | "other" {
  if (!Number.isNaN(readNumber(text))) return "plain";
  const comma = single.exec(text);
  if (comma !== null) {
    const [, whole, decimals] = comma;
    const isClear = whole === "" || whole.startsWith("0") || whole.length > 3 || decimals.length !== 3;
    return isClear ? "decimal-comma" : "comma";
  }
  return grouped.some((pattern) => pattern.test(text)) ? "thousands" : "other";
}

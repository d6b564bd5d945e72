import { rateText } from "../figureText.ts";

/** A measured share as the terminal shows it, in one piece. */
export function shownRate(share: number): string {
  return rateText(share).replaceAll(" ", "\u00a0");
}

/** "3.2 %": one digit after the point below ten per cent and close to a hundred, none between. What is not quite 0 or 1 is not called so. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.0005) return "<\u00a00.1\u00a0%";
  if (share < 1 && share > 0.9995) return ">\u00a099.9\u00a0%";
  const percent = 100 * share;
  return `${percent.toFixed(percent < 9.95 || percent > 99 ? 1 : 0).replace(/^(0|100)\.0$/, "$1")}\u00a0%`;
}

/** A number to three or four digits, without a tail of zeros. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replace(/^-/, "−").replace("e-", "e−");
}

/** A number with so many digits after the point, and a true minus sign. */
export function fixedText(value: number, digits = 3): string {
  return Number.isFinite(value)
    ? value
        .toFixed(digits)
        .replace(/^-(?=.*[1-9])/, "−")
        .replace(/^-/, "")
    : numberText(value);
}

/** "1 row", "150 rows", "12 345 rows". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupedDigits(count)} ${count === 1 ? noun : plural}`;
}

/** Whole numbers from five digits on in groups of three; weights need not be whole. */
export function groupedDigits(count: number): string {
  const text = Number.isInteger(count) ? String(count) : count.toFixed(1);
  return count < 10_000 ? text : text.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** "a, b and c"; of more than `most` the first, and how many there are besides. */
export function listed(names: readonly string[], most = 12): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}`;
}

import { readNumber } from "./readNumber.ts";
import { writtenKind } from "./writtenKind.ts";

/** Numbers that all their texts agree about. */
export interface AgreedNumbers {
  /** What the texts have in common. */
  readonly writing: "decimal-comma" | "percent";
  /** The number of each text; 87.6% is 0.876. */
  readonly values: Float64Array;
}

/**
 * The numbers in texts that are all written with decimal commas, or all with percent signs; undefined where they do not agree. One text must leave no
 * doubt that its comma is a decimal sign (1,234 does), unless `isKnown` says so.
 */
export function agreedNumbers(texts: readonly string[], isKnown = false): AgreedNumbers | undefined {
  const kinds = texts.map(writtenKind);
  if (kinds.includes("percent")) {
    if (!kinds.every((kind) => kind === "percent")) return undefined;
    const inner = texts.map((text) => text.trim().slice(0, -1).trim());
    const numbers = inner.some((text) => text.includes(",")) ? agreedNumbers(inner, isKnown)?.values : plain(inner);
    return numbers && { writing: "percent", values: numbers.map((value) => value / 100) };
  }
  if (!(isKnown ? kinds.includes("comma") : false) && !kinds.includes("decimal-comma")) return undefined;
  const isRead = texts.every(
    (text, i) => kinds[i] === "decimal-comma" || kinds[i] === "comma" || (kinds[i] === "plain" && !text.includes(".")),
  );
  return isRead ? { writing: "decimal-comma", values: plain(texts.map((text) => text.replace(",", "."))) } : undefined;
}

function plain(texts: readonly string[]): Float64Array {
  return Float64Array.from(texts, readNumber);
}

/** A number as JSON text; JSON has no infinite numbers, and a distance may be one. */
export function jsonNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : "null";
}

/** A list of numbers as JSON text. */
export function jsonNumbers(values: Float64Array): string {
  return `[${values.join(",")}]`;
}

/** Texts as JSON text, each of them written once. */
export function jsonTexts(texts: readonly string[]): string[] {
  return texts.map((text) => JSON.stringify(text));
}

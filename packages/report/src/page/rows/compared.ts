const texts = new Intl.Collator("en", { numeric: true });

/** Numbers by their size, texts as people sort them: "row 9" before "row 10". */
export function compared(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : texts.compare(String(a), String(b));
}

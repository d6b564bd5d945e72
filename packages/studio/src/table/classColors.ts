const names = ["blue", "vermilion", "green", "pink", "orange", "sky", "black"] as const;

/** The color of a class by its number, as in the charts of the report; rows of none of them are grey. */
export function classColor(number: number, shown: number): string {
  return number < shown ? `var(--chart-${names[number % names.length]})` : "var(--rest)";
}

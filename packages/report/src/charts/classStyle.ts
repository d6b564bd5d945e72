import { chartColors } from "./chartColors.ts";

/** How the rows of a class are drawn. */
export interface ClassStyle {
  readonly color: string;
  readonly symbol: "asterisk" | "circle" | "diamond2" | "plus" | "square2" | "times" | "triangle2";
}

/** Okabe and Ito's colors, which people with any kind of color vision can tell apart, without those too pale for lines. */
const colors = [
  chartColors.blue,
  chartColors.vermilion,
  chartColors.green,
  chartColors.pink,
  chartColors.orange,
  chartColors.sky,
  chartColors.black,
] as const;
const symbols = ["circle", "times", "triangle2", "square2", "plus", "diamond2", "asterisk"] as const;

/**
 * Color and symbol of a class by its number. Each tells seven classes apart; from the eighth on symbols are shifted against
 * colors, so that the first 49 classes differ in the pair.
 */
export function classStyle(number: number): ClassStyle {
  const round = Math.floor(number / colors.length);
  return { color: colors[number % colors.length], symbol: symbols[(number + round) % symbols.length] };
}

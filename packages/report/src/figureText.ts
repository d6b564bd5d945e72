import type { ScoreInterval } from "kernelbayes/compare";

/** A share as a measure, to three digits: "4.76 %", "30.3 %". What is not quite 0 or 1 is not called so. */
export function rateText(share: number): string {
  if (share > 0 && share < 5e-5) return "< 0.01 %";
  if (share < 1 && share >= 0.9995) return "> 99.9 %";
  return `${(100 * share).toFixed(share > 0 && share < 0.09995 ? 2 : 1)} %`;
}

/** Smaller scores than this are 0 but for rounding. */
const rounding = 1e-12;

/** A measure that is no share, to three digits after the point: "0.235". Of a small number the size is left: "3.7e-5". */
export function scoreText(value: number): string {
  return value > rounding && value < 5e-4 ? value.toExponential(1) : value.toFixed(3);
}

/** Both ends of an interval, in the form of its estimate; "unknown" where there is none. */
export function intervalText({ lower, upper }: ScoreInterval, text: (value: number) => string): string {
  return Number.isNaN(lower) ? "unknown" : `${text(lower)} to ${text(upper)}`;
}

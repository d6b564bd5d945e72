import type { ResultRow } from "@kernelbayes/experiment/node";
import { markdownTable } from "../markdown.ts";
import type { Claim } from "../paper.ts";

/** The means of a table over the benchmark problems, ours and those in print; NaN where there is none. */
export interface BenchmarkFigures {
  readonly problems: readonly string[];
  readonly better: "lower" | "higher";
  ours(title: string, problem: string): number;
  /** Also of columns that the paper quotes. */
  printed(title: string, problem: string): number;
  /** The single results behind ours. */
  rowsOf(title: string, problem: string): readonly ResultRow[];
}

/** A mean by its problem. */
export type FigureOf = (problem: string) => number;

/** On how many problems the first is better, worse and equal, of those where both have a figure. */
export interface Comparison {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly compared: number;
}

export function compare({ problems, better }: BenchmarkFigures, first: FigureOf, second: FigureOf): Comparison {
  let [wins, losses, ties] = [0, 0, 0];
  for (const problem of problems) {
    const difference = (first(problem) - second(problem)) * (better === "lower" ? 1 : -1);
    if (Number.isNaN(difference)) continue;
    // Below rounding the means are those of the same rows told alike.
    if (Math.abs(difference) < 1e-9) ties++;
    else if (difference < 0) wins++;
    else losses++;
  }
  return { wins, losses, ties, compared: wins + losses + ties };
}

/** The place of a figure among others of the same problem, 1 for the best; equal ones share the better place. */
function rankAmong(value: number, others: readonly number[], better: "lower" | "higher"): number {
  const sign = better === "lower" ? 1 : -1;
  return 1 + others.filter((other) => sign * (value - other) > 1e-9).length;
}

/** How often the figure has the first place, the second, and so on, among all of them. */
export function rankCounts(
  { problems, better }: BenchmarkFigures,
  first: FigureOf,
  others: readonly FigureOf[],
): number[] {
  const counts = new Array<number>(others.length + 1).fill(0);
  for (const problem of problems) {
    const values = others.map((other) => other(problem));
    if (Number.isNaN(first(problem)) || values.some(Number.isNaN)) continue;
    counts[rankAmong(first(problem), values, better) - 1]++;
  }
  return counts;
}

/** A conclusion that cannot be judged yet, or what a rule says about it. */
export function judgedClaim(
  claim: Pick<Claim, "claim" | "where">,
  isEnough: boolean,
  holds: boolean,
  figures: string,
): Claim {
  if (!isEnough) return { ...claim, outcome: "cannot be judged", figures: "Not enough results are in." };
  return { ...claim, outcome: holds ? "holds" : "does not hold", figures };
}

/** Methods by problems: the mean of each with its rank, ours and in print, and the mean ranks. */
export function rankText(figures: BenchmarkFigures, titles: readonly string[]): string {
  const { problems, better } = figures;
  const sides = [
    { name: "ours", of: (title: string, problem: string) => figures.ours(title, problem) },
    { name: "printed", of: (title: string, problem: string) => figures.printed(title, problem) },
  ];
  const cells = sides.map(({ name, of }) => {
    const ranked = problems.flatMap((problem) => {
      const values = titles.map((title) => of(title, problem));
      return values.some(Number.isNaN)
        ? []
        : [{ problem, values, ranks: values.map((value) => rankAmong(value, values, better)) }];
    });
    return { name, ranked };
  });
  const rows = problems.map((problem) => ({
    problem,
    ...Object.fromEntries(
      cells.flatMap(({ name, ranked }) => {
        const row = ranked.find((each) => each.problem === problem);
        return titles.map((title, at) => [
          `${title}, ${name}`,
          row ? `${row.values[at].toFixed(2)} (${row.ranks[at]})` : "",
        ]);
      }),
    ),
  }));
  const means = {
    problem: "mean rank",
    ...Object.fromEntries(
      cells.flatMap(({ name, ranked }) =>
        titles.map((title, at) => [
          `${title}, ${name}`,
          ranked.length === 0 ? "" : (ranked.reduce((sum, { ranks }) => sum + ranks[at], 0) / ranked.length).toFixed(2),
        ]),
      ),
    ),
  };
  return [
    "Means with ranks in brackets, over the problems where all methods have a figure:",
    markdownTable([...rows, means]),
  ].join("\n\n");
}

import {
  compare,
  judgedClaim,
  rankCounts,
  type BenchmarkFigures,
  type FigureOf,
} from "../benchmark/benchmarkFigures.ts";
import type { Claim } from "../paper.ts";

const problems = 13;

/** What the authors conclude from Table 2, judged by ours in the order of the printed digits. */
export function areaClaims(figures: BenchmarkFigures): Claim[] {
  const of =
    (title: string): FigureOf =>
    (problem) =>
      rounded(figures.ours(title, problem));
  const rivals = ["LDA", "QDA", "KFD", "LS-SVM"];
  const places = rankCounts(figures, of("BFD"), rivals.map(of));
  const ranked = places.reduce((sum, count) => sum + count, 0);
  const againstKfd = compare(figures, of("BFD"), of("KFD"));
  const linear = figures.problems.filter((problem) => problem !== "banana" && of("LDA")(problem) < 70);
  const where = "Section 8.2, Table 2";
  return [
    judgedClaim(
      {
        claim:
          "BFD has the largest area of five methods on 6 of 13 problems, the second largest on 3 and the third largest on 4. (Rule: first on at least 6.)",
        where,
      },
      ranked === problems,
      places[0] >= 6,
      `Ours is first to fifth on ${places.join(", ")} of ${ranked} problems; areas are compared in per cent with one digit, as printed.`,
    ),
    judgedClaim(
      {
        claim:
          "BFD does consistently better than KFD: printed areas are larger on 10 problems, smaller on 2 and equal on 1. (Rule: larger on at least 10.)",
        where,
      },
      againstKfd.compared === problems,
      againstKfd.wins >= 10,
      `Ours are larger on ${againstKfd.wins}, smaller on ${againstKfd.losses} and equal on ${againstKfd.ties} of ${againstKfd.compared}.`,
    ),
    judgedClaim(
      {
        claim:
          "LDA does well on almost all problems except banana. (Rule: an area of at least 70 % on all other twelve.)",
        where,
      },
      figures.problems.filter((problem) => Number.isFinite(of("LDA")(problem))).length === problems,
      linear.length === 0,
      linear.length === 0
        ? "On all other twelve its area is at least 70 %."
        : `It is below 70 % on ${linear.join(", ")}.`,
    ),
  ];
}

/** What they conclude from Table 3. */
export function relevanceClaims(figures: BenchmarkFigures): Claim[] {
  const of =
    (title: string): FigureOf =>
    (problem) =>
      rounded(figures.ours(title, problem));
  const { wins, losses, ties, compared } = compare(figures, of("LS-SVM, ARD"), of("BFD, ARD"));
  return [
    judgedClaim(
      {
        claim:
          "With a weight for each column the Bayesian LS-SVM is narrowly better than BFD, on 7 of 13 problems. (Rule: better on 6 to 8, so that neither is clearly ahead.)",
        where: "Section 8.2, Table 3",
      },
      compared === problems,
      wins >= 6 && wins <= 8,
      `Ours: LS-SVM better on ${wins}, BFD on ${losses}, equal on ${ties} of ${compared}.`,
    ),
  ];
}

/** Areas are printed with one digit. */
function rounded(value: number): number {
  return Math.round(10 * value) / 10;
}

import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { Claim } from "../paper.ts";
import type { JudgedLine } from "./judgedLines.ts";

const problems = ["khan", "meat-4", "meat-5"];

/** The mean error of the first measured line of a method, in the order of the table. */
function errorOf(lines: readonly JudgedLine[], problem: string, method: string, isOwn = false): number {
  const line = lines.find(
    (each) =>
      each.problem.name === problem &&
      each.method === method &&
      each.done.length > 0 &&
      (!isOwn || each.title.includes("components as they are")),
  );
  return line?.found.mean ?? Number.NaN;
}

/** What the authors conclude from Table 1, judged by the lines that are nearest to theirs. */
export function tableClaims(lines: readonly JudgedLine[]): Claim[] {
  const rows = problems.map((problem) => ({
    problem,
    ours: errorOf(lines, problem, "BKPC", true),
    others: ["BMKC", "mSVM", "GPs"].map((method) => errorOf(lines, problem, method)),
  }));
  const measured = rows.every(({ ours, others }) => Number.isFinite(ours) && others.every(Number.isFinite));
  const better = rows.filter(({ ours, others }) => others.every((other) => ours < other)).map(({ problem }) => problem);
  const multi = rows.filter(({ ours, others: [onRows] }) => onRows > ours).map(({ problem }) => problem);
  const text = (value: number): string => (Number.isFinite(value) ? value.toFixed(3) : "–");
  const figures = rows
    .map(({ problem, ours, others }) => `${problem} ${[ours, ...others].map(text).join(", ")}`)
    .join("; ");
  const where = "Section 6, Table 1";
  return [
    judgedClaim(
      {
        claim:
          "BKPC has fewer errors than BMKC, support vectors and Gaussian processes on the gene expressions and on both tables of spectra. (Rule: the lowest mean error of the four on all three, at the printed bandwidth and number of components.)",
        where,
      },
      measured,
      better.length === problems.length,
      `Lowest on ${better.length === 0 ? "none" : better.join(", ")}. Errors of BKPC, BMKC, SVM and GP: ${figures}.`,
    ),
    judgedClaim(
      {
        claim:
          "BMKC, with a coefficient for every row, does slightly worse than BKPC. (Rule: a higher mean error on all three.)",
        where,
      },
      measured,
      multi.length === problems.length,
      `Higher on ${multi.length === 0 ? "none" : multi.join(", ")}.`,
    ),
  ];
}

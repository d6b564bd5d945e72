import { numeric } from "kernelbayes/numeric";
import { spreadOf } from "@kernelbayes/experiment";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { compare, judgedClaim, type BenchmarkFigures } from "../benchmark/benchmarkFigures.ts";
import type { Claim, ReproduceSettings } from "../paper.ts";
import { publishedWhere } from "../published.ts";

/** What the authors conclude from Table 3. */
export function fixedClaims(figures: BenchmarkFigures): Claim[] {
  const { wins, losses, ties, compared } = compare(
    figures,
    (problem) => figures.ours("BTSVC", problem),
    (problem) => figures.printed("SVC", problem),
  );
  return [
    judgedClaim(
      {
        claim:
          "BTSVC and support vector machines tie: each is significantly better on four of thirteen problems in print. (Rule: ours is below the printed means of SVC on four to nine.)",
        where: "Section 5.3, Table 3",
      },
      compared === 13,
      wins >= 4 && wins <= 9,
      `Ours is lower on ${wins}, higher on ${losses} and equal on ${ties} of ${compared}.`,
    ),
  ];
}

/** What they conclude from Table 4. */
export function evidenceClaims(figures: BenchmarkFigures): Claim[] {
  const differences = figures.problems.flatMap((problem) => {
    const difference = figures.ours("BTSVC", problem) - figures.ours("GPC", problem);
    return Number.isNaN(difference) ? [] : [{ problem, difference }];
  });
  const far = differences.filter(({ difference }) => Math.abs(difference) > 1);
  const large = ["image", "splice"];
  const seconds = (title: string, problem: string): number =>
    spreadOf(figures.rowsOf(title, problem).map((row) => row.seconds)).mean;
  const times = large.map((problem) => ({ problem, own: seconds("BTSVC", problem), other: seconds("GPC", problem) }));
  const where = "Section 5.3, Table 4";
  return [
    judgedClaim(
      {
        claim:
          "BTSVC generalizes about as well as GPC. (Rule: mean errors differ by at most one per cent of the test rows on all but two problems, the largest difference in print being 1.05.)",
        where,
      },
      differences.length >= 13,
      far.length <= 2,
      `They differ by more on ${far.length === 0 ? "none" : far.map(({ problem, difference }) => `${problem} (${difference > 0 ? "+" : "−"}${Math.abs(difference).toFixed(2)})`).join(", ")} of ${differences.length}.`,
    ),
    judgedClaim(
      {
        claim:
          "BTSVC takes less time than GPC on large tables. (Rule: a lower mean time of a fit on image and on splice.)",
        where,
      },
      times.every(({ own, other }) => Number.isFinite(own + other)),
      times.every(({ own, other }) => own < other),
      `${times.map(({ problem, own, other }) => `${problem} ${own.toFixed(0)} s against ${other.toFixed(0)} s`).join("; ")}.`,
    ),
  ];
}

/** What they conclude from Table 5, beside the printed errors without weights of columns. */
export function columnClaims(figures: BenchmarkFigures): Claim[] {
  const withWeights = figures.ours("BTSVC", "splice");
  return [
    judgedClaim(
      {
        claim:
          "A length scale for each column lowers the error on splice from 12.35 to 5.29 %. (Rule: to less than half of the printed error without.)",
        where: "Section 5.3, Table 5",
      },
      Number.isFinite(withWeights),
      withWeights < 12.35 / 2,
      `Ours with weights is ${withWeights.toFixed(2)} %.`,
    ),
  ];
}

/** The printed p of a paired test against support vector machines, and ours, which can only be unpaired: their single results are not in print. */
export function supportVectorCells(
  rows: readonly ResultRow[],
  dataset: string,
  { published }: Pick<ReproduceSettings, "published">,
): Record<string, string> {
  const [svc] = publishedWhere(published, {
    source: "chu2003",
    table: "Table 3",
    method: "SVC",
    metric: "error",
    dataset,
  });
  const printed = svc?.pValueAgainstBTSVC;
  const { mean, deviation } = spreadOf(rows.map(({ errorRate }) => 100 * errorRate));
  const printedRuns = dataset === "image" || dataset === "splice" ? 20 : 100;
  const error =
    svc?.std === undefined || svc.std === null
      ? Number.NaN
      : Math.sqrt(deviation ** 2 / rows.length + svc.std ** 2 / printedRuns);
  const p = svc ? 2 * numeric.normalCdf(-Math.abs(mean - svc.mean) / error) : Number.NaN;
  const text = (value: number | undefined): string =>
    value === undefined || !Number.isFinite(value) ? "" : value < 0.001 ? value.toExponential(0) : value.toFixed(3);
  return { "p against SVC, printed": text(printed), "p against SVC, unpaired": text(p) };
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure, Ranks, Summary } from "../packages/cli/src/experiment/summary.ts";
import type { Row, Section } from "./benchmark.ts";
import { atLeast, atMost, judged, verdictRow, type Verdict } from "./verdict.ts";

/** A figure of a paper, as `published.json` beside the benchmark data lists them. */
export interface PublishedResult {
  readonly source: string;
  readonly method: string;
  readonly dataset: string;
  readonly metric: string;
  readonly unit: string;
  readonly mean: number;
  /** The spread over partitions; null where none was printed. */
  readonly std: number | null;
  readonly kernel?: string;
}

/** One of our methods is to do as well as a paper's, on so many of the data sets. */
interface PublishedCriterion {
  /** Title of our method. */
  readonly method: string;
  /** In hundredths, as the papers have it. */
  readonly figure: Extract<Figure, "errorRate" | "areaUnderCurve">;
  /** Picks the figures of the paper. */
  readonly published: Readonly<Partial<PublishedResult>>;
  /** What may be missing from the figure of the paper, which is in per cent. */
  readonly slack: (deviation: number) => number;
  readonly slackText: string;
  /** Data sets on which it has to hold. */
  readonly atLeast: number;
}

/** Our method is to have a mean rank no worse than another's. */
interface RankCriterion {
  readonly method: string;
  readonly other: string;
}

/** What the accuracy of a family is measured by. */
export interface FamilyCriteria {
  readonly published: readonly PublishedCriterion[];
  readonly ranks: readonly RankCriterion[];
}

/** The tables of the criteria, set by set, and their outcome. */
export interface CriteriaReport {
  readonly sections: readonly Section[];
  readonly verdicts: readonly Verdict[];
}

/** The published figures of a data folder; undefined where there are none. */
export function readPublished(directory: string): readonly PublishedResult[] | undefined {
  const path = join(directory, "published.json");
  if (!existsSync(path)) return undefined;
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly results: readonly PublishedResult[] }).results;
}

/** Compares summaries with published figures and with each other. Every set is listed, also where it falls short. */
export function criteriaReport(
  { published, ranks }: FamilyCriteria,
  summaries: readonly Summary[],
  byLoss: Ranks | undefined,
  results: readonly PublishedResult[],
): CriteriaReport {
  const compared = published.map((criterion) => comparePublished(criterion, summaries, results));
  const verdicts = [
    ...compared.map(({ verdict }) => verdict),
    ...ranks.map((criterion) => compareRanks(criterion, byLoss)),
  ];
  return {
    sections: [
      ...compared.map(({ section }) => section),
      { title: "What was asked for and what was measured", rows: verdicts.map(verdictRow) },
    ],
    verdicts,
  };
}

function comparePublished(
  criterion: PublishedCriterion,
  summaries: readonly Summary[],
  results: readonly PublishedResult[],
): { readonly section: Section; readonly verdict: Verdict } {
  const { method, figure, slackText } = criterion;
  const chosen = results.filter((result) =>
    Object.entries(criterion.published).every(([name, value]) => result[name as keyof PublishedResult] === value),
  );
  const sets = chosen.map((result) => {
    const summary = summaries.find((each) => each.method === method && each.dataset === result.dataset);
    const measured = summary === undefined ? NaN : 100 * summary[figure].mean;
    const slack = criterion.slack(result.std ?? 0);
    const verdict =
      figure === "errorRate"
        ? atMost(result.dataset, measured, result.mean + slack)
        : atLeast(result.dataset, measured, result.mean - slack);
    // A set on which a partition failed is not judged by the others.
    const failed = summary?.failed ?? 0;
    return { result, verdict: failed > 0 ? { ...verdict, isMet: false } : verdict, runs: summary?.done ?? 0, failed };
  });
  const met = sets.filter(({ verdict }) => verdict.isMet).length;
  const open = sets.filter(({ verdict }) => verdict.isMet === undefined).length;
  const isDecided = met >= criterion.atLeast || met + open < criterion.atLeast;
  const word = figure === "errorRate" ? "error %" : "AUC %";
  const { source = "the paper", method: theirs = method } = criterion.published;
  return {
    section: {
      title: `${word} of ${method} beside ${theirs} of ${source}, ${slackText}`,
      rows: sets.map(({ result, verdict, runs, failed }): Row => {
        const { measured, limit, bound } = verdict;
        return {
          "data set": result.dataset,
          runs: failed > 0 ? `${runs}/${runs + failed}` : String(runs),
          measured: Number.isNaN(measured) ? "-" : measured.toFixed(2),
          paper: result.std === null ? result.mean.toFixed(2) : `${result.mean.toFixed(2)} ± ${result.std.toFixed(2)}`,
          limit: `${bound === "at least" ? "≥" : "≤"} ${limit.toFixed(2)}`,
          "to spare": Number.isNaN(measured)
            ? "-"
            : (bound === "at least" ? measured - limit : limit - measured).toFixed(2),
          verdict: judged(verdict),
        };
      }),
    },
    verdict: {
      ...atLeast(`${word} of ${method}: data sets within the limit, of ${chosen.length}`, met, criterion.atLeast),
      ...(!isDecided && { isMet: undefined }),
    },
  };
}

function compareRanks({ method, other }: RankCriterion, byLoss: Ranks | undefined): Verdict {
  const rankOf = (name: string): number => {
    const at = byLoss?.methods.indexOf(name) ?? -1;
    return byLoss && at >= 0 ? byLoss.meanRanks[at] : NaN;
  };
  const [own, theirs] = [rankOf(method), rankOf(other)];
  const sets = byLoss?.datasets.length ?? 0;
  return atMost(
    `mean rank of ${method} by log loss over ${sets} data sets, beside ${other}'s`,
    Number.isNaN(theirs) ? NaN : own,
    theirs,
  );
}

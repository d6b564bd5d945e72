import { publishedWhere, type PublishedResult } from "@kernelbayes/papers/published";
import type { Figure, Summary } from "@kernelbayes/experiment/node";
import type { Row, Section } from "./benchmark.ts";
import { atLeast, atMost, judged, type Verdict } from "./verdict.ts";

/** One of our methods is to do as well as a paper's, on so many of the data sets. */
export interface PublishedCriterion {
  /** Title of our method. */
  readonly method: string;
  /** In hundredths, as the papers have it. */
  readonly figure: Extract<Figure, "errorRate" | "areaUnderCurve">;
  /** Picks the figures of the paper. */
  readonly published: Readonly<Partial<PublishedResult>>;
  /** Data sets of the paper that are not counted. */
  readonly without?: readonly string[];
  /** What may be missing from the figure of the paper, which is in per cent. */
  readonly slack: (deviation: number) => number;
  readonly slackText: string;
  /** Data sets on which it has to hold. */
  readonly atLeast: number;
}

/** One of our methods beside a published one, set by set, and how many sets are within the limit. */
export function comparePublished(
  criterion: PublishedCriterion,
  summaries: readonly Summary[],
  results: readonly PublishedResult[],
): { readonly section: Section; readonly verdict: Verdict } {
  const { method, figure, slackText, without = [] } = criterion;
  const chosen = publishedWhere(results, criterion.published).filter(({ dataset }) => !without.includes(dataset));
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

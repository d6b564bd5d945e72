import type { PublishedResult } from "@kernelbayes/papers/published";
import { ranksBy, type Figure, type Ranks, type Summary } from "@kernelbayes/experiment/node";
import type { Section } from "./benchmark.ts";
import { besideTable } from "./besideTable.ts";
import { judgeCalibration, type CalibrationCriterion } from "./calibrationCriterion.ts";
import { comparePublished, type PublishedCriterion } from "./publishedCriteria.ts";
import { atMost, verdictRow, type Verdict } from "./verdict.ts";

/** Our method is to have a mean rank no worse than another's. */
interface RankCriterion {
  readonly method: string;
  readonly other: string;
}

/** Our method is to have a mean rank of at most so much among others. */
interface RankAmongCriterion {
  readonly method: string;
  readonly others: readonly string[];
  readonly figure: Figure;
  readonly limit: number;
}

/** A figure of our method is to be at most so much, on one data set or on the mean of all. */
interface FigureCriterion {
  readonly method: string;
  /** The mean of all data sets where absent. */
  readonly dataset?: string;
  readonly figure: Figure;
  readonly limit: number;
}

/** What the accuracy of a family is measured by. */
export interface FamilyCriteria {
  readonly published: readonly PublishedCriterion[];
  readonly ranks: readonly RankCriterion[];
  readonly ranksAmong?: readonly RankAmongCriterion[];
  readonly figures?: readonly FigureCriterion[];
  readonly calibration: readonly CalibrationCriterion[];
  /** Methods that are shown beside each other in a table of their own, ours and peers. */
  readonly beside: readonly string[];
}

/** The tables of the criteria, set by set, and their outcome. */
export interface CriteriaReport {
  readonly sections: readonly Section[];
  readonly verdicts: readonly Verdict[];
}

/** Compares summaries with published figures and with each other. Every set is listed, also where it falls short. */
export function criteriaReport(
  { published, ranks, ranksAmong = [], figures = [], calibration, beside }: FamilyCriteria,
  summaries: readonly Summary[],
  byLoss: Ranks | undefined,
  results: readonly PublishedResult[],
): CriteriaReport {
  const compared = published.map((criterion) => comparePublished(criterion, summaries, results));
  const verdicts = [
    ...compared.map(({ verdict }) => verdict),
    ...ranks.map((criterion) => compareRanks(criterion, byLoss)),
    ...ranksAmong.map((criterion) => rankAmong(criterion, summaries)),
    ...figures.map((criterion) => judgeFigure(criterion, summaries)),
    ...calibration.flatMap((criterion) => judgeCalibration(criterion, summaries)),
  ];
  return {
    sections: [
      ...compared.map(({ section }) => section),
      ...(beside.length > 0 ? [besideTable(beside, summaries)] : []),
      { title: "What was asked for and what was measured", rows: verdicts.map(verdictRow) },
    ],
    verdicts,
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

function rankAmong({ method, others, figure, limit }: RankAmongCriterion, summaries: readonly Summary[]): Verdict {
  const methods = [method, ...others];
  const ranks = ranksBy(
    figure,
    summaries.filter((summary) => methods.includes(summary.method)),
  );
  const isWhole = methods.every((each) => ranks?.methods.includes(each));
  return atMost(
    `mean rank of ${method} by ${inWords[figure] ?? figure} among ${methods.length}, ${ranks?.datasets.length ?? 0} data sets`,
    ranks && isWhole ? ranks.meanRanks[ranks.methods.indexOf(method)] : NaN,
    limit,
  );
}

function judgeFigure({ method, dataset, figure, limit }: FigureCriterion, summaries: readonly Summary[]): Verdict {
  const own = summaries.filter((each) => each.method === method && (dataset === undefined || each.dataset === dataset));
  const isWhole = own.length > 0 && own.every(({ failed }) => failed === 0);
  const mean = own.reduce((sum, each) => sum + each[figure].mean, 0) / own.length;
  const place = dataset === undefined ? `mean of ${own.length} data sets` : dataset;
  return atMost(`${inWords[figure] ?? figure} of ${method}, ${place}`, isWhole ? mean : NaN, limit);
}

const inWords: Readonly<Partial<Record<Figure, string>>> = { logLoss: "log loss", errorRate: "error" };

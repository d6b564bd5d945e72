import type { Ranks, Summary } from "../packages/cli/src/experiment/summary.ts";
import type { Section } from "./benchmark.ts";
import { besideTable } from "./besideTable.ts";
import { judgeCalibration, type CalibrationCriterion } from "./calibrationCriterion.ts";
import { comparePublished, type PublishedCriterion, type PublishedResult } from "./publishedCriteria.ts";
import { atMost, verdictRow, type Verdict } from "./verdict.ts";

/** Our method is to have a mean rank no worse than another's. */
interface RankCriterion {
  readonly method: string;
  readonly other: string;
}

/** What the accuracy of a family is measured by. */
export interface FamilyCriteria {
  readonly published: readonly PublishedCriterion[];
  readonly ranks: readonly RankCriterion[];
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
  { published, ranks, calibration, beside }: FamilyCriteria,
  summaries: readonly Summary[],
  byLoss: Ranks | undefined,
  results: readonly PublishedResult[],
): CriteriaReport {
  const compared = published.map((criterion) => comparePublished(criterion, summaries, results));
  const verdicts = [
    ...compared.map(({ verdict }) => verdict),
    ...ranks.map((criterion) => compareRanks(criterion, byLoss)),
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

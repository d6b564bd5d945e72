import type { Summary } from "@kernelbayes/experiment/node";
import { atMost, type Verdict } from "./verdict.ts";

/**
 * The calibration error of a method, its test rows pooled over the partitions, is to lie near the one that perfect
 * probabilities would show by chance on as many rows.
 */
export interface CalibrationCriterion {
  readonly method: string;
  readonly datasets: readonly string[];
  /** How far above chance it may lie. */
  readonly slack: number;
}

/** One verdict for each data set. A set on which a partition failed is not judged by the others. */
export function judgeCalibration(
  { method, datasets, slack }: CalibrationCriterion,
  summaries: readonly Summary[],
): Verdict[] {
  return datasets.map((dataset) => {
    const summary = summaries.find((each) => each.method === method && each.dataset === dataset);
    const { error = NaN, byChance = NaN } = summary?.pooledCalibration ?? {};
    const criterion = `calibration error of ${method} on ${dataset}: ${slack} above chance at most`;
    const verdict = atMost(criterion, error, byChance + slack);
    return summary !== undefined && summary.failed > 0 ? { ...verdict, isMet: false } : verdict;
  });
}

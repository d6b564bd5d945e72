import type { CommonSplits } from "./commonSplits.ts";
import type { Comparison } from "./comparison.ts";
import type { MeasuredModel } from "./measureModels.ts";

export interface ComparedData {
  readonly splits: CommonSplits;
  readonly seed: number;
  readonly rows: number;
  readonly target: string;
  readonly measured: readonly MeasuredModel[];
  /** The charts that were written. */
  readonly files: readonly string[];
}

/** The comparison as plain data, with the values of every split. */
export function comparisonData(
  comparison: Comparison,
  { splits, measured, files, ...about }: ComparedData,
): Record<string, unknown> {
  const { models, pairs, groups, measure, alpha } = comparison;
  const titles = models.map(({ title }) => title);
  return {
    ...about,
    splits: splits.splits.length,
    kind: splits.title,
    trainRows: splits.trainRows,
    testRows: splits.testRows,
    measure,
    alpha,
    models: models.map((model) => ({
      ...model,
      values: measured.find(({ title }) => title === model.title)?.values,
    })),
    pairs: pairs.map(({ first, second, p }) => ({ first: titles[first], second: titles[second], p })),
    groups: groups.map((group) => group.map((model) => titles[model])),
    failed: measured
      .filter(({ failed }) => failed > 0)
      .map(({ title, failed, failures }) => ({ title, failed, failures })),
    ...(files.length > 0 && { files }),
  };
}

import { basename } from "node:path";
import { comparisonReport } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { version } from "kernelbayes/models";
import { createdNow } from "../output/createdNow.ts";
import type { CommonSplits } from "./commonSplits.ts";
import type { Comparison } from "./comparison.ts";
import type { MeasuredModel } from "./measureModels.ts";

interface Compared {
  readonly source: string;
  readonly target: string;
  readonly rows: number;
  readonly seed: number;
  readonly failures: readonly string[];
  readonly splits: CommonSplits;
}

/** The report of a comparison. */
export function comparisonPage(
  { models, groups, measure, alpha }: Comparison,
  measured: readonly MeasuredModel[],
  { source, splits, ...about }: Compared,
): string {
  const values = new Map(measured.map((model) => [model.title, model.values[measure]]));
  return comparisonReport(
    {
      ...about,
      measure,
      alpha,
      models: models.map((model) => ({ ...model, values: values.get(model.title) ?? [] })),
      groups,
      splits: splits.title,
      trainRows: splits.trainRows,
      testRows: splits.testRows,
      source: source === "-" ? "standard input" : basename(source),
      command: ["kernelbayes", ...process.argv.slice(2)],
      created: createdNow(),
      versions: { node: process.versions.node },
      library: version,
    },
    { document: svgDocument() },
  );
}

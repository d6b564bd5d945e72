import { criticalDifferenceChart, type ReportFigure } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { CommonSplits } from "./commonSplits.ts";
import type { Comparison } from "./comparison.ts";
import { measureWords } from "./comparisonLines.ts";

/** The critical-difference diagram of a comparison. */
export function figureOf({ models, groups, measure }: Comparison, { title }: CommonSplits): ReportFigure {
  const heading = `Mean rank by ${measureWords[measure]} over ${title}`;
  const svg = criticalDifferenceChart(
    models.map((model) => ({ name: model.title, meanRank: model.meanRank })),
    { groups, document: svgDocument(), title: heading },
  );
  return { name: "critical-difference", title: heading, svg };
}

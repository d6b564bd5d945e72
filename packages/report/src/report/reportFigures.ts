import type { ReportInput, ReportOptions } from "./reportInput.ts";

/** A chart of a report as a file of its own. */
export interface ReportFigure {
  /** For the name of a file: "roc", "reliability". */
  readonly name: string;
  readonly svg: string;
}

/** The charts of the report, each as SVG text with a title and a white background. */
export function reportFigures(_input: ReportInput, _options: ReportOptions = {}): ReportFigure[] {
  return [];
}

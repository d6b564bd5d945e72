import { findingsOf } from "./findings.ts";
import type { ReportInput, ReportOptions } from "./reportInput.ts";
import { isFigure } from "./section.ts";
import { sectionsOf } from "./sections.ts";

/** A chart of a report as a file of its own. */
export interface ReportFigure {
  /** For the name of a file, in small letters and hyphens: "roc", "precision-recall". */
  readonly name: string;
  readonly title: string;
  readonly svg: string;
}

/**
 * The charts of the report, each as SVG text with a title and a white background, in the order of the page.
 *
 * @example for (const { name, svg } of reportFigures({ posterior, table }, { document })) await writeFile(`${name}.svg`, svg);
 */
export function reportFigures(input: ReportInput, options: ReportOptions = {}): ReportFigure[] {
  return sectionsOf(findingsOf(input, options))
    .flatMap(({ content }) => content.filter(isFigure))
    .map(({ name, title, draw }) => ({
      name,
      title,
      svg: draw({ title, ...(options.document && { document: options.document }) }),
    }));
}

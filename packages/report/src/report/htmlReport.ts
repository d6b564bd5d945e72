import { findingsOf } from "./findings.ts";
import type { ReportInput, ReportOptions } from "./reportInput.ts";
import { reportPage } from "./reportPage.ts";
import { sectionsOf } from "./sections.ts";

/**
 * A report about a fitted classifier as one HTML file that needs nothing else: a summary in words, the data, what was tried, curves,
 * calibration, mistakes, surprising rows, the columns that matter, the decision over two of them, and what it takes to do the same
 * again. It prints, follows the light or dark scheme of the reader, and every chart is told in words as well. Sections that do not apply are left out.
 *
 * @example await writeFile("report.html", htmlReport({ posterior, table }, { document: svgDocument() }));
 */
export function htmlReport(input: ReportInput, options: ReportOptions = {}): string {
  const { posterior, source, created } = input;
  const { title = `Predicting ${posterior.target}`, living } = options;
  return reportPage(
    {
      title,
      facts: [source, created],
      library: posterior.library,
      sections: sectionsOf(findingsOf(input, options)),
      living: living && ((taken) => living(input, taken)),
    },
    options,
  );
}

import { html } from "./html.ts";
import type { ReportInput, ReportOptions } from "./reportInput.ts";

/**
 * A report about a fitted classifier as one HTML file that needs nothing else.
 *
 * @example await writeFile("report.html", htmlReport({ posterior, table }, { document: svgDocument() }));
 */
export function htmlReport({ posterior, table }: ReportInput, options: ReportOptions = {}): string {
  const { title = `Classifier of ${posterior.target}` } = options;
  const { html: page } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>
            The model ${posterior.model.name} was fitted to ${posterior.training.rows.length} of ${table.rows} rows.
          </p>
        </main>
      </body>
    </html> `;
  return page;
}

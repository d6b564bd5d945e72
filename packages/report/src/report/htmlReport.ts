import { findingsOf } from "./findings.ts";
import { livingLinks, livingScripts, livingSections } from "./livingSections.ts";
import { livingStyle } from "./livingStyle.ts";
import { markup, raw, type Markup } from "./markup.ts";
import { reportStyle } from "./reportStyle.ts";
import type { LivingParts, ReportInput, ReportOptions } from "./reportInput.ts";
import { isFigure, linkTo, sectionGroups, type Figure, type Section } from "./section.ts";
import { sectionMarkup } from "./sectionMarkup.ts";
import { sectionsOf } from "./sections.ts";

/**
 * A report about a fitted classifier as one HTML file that needs nothing else: a summary in words, the data, what was tried, curves,
 * calibration, mistakes, surprising rows, the columns that matter, the decision over two of them, and what it takes to do the same
 * again. It prints, follows the light or dark scheme of the reader, and every chart is told in words as well. Sections that do not apply are left out.
 *
 * @example await writeFile("report.html", htmlReport({ posterior, table }, { document: svgDocument() }));
 */
export function htmlReport(input: ReportInput, options: ReportOptions = {}): string {
  const { posterior } = input;
  const { title = `Predicting ${posterior.target}` } = options;
  const sections = sectionsOf(findingsOf(input, options)).map((section) => ({
    ...section,
    part: sectionPart(section, options),
  }));
  const taken = sections.reduce((sum, { part }) => sum + part.html.length, reportStyle.length);
  const living = options.living?.(input, taken);
  const first = sections.filter(({ group }) => group === undefined);
  const grouped = Object.entries(sectionGroups)
    .map(([id, name]) => ({ name, sections: sections.filter(({ group }) => group === id) }))
    .filter(({ sections: parts }) => parts.length > 0);
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="${policy(living)}"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content="kernelbayes ${posterior.library}" />
        <title>${title}</title>
        <style>
          ${raw(reportStyle)} ${living && raw(livingStyle)}
        </style>
      </head>
      <body>
        <header>
          ${masthead(input)}
          <h1>${title}</h1>
        </header>
        <nav aria-label="Contents">
          <ol>
            ${first.map(link)} ${living && livingLinks(living)} ${grouped.map(({ name, sections: parts }) => markup`<li class="group">${name}</li> ${parts.map(link)}`)}
          </ol>
        </nav>
        <main>
          ${first.map(({ part }) => part)} ${living && livingSections(living)}
          ${grouped.map(({ name, sections: parts }) => markup`<p class="group">${name}</p> ${parts.map(({ part }) => part)}`)}
        </main>
        <footer><p>Made by kernelbayes ${posterior.library}. This file needs no network.</p></footer>
        ${living && livingScripts(living)}
      </body>
    </html> `;
  return page.html;
}

/** Where the table came from, and when this was made. */
function masthead({ source, created }: ReportInput): Markup | undefined {
  const facts = [source, created].filter((fact) => fact !== undefined);
  return facts.length > 0 ? markup`<p>${facts.join(" · ")}</p>` : undefined;
}

function link({ id, title }: Section): Markup {
  return markup`<li><a href="${linkTo(id)}">${title}</a></li>`;
}

/** Nothing from elsewhere, and no script but the one of the report, whatever a name or a label may smuggle in. */
function policy(living: LivingParts | undefined): string {
  const own = living ? `script-src '${living.hash}' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'; ` : "";
  return `default-src 'none'; ${own}style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
}

function sectionPart({ id, title, gist, content }: Section, options: ReportOptions): Markup {
  const parts = besideEachOther(content).map((part) => (Array.isArray(part) ? figuresPart(part, options) : part));
  return sectionMarkup({ id, title, gist, content: markup`${parts}` });
}

/** Figures that follow each other stand beside each other where there is room. */
function besideEachOther(content: Section["content"]): (Markup | Figure[])[] {
  const parts: (Markup | Figure[])[] = [];
  for (const part of content) {
    const last = parts.at(-1);
    if (!isFigure(part)) parts.push(part);
    else if (Array.isArray(last)) last.push(part);
    else parts.push([part]);
  }
  return parts;
}

function figuresPart(figures: readonly Figure[], options: ReportOptions): Markup {
  return markup`<div class="figures">${figures.map((figure) => figurePart(figure, options))}</div>`;
}

function figurePart({ title, words, table, draw }: Figure, { document }: ReportOptions): Markup {
  const svg = draw({ background: "none", colors: "page", ...(document && { document }) });
  return markup`<div>
    <figure>
      ${raw(svg)}
      <figcaption><strong>${title}.</strong> ${words}</figcaption>
    </figure>
    ${
      table &&
      markup`<details>
        <summary>Figures behind this chart</summary>
        ${table}
      </details>`
    }
  </div>`;
}

import { livingLinks, livingScripts, livingSections } from "./livingSections.ts";
import { livingStyle } from "./livingStyle.ts";
import { markup, raw, type Markup } from "./markup.ts";
import { reportStyle } from "./reportStyle.ts";
import type { LivingParts, ReportOptions } from "./reportInput.ts";
import { isFigure, linkTo, sectionGroups, type Figure, type Section } from "./section.ts";
import { sectionMarkup } from "./sectionMarkup.ts";

/** What a page is made of. */
interface Page {
  readonly title: string;
  /** Small facts above the title: where the table came from, and when this was made. */
  readonly facts: readonly (string | undefined)[];
  /** The version of the library. */
  readonly library: string;
  readonly sections: readonly Section[];
  /** What the page computes with, given the bytes that it takes without. */
  readonly living?: ((taken: number) => LivingParts) | undefined;
}

/** Sections as one HTML file that needs nothing else. */
export function reportPage(page: Page, { document }: Pick<ReportOptions, "document">): string {
  const { title, library } = page;
  const sections = page.sections.map((section) => ({ ...section, part: sectionPart(section, document) }));
  const taken = sections.reduce((sum, { part }) => sum + part.html.length, reportStyle.length);
  const living = page.living?.(taken);
  const first = sections.filter(({ group }) => group === undefined);
  const grouped = Object.entries(sectionGroups)
    .map(([id, name]) => ({ name, sections: sections.filter(({ group }) => group === id) }))
    .filter(({ sections: parts }) => parts.length > 0);
  const facts = page.facts.filter((fact) => fact !== undefined);
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="${policy(living)}"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content="kernelbayes ${library}" />
        <title>${title}</title>
        <style>
          ${raw(reportStyle)} ${living && raw(livingStyle)}
        </style>
      </head>
      <body>
        <header>
          ${facts.length > 0 ? markup`<p>${facts.join(" · ")}</p>` : undefined}
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
        <footer><p>Made by kernelbayes ${library}. This file needs no network.</p></footer>
        ${living && livingScripts(living)}
      </body>
    </html> `.html;
}

function link({ id, title }: Section): Markup {
  return markup`<li><a href="${linkTo(id)}">${title}</a></li>`;
}

/** Nothing from elsewhere, and no script but the one of the report, whatever a name or a label may smuggle in. */
function policy(living: LivingParts | undefined): string {
  const own = living ? `script-src '${living.hash}' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'; ` : "";
  return `default-src 'none'; ${own}style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
}

function sectionPart({ id, title, gist, content }: Section, document: Document | undefined): Markup {
  return sectionMarkup({ id, title, gist, content: contentMarkup(content, document) });
}

/** The paragraphs, tables and charts of a section. */
export function contentMarkup(content: Section["content"], document: Document | undefined): Markup {
  return markup`${besideEachOther(content).map((part) => (Array.isArray(part) ? figuresPart(part, document) : part))}`;
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

function figuresPart(figures: readonly Figure[], document: Document | undefined): Markup {
  return markup`<div class="figures">${figures.map((figure) => figurePart(figure, document))}</div>`;
}

function figurePart({ title, words, table, draw }: Figure, document: Document | undefined): Markup {
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

import { markup, type Markup } from "./markup.ts";
import { openSections } from "./section.ts";

interface Written {
  readonly id: string;
  readonly title: string;
  readonly gist?: string | undefined;
  readonly content: Markup;
  /** Whether it is there only for the script of the page. */
  readonly isLiving?: boolean;
}

/** A section of the page: open, or folded below its heading. */
export function sectionMarkup({ id, title, gist, content, isLiving = false }: Written): Markup {
  const heading = markup`<h2 id="${id}-heading">${title}</h2>`;
  return markup`<section id="${id}" aria-labelledby="${id}-heading" ${isLiving ? markup`class="living" hidden` : undefined}>
    ${
      openSections.includes(id)
        ? [heading, content]
        : markup`<details class="fold">
            <summary>${heading}${gist === undefined ? undefined : markup`<span class="gist">${gist}</span>`}</summary>
            <div id="${id}-content">${content}</div>
          </details>`
    }
  </section> `;
}

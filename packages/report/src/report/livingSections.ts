import { markup, raw, type Markup } from "./markup.ts";
import type { LivingParts } from "./reportInput.ts";
import { linkTo } from "./section.ts";
import { sectionMarkup } from "./sectionMarkup.ts";

/** A section that the script of the page fills, and that stays hidden without it. */
interface LivingSection {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly needsModel: boolean;
}

const members: readonly LivingSection[] = [
  {
    id: "what-if",
    title: "Try a row",
    words:
      "Move a slider, or begin with a row of the table: the model in this file predicts it here. Nothing leaves this page.",
    needsModel: true,
  },
  {
    id: "decide",
    title: "Choose a threshold",
    words:
      "What decisions about one class cost, on rows that the model had not seen. Set what a miss costs, and move the threshold.",
    needsModel: false,
  },
  {
    id: "rows",
    title: "Row by row",
    words: "The rows as they were predicted without having been seen. A heading sorts; a name shows the row above.",
    needsModel: false,
  },
];

function present({ hasModel }: LivingParts): readonly LivingSection[] {
  return members.filter(({ needsModel }) => hasModel || !needsModel);
}

export function livingLinks(living: LivingParts): Markup {
  return markup`${present(living).map(({ id, title }) => markup`<li data-for="${id}" hidden><a href="${linkTo(id)}">${title}</a></li>`)}`;
}

export function livingSections(living: LivingParts): Markup {
  return markup`<div id="living-problem" role="status">${living.hasModel ? undefined : markup`<p>${living.notes}</p>`}</div>
    ${present(living).map(({ id, title, words, needsModel }) =>
      sectionMarkup({
        id,
        title,
        isLiving: true,
        content: markup`<p>${words} ${needsModel ? living.notes.join(" ") : undefined}</p>
          <div id="${id}-tool"></div>`,
      }),
    )}`;
}

/** The parts as data, which no browser runs, and the one script that it may run. */
export function livingScripts({ parts, script }: LivingParts): Markup {
  return markup`${Object.entries(parts).map(([name, text]) => markup`<script type="application/gzip" id="living-${name}">${raw(text)}</script>`)}
    <script>${raw(script)}</script>`;
}

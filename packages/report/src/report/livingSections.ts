import { markup, raw, type Markup } from "./markup.ts";
import type { LivingParts } from "./reportInput.ts";
import { linkTo, sectionGroups } from "./section.ts";
import { sectionMarkup } from "./sectionMarkup.ts";

/** A section that the script of the page fills, and that stays hidden without it. */
interface LivingSection {
  readonly id: string;
  readonly title: string;
  readonly gist?: string;
  readonly words: string;
  readonly needsModel: boolean;
}

const members: readonly LivingSection[] = [
  {
    id: "what-if",
    title: "Try a row",
    words:
      "Change a value, or start from a row of the table. The model in this file predicts the row here; nothing leaves this page.",
    needsModel: true,
  },
  {
    id: "decide",
    title: "Choose a threshold",
    gist: "from the cost of misses and false alarms",
    words:
      "What decisions about one class cost, on rows that the model has not seen. Set the cost of a miss, then move the threshold.",
    needsModel: false,
  },
  {
    id: "rows",
    title: "Row by row",
    gist: "every held-out prediction, errors first",
    words:
      "Each row with its prediction by a model that has not seen it. Click a heading to sort, or a name to try its row.",
    needsModel: false,
  },
];

function present({ hasModel }: LivingParts): readonly LivingSection[] {
  return members.filter(({ needsModel }) => hasModel || !needsModel);
}

/** The entries of the contents, which the script shows together with their sections. */
export function livingLinks(living: LivingParts): Markup {
  const links = present(living);
  return markup`<li class="group" data-for="${links.map(({ id }) => id).join(" ")}" hidden>${sectionGroups.use}</li>
    ${links.map(({ id, title }) => markup`<li data-for="${id}" hidden><a href="${linkTo(id)}">${title}</a></li>`)}`;
}

export function livingSections(living: LivingParts): Markup {
  const sections = present(living);
  return markup`<div id="living-problem" role="status">${living.hasModel || living.notes.length === 0 ? undefined : markup`<p>${living.notes.join(" ")}</p>`}</div>
    <p class="group" data-for="${sections.map(({ id }) => id).join(" ")}" hidden>${sectionGroups.use}</p>
    ${sections.map(({ id, title, gist, words, needsModel }) =>
      sectionMarkup({
        id,
        title,
        gist,
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

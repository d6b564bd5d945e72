import type { RowChanges } from "../../living/questions.ts";
import { element } from "../element.ts";
import { percentText } from "../format.ts";
import type { Cell } from "./field.ts";
import type { View } from "./predictionView.ts";

/** Of a change of more columns the first are listed. */
const mostListed = 6;

/** The smallest changes that change the decision, each with a button that makes it. */
export function changesView(onChange: (cells: Readonly<Record<string, Cell>>) => void): View<RowChanges> {
  const node = element("div", { "aria-live": "polite" });
  return {
    node,
    show({ found }) {
      if (found.length === 0) {
        node.replaceChildren(
          element("p", {}, "No change within the training range was found that changes the decision."),
        );
        return;
      }
      node.replaceChildren(
        element(
          "ul",
          { class: "changes" },
          ...found.map(({ label, probability, changes }) =>
            element(
              "li",
              {},
              ...changes
                .slice(0, mostListed)
                .map(({ column, fromText, toText }, at) =>
                  element(
                    "span",
                    {},
                    at > 0 ? "; " : "",
                    element("strong", {}, column),
                    ` ${fromText} → ${shortText(toText)}`,
                  ),
                ),
              changes.length > mostListed ? ` and ${changes.length - mostListed} more columns` : "",
              element("span", { class: "then" }, `${label}, ${percentText(probability)} `),
              element(
                "button",
                {
                  type: "button",
                  class: "link",
                  click: () => onChange(Object.fromEntries(changes.map(({ column, to }) => [column, to ?? null]))),
                },
                "Try it",
              ),
            ),
          ),
        ),
        element("p", { class: "note" }, "What the model would predict for such a row. A smaller change may exist."),
      );
    },
  };
}

/** Numbers as people read them. */
function shortText(text: string): string {
  const value = Number(text);
  return text.trim() === "" || Number.isNaN(value) ? text : String(Number(value.toPrecision(4)));
}

import type { RowChanges } from "../../living/questions.ts";
import { element } from "../element.ts";
import { percentText } from "../format.ts";
import type { Cell } from "./field.ts";
import type { View } from "./predictionView.ts";

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
          {},
          ...found.map(({ label, probability, changes }) =>
            element(
              "li",
              {},
              ...changes.map(({ column, fromText, toText }, at) =>
                element(
                  "span",
                  {},
                  at > 0 ? "; " : "",
                  element("strong", {}, column),
                  ` ${fromText} → ${shortText(toText)}`,
                ),
              ),
              `: then ${label}, ${percentText(probability)} `,
              element(
                "button",
                {
                  type: "button",
                  class: "link",
                  click: () => onChange(Object.fromEntries(changes.map(({ column, to }) => [column, to ?? null]))),
                },
                "show",
              ),
            ),
          ),
        ),
        element("p", { class: "note" }, "A smaller change may exist, and a change of the row is not a cause."),
      );
    },
  };
}

/** Numbers as people read them. */
function shortText(text: string): string {
  const value = Number(text);
  return text.trim() === "" || Number.isNaN(value) ? text : String(Number(value.toPrecision(4)));
}

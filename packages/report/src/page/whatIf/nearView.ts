import type { NearRows } from "../../living/questions.ts";
import { element } from "../element.ts";
import { namesText, numberText, percentText } from "../format.ts";
import type { View } from "./predictionView.ts";

/** The training rows nearest to a row, each with a button that shows it. */
export function nearView(
  names: readonly string[],
  onRow: (place: number) => void,
): View<NearRows> & { readonly title: Node } {
  const title = document.createTextNode("Training rows");
  const words = element("p", { class: "note" });
  const list = element("ol", { class: "near" });
  return {
    title,
    node: element("div", {}, list, words),
    show({ by, class: name, rows }) {
      list.replaceChildren(
        ...rows.map(({ places, labels, value, share }) =>
          element(
            "li",
            {},
            element(
              "button",
              { type: "button", class: "link", click: () => onRow(places[0]) },
              namesText(places.map((place) => names[place])),
            ),
            element("span", {}, [...new Set(labels)].join(", ")),
            element(
              "small",
              {},
              by === "distance"
                ? `distance ${numberText(Number(value.toPrecision(2)))}`
                : `${value > 0 ? "for" : "against"}, ${percentText(share ?? 0)}`,
            ),
          ),
        ),
      );
      title.data = by === "distance" ? "Nearest training rows" : "Training rows behind the prediction";
      words.textContent =
        by === "distance"
          ? "By distance between standardized cells: this model gives no weight to single rows."
          : `The rows with the most weight, for or against ${name ?? "the class"}, with their shares of all weight.`;
    },
  };
}

import type { NearRows } from "../../living/questions.ts";
import { element } from "../element.ts";
import { namesText, numberText, percentText } from "../format.ts";
import type { View } from "./predictionView.ts";

/** The training rows nearest to a row, each with a button that shows it. */
export function nearView(names: readonly string[], onRow: (place: number) => void): View<NearRows> {
  const words = element("p", { class: "note" });
  const list = element("ol", { class: "near" });
  return {
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
      words.textContent =
        by === "distance"
          ? "The training rows most like this one, by the distance of their standardized cells. The model leans on no single rows."
          : `The rows that this prediction leans on: for or against ${name ?? "the class"}, with their shares of all weight.`;
    },
  };
}

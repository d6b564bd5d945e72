import type { RowPrediction } from "../../living/questions.ts";
import { element } from "../element.ts";
import { percentText } from "../format.ts";

/** Of more classes the most probable ones are shown. */
const mostShown = 12;

/** A view of an answer, which replaces what was shown before. */
export interface View<Answer> {
  readonly node: HTMLElement;
  show(answer: Answer): void;
}

/** The probabilities of the classes as bars, with their intervals. */
export function predictionView(classes: readonly string[]): View<RowPrediction> {
  const label = element("output", { class: "decided", "aria-live": "polite" });
  const bars = element("div", { class: "bars" });
  const note = element("p", { class: "note" });
  const lines = classes.map((name) => classLine(name));
  bars.append(...lines.slice(0, mostShown).map(({ node }) => node));
  const node = element("div", { class: "prediction" }, label, bars, note);
  return {
    node,
    show({ label: decided, probabilities, lower, upper, outside }) {
      label.replaceChildren(
        element("strong", {}, decided),
        element("span", {}, percentText(probabilities[classes.indexOf(decided)])),
      );
      node.classList.toggle("has-ends", lower !== undefined);
      lines.forEach((line, q) => line.show(probabilities[q], lower?.[q], upper?.[q], classes[q] === decided));
      if (classes.length > mostShown) {
        const order = Array.from(classes.keys()).toSorted((a, b) => probabilities[b] - probabilities[a]);
        bars.replaceChildren(...order.slice(0, mostShown).map((q) => lines[q].node));
      }
      note.textContent =
        outside.length > 0
          ? `Outside the range of the training rows: ${outside.join(", ")}. Do not rely on these probabilities.`
          : "";
    },
  };
}

interface ClassLine {
  readonly node: HTMLElement;
  show(probability: number, lower: number | undefined, upper: number | undefined, isDecided: boolean): void;
}

function classLine(name: string): ClassLine {
  const fill = element("span", { class: "fill" });
  const interval = element("span", { class: "range" });
  const text = element("span", { class: "value" });
  const ends = element("small", { class: "ends" });
  const node = element(
    "div",
    { class: "bar" },
    element("span", { class: "name", title: name }, name),
    element("span", { class: "track", "aria-hidden": "true" }, fill, interval),
    text,
    ends,
  );
  return {
    node,
    show(probability, lower, upper, isDecided) {
      node.classList.toggle("is-decided", isDecided);
      // In full, for whoever wants to compute with it.
      node.dataset["probability"] = String(probability);
      fill.style.width = `${100 * probability}%`;
      const hasInterval = lower !== undefined && upper !== undefined;
      interval.hidden = !hasInterval;
      text.textContent = percentText(probability);
      if (!hasInterval) return;
      node.dataset["lower"] = String(lower);
      node.dataset["upper"] = String(upper);
      interval.style.left = `${100 * lower}%`;
      interval.style.width = `${100 * (upper - lower)}%`;
      ends.textContent = `${percentText(lower)} to ${percentText(upper)}`;
    },
  };
}

import type { RowContributions } from "../../living/questions.ts";
import { element } from "../element.ts";
import { fixedText, numberText } from "../format.ts";
import type { View } from "./predictionView.ts";

/** So many columns have a bar of their own. */
const mostBars = 10;

interface Part {
  readonly name: string;
  readonly value: number;
  readonly error: number | undefined;
}

/** The contributions of columns to what the model says of the decided class, as bars on both sides of nothing. */
export function contributionsView(): View<{ readonly found: RowContributions; readonly label: string }> {
  const bars = element("div", { class: "bars signed" });
  const words = element("p", { class: "note" });
  return {
    node: element("div", {}, bars, words),
    show({ found, label }) {
      const { outputs, columns, scale, method, backgroundRows } = found;
      const own = outputs.find(({ class: name }) => name === label);
      const other = outputs.find(({ against }) => against === label);
      const output = own ?? other ?? outputs[0];
      const sign = !own && other ? -1 : 1;
      const parts = columns.map((name, j): Part => ({
        name,
        value: sign * output.contributions[j],
        error: output.errors?.[j],
      }));
      const ordered = parts.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
      const rest = ordered.slice(mostBars);
      const others = rest.reduce((sum, { value }) => sum + value, 0);
      const shown = [
        ...ordered.slice(0, mostBars),
        ...(rest.length > 0 ? [{ name: `${rest.length} others`, value: others, error: undefined }] : []),
      ];
      const widest = Math.max(...shown.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
      const places = widest >= 1 ? 2 : widest >= 0.1 ? 3 : 4;
      bars.replaceChildren(...shown.map((part) => signedBar(part, widest, places)));
      const total = sign * output.total;
      const [what, against] = own
        ? [output.class, output.against]
        : [other ? label : output.class, other ? output.class : output.against];
      const speaks = against === undefined ? `for ${what}` : `for ${what} and against ${against}`;
      const unit = scale === "latent" ? "Latent output" : "Log odds";
      const average = `${digits(sign * output.base)} on average over ${backgroundRows} training rows`;
      words.textContent =
        `Bars to the right are evidence ${speaks}. ${unit}: ${average}, ${digits(total)} for this row; the bars add up to the difference. ` +
        (method === "sampled" ? "Sampled Shapley values with standard errors." : "Exact Shapley values.");
    },
  };
}

function signedBar({ name, value, error }: Part, widest: number, places: number): HTMLElement {
  const fill = element("span", { class: value < 0 ? "fill minus" : "fill plus" });
  const width = (50 * Math.abs(value)) / widest;
  fill.style.width = `${width}%`;
  fill.style.left = `${value < 0 ? 50 - width : 50}%`;
  const node = element(
    "div",
    { class: "bar" },
    element("span", { class: "name", title: name }, name),
    element("span", { class: "track", "aria-hidden": "true" }, fill),
    element(
      "span",
      { class: "value" },
      `${value > 0 ? "+" : ""}${fixedText(value, places)}`,
      ...(error === undefined ? [] : [element("small", {}, ` ± ${error.toFixed(places)}`)]),
    ),
  );
  node.dataset["contribution"] = String(value);
  return node;
}

function digits(value: number): string {
  return numberText(Number(value.toPrecision(3)));
}

import { element, newId } from "../element.ts";

/** A slider with a number beside it. */
export interface Scale {
  readonly node: HTMLElement;
  show(value: number): void;
}

/** A slider with a number beside it, whose steps are equal, or equal ratios. */
export function scale(
  title: string,
  { from, to, step, isLogarithmic = false }: { from: number; to: number; step?: number; isLogarithmic?: boolean },
  onValue: (value: number) => void,
): Scale {
  const id = newId();
  const place = isLogarithmic ? Math.log : (value: number) => value;
  const value = isLogarithmic ? Math.exp : (at: number) => at;
  const number = element("input", {
    type: "number",
    id,
    min: isLogarithmic ? 0 : from,
    max: isLogarithmic ? undefined : to,
    step: "any",
  });
  const slider = element("input", {
    type: "range",
    min: place(from),
    max: place(to),
    step: step ?? "any",
    "aria-label": `${title}, slider`,
  });
  slider.addEventListener("input", () => {
    const rounded = Number(value(slider.valueAsNumber).toPrecision(3));
    number.value = String(rounded);
    onValue(rounded);
  });
  number.addEventListener("input", () => {
    const typed = number.valueAsNumber;
    if (!(typed >= (isLogarithmic ? Number.MIN_VALUE : from)) || (!isLogarithmic && typed > to)) return;
    slider.value = String(place(typed));
    onValue(typed);
  });
  return {
    node: element("div", { class: "control" }, element("label", { for: id }, title), slider, number),
    show(shown) {
      number.value = String(Number(shown.toPrecision(3)));
      slider.value = String(place(shown));
    },
  };
}

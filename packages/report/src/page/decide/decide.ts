import type { HeldOutData, LivingData } from "../../living/livingData.ts";
import { element, newId } from "../element.ts";
import { outcomeParts, type Setting } from "./outcomeParts.ts";
import { costCurve, outcomesOf, type CostPoint } from "./outcomesOf.ts";
import { scale } from "./scale.ts";

/** The part of the page in which a threshold is chosen by what it costs on rows that the model has not seen. */
export function decide({ classes }: LivingData, heldOut: HeldOutData): { readonly node: HTMLElement } {
  let setting: Setting = { positive: rarest(heldOut, classes.length), threshold: 0.5, ratio: 1 };
  const room = element("div", { class: "outcome", "aria-live": "polite" });
  let points: CostPoint[] = [];
  const draw = (): void => {
    const outcomes = outcomesOf(heldOut, classes.length, setting);
    room.replaceChildren(...outcomeParts(classes, setting, outcomes, points));
  };
  const price = (): void => {
    points = costCurve(heldOut, classes.length, setting);
    draw();
  };
  const threshold = scale(
    "Label as this class at or above a probability of",
    { from: 0, to: 1, step: 0.005 },
    (value) => {
      setting = { ...setting, threshold: value };
      draw();
    },
  );
  const ratio = scale(
    "False alarms that cost as much as one miss",
    { from: 0.02, to: 50, isLogarithmic: true },
    (value) => {
      setting = { ...setting, ratio: value };
      price();
    },
  );
  const id = newId();
  const list = element("select", { id }, ...classes.map((name, q) => element("option", { value: q }, name)));
  list.value = String(setting.positive);
  list.addEventListener("change", () => {
    setting = { ...setting, positive: Number(list.value) };
    price();
  });
  const cheapest = (): void => {
    const [first, ...others] = points;
    const best = others.reduce((least, point) => (point.cost < least.cost ? point : least), first);
    setting = { ...setting, threshold: best.threshold };
    threshold.show(best.threshold);
    draw();
  };
  threshold.show(setting.threshold);
  ratio.show(setting.ratio);
  price();
  const controls = element(
    "div",
    { class: "fields" },
    element("div", { class: "control" }, element("label", { for: id }, "Class to find"), list),
    threshold.node,
    ratio.node,
    element("button", { type: "button", click: cheapest }, "Cheapest threshold on these rows"),
  );
  return { node: element("div", { class: "decide" }, controls, room) };
}

function rarest({ truth }: HeldOutData, classes: number): number {
  const counts = Array.from({ length: classes }, (_, q) => truth.filter((own) => own === q).length);
  return counts.indexOf(Math.min(...counts.filter((count) => count > 0)));
}

import { numberText } from "../format.ts";
import type { CostPoint } from "./outcomesOf.ts";

const [width, height, left, right, top, bottom] = [420, 182, 46, 12, 26, 34];

/** A curve of costs over the threshold, with a mark at the one that is set. */
export function costChart(points: readonly CostPoint[], threshold: number, cost: number): SVGSVGElement {
  const highest = Math.max(...points.map((point) => point.cost), cost, Number.MIN_VALUE);
  const x = (value: number): number => left + value * (width - left - right);
  const y = (value: number): number => height - bottom - (value / highest) * (height - top - bottom);
  const steps = points.map((point, at) => {
    const end = points[at + 1]?.threshold ?? 1;
    return `${at === 0 ? "M" : "L"}${x(point.threshold)},${y(point.cost)}H${x(end)}`;
  });
  const chart = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "cost-chart" });
  chart.setAttribute(
    "aria-label",
    `Cost by threshold. At the threshold ${numberText(threshold)} a row costs ${numberText(cost)} on average.`,
  );
  chart.append(
    shape("path", { d: `M${left},${top}V${height - bottom}H${width - right}`, class: "axis" }),
    shape("path", { d: steps.join(""), class: "curve" }),
    shape("circle", { cx: x(threshold), cy: y(cost), r: 5, class: "mark" }),
    ...[0, 0.25, 0.5, 0.75, 1].map((tick) => label(String(tick), x(tick), height - bottom + 15, "middle")),
    label("threshold", (left + width - right) / 2, height - 4, "middle"),
    label(numberText(Number(highest.toPrecision(2))), left - 6, top + 8, "end"),
    label("0", left - 6, height - bottom, "end"),
    label("cost per row", left, top - 12, "start"),
  );
  return chart;
}

function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function label(text: string, x: number, y: number, anchor: string): SVGTextElement {
  const made = shape("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}

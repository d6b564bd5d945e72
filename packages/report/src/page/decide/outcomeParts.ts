import { element } from "../element.ts";
import { numberText, percentText } from "../format.ts";
import { costChart } from "./costChart.ts";
import type { CostPoint, Outcomes } from "./outcomesOf.ts";

/** Of more classes only the counts of the class that is looked for are shown. */
const mostInMatrix = 12;

/** What is decided by. */
export interface Setting {
  readonly positive: number;
  readonly threshold: number;
  /** What missing a row of the class costs, in false alarms. */
  readonly ratio: number;
}

/** The figures, the table and the curve that come of a threshold. */
export function outcomeParts(
  classes: readonly string[],
  { positive, threshold, ratio }: Setting,
  outcomes: Outcomes,
  points: readonly CostPoint[],
): HTMLElement[] {
  const { found, missed, falseAlarms, rest, confusion } = outcomes;
  const total = found + missed + falseAlarms + rest;
  const cost = (ratio * missed + falseAlarms) / total;
  const name = classes[positive];
  const share = (part: number, whole: number): string => (whole > 0 ? percentText(part / whole) : "–");
  const figures: readonly (readonly [string, string, string])[] = [
    ["Recall", share(found, found + missed), `${count(found)} of ${count(found + missed)} found`],
    ["Precision", share(found, found + falseAlarms), `${count(falseAlarms)} false alarms`],
    ["Labeled as it", share(found + falseAlarms, total), `${count(found + falseAlarms)} of ${count(total)} rows`],
    [
      "Cost per row",
      digits(cost),
      `${digits((ratio * (found + missed)) / total)} if none is labeled, ${digits((falseAlarms + rest) / total)} if all are`,
    ],
  ];
  const many = classes.length > 2 && classes.length <= mostInMatrix;
  const matrix = many
    ? confusionTable(classes, classes, confusion)
    : confusionTable(
        [name, classes.length === 2 ? classes[1 - positive] : "others"],
        [name, classes.length === 2 ? classes[1 - positive] : "others"],
        [
          [found, missed],
          [falseAlarms, rest],
        ],
      );
  return [
    element(
      "dl",
      { class: "key" },
      ...figures.map(([title, value, note]) =>
        element("div", {}, element("dt", {}, title), element("dd", {}, value, element("small", {}, note))),
      ),
    ),
    matrix,
    element(
      "figure",
      {},
      costChart(points, threshold, cost),
      element(
        "figcaption",
        {},
        `With calibrated probabilities the cheapest threshold for new rows is 1/(1 + ${numberText(ratio)}) = ${digits(1 / (1 + ratio))}. A threshold chosen on these rows looks a little better on them than it is.`,
      ),
    ),
  ];
}

/** Whole numbers as they are; weights need not be whole. */
function count(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

function digits(value: number): string {
  return numberText(Number(value.toPrecision(3)));
}

function confusionTable(
  rows: readonly string[],
  columns: readonly string[],
  counts: readonly (readonly number[])[],
): HTMLElement {
  return element(
    "div",
    { class: "scroll", role: "region", "aria-label": "Decisions at this threshold", tabindex: 0 },
    element(
      "table",
      {},
      element("caption", {}, "Decisions at this threshold; rows are true classes"),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, "True class"),
          ...columns.map((name) => element("th", { scope: "col", class: "number" }, `labeled ${name}`)),
        ),
      ),
      element(
        "tbody",
        {},
        ...rows.map((name, own) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, name),
            ...counts[own].map((value) => element("td", { class: "number" }, count(value))),
          ),
        ),
      ),
    ),
  );
}

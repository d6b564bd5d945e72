import { type Matrix } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { probabilityDrawsChart } from "../../src/charts/probabilityDrawsChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse } from "./svg.ts";

const document = svgDocument();

/** Draws of two classes by the probability of the second. */
function pairs(...probabilities: number[]): Matrix {
  return matrix(probabilities.length, 2, Float64Array.from(probabilities.flatMap((p) => [1 - p, p])));
}

/** From pixels to probabilities by the ticks of a panel. */
function acrossOf(panel: Element): (pixel: number) => number {
  const [zero, , one] = [...group(panel, "x-axis tick label").querySelectorAll("text")].map((text) =>
    Number(/translate\((-?[\d.]+),/.exec(text.getAttribute("transform")!)![1]),
  );
  return (pixel) => (pixel - zero) / (one - zero);
}

const data = {
  classes: ["no", "yes"],
  rows: [
    { name: "row 1", draws: pairs(0.1, 0.12, 0.17, 0.93), actual: 0 },
    { name: "row 2", draws: pairs(0.5, 1) },
  ],
};

test("the bars of a row hold its draws of the second of two classes, and the dashed line is their mean", () => {
  const svg = parse(probabilityDrawsChart(data, { document, bins: 10 }));
  const panel = group(svg, "row 1");
  expect(groups(panel, "draws of no")).toHaveLength(0);
  const bars = [...group(panel, "draws of yes").querySelectorAll("rect")];
  const across = acrossOf(panel);
  expect(bars.map((bar) => across(Number(bar.getAttribute("x"))))).toEqual([0.1, 0.9].map((x) => expect.closeTo(x, 2)));
  const [three, one] = bars.map((bar) => Number(bar.getAttribute("height")));
  expect(three / one).toBeCloseTo(3, 1);
  const mean = group(panel, "mean").querySelector("line")!;
  expect(across(Number(mean.getAttribute("x1")))).toBeCloseTo(0.33, 2);
  // A probability of 1 belongs to the last bar.
  expect(group(group(svg, "row 2"), "draws of yes").querySelectorAll("rect")).toHaveLength(2);
});

test("names of rows carry the class that is known, and words say what is shown", () => {
  const svg = parse(probabilityDrawsChart(data, { document }));
  expect(groups(svg, "name of row").map(({ textContent }) => textContent)).toEqual(["row 1, no", "row 2"]);
  expect(svg.querySelector("desc")!.textContent).toBe(
    "Histograms of drawn class probabilities: row 1 (4 draws, mean of yes 0.33); row 2 (2 draws, mean of yes 0.75).",
  );
});

test("more classes are all drawn, each with its mean", () => {
  const draws = matrix(2, 3, Float64Array.of(0.2, 0.3, 0.5, 0.1, 0.4, 0.5));
  const svg = parse(probabilityDrawsChart({ classes: ["a", "b", "c"], rows: [{ name: "row", draws }] }, { document }));
  for (const label of ["a", "b", "c"]) expect(groups(svg, `draws of ${label}`)).toHaveLength(1);
  expect(group(svg, "mean").querySelectorAll("line")).toHaveLength(3);
});

test("rows without draws, draws of other classes and no rows are refused", () => {
  expect(() => probabilityDrawsChart({ ...data, rows: [] }, { document })).toThrow(RangeError);
  expect(() => probabilityDrawsChart({ ...data, classes: ["one"] }, { document })).toThrow(/row 1.*each class/);
  expect(() => probabilityDrawsChart({ ...data, rows: [{ name: "r", draws: pairs() }] }, { document })).toThrow(/of r/);
  expect(() => probabilityDrawsChart(data, { document, bins: 0 })).toThrow(/bins/);
});

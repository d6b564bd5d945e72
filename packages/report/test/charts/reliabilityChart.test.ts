import { reliabilityBins } from "kernelbayes/evaluate";
import { expect, test } from "vitest";
import { reliabilityChart, reliabilityCurves } from "../../src/charts/reliabilityChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { manyClasses, pairOf } from "./judged.ts";
import { group, groups, parse } from "./svg.ts";

const document = svgDocument();
const probabilities = Array.from({ length: 60 }, (_, row) => (row + 0.5) / 60);
const truth = probabilities.map((_, row) => (row % 3 === 0 ? 0 : Number(row > 20)));
const rows = pairOf(probabilities, truth);

test("the points of two classes are the bins of the second, each with its interval", () => {
  const svg = parse(reliabilityChart(rows, { document, bins: 6 }));
  const bins = reliabilityBins(probabilities, truth, { bins: 6 });
  const dots = [...group(svg, "observed").querySelectorAll("circle")];
  const bars = [...group(svg, "intervals").querySelectorAll("line")];
  expect(dots).toHaveLength(6);
  expect(bars).toHaveLength(6);
  // From pixels to shares by two dots, and then all others must lie where the bins say.
  const y = (element: Element, name: string): number => Number(element.getAttribute(name));
  const [low, high] = [bins.findIndex(({ frequency }) => frequency === 0), bins.length - 1];
  const slope = (bins[high].frequency - bins[low].frequency) / (y(dots[high], "cy") - y(dots[low], "cy"));
  const share = (pixel: number): number => bins[low].frequency + slope * (pixel - y(dots[low], "cy"));
  bins.forEach(({ frequency, interval }, at) => {
    expect(share(y(dots[at], "cy"))).toBeCloseTo(frequency, 3);
    const ends = [share(y(bars[at], "y1")), share(y(bars[at], "y2"))].toSorted((a, b) => a - b);
    expect(ends[0]).toBeCloseTo(interval[0], 2);
    expect(ends[1]).toBeCloseTo(interval[1], 2);
  });
});

test("the bars below count the rows, the tallest by its number", () => {
  const svg = parse(reliabilityChart(pairOf([0.01, 0.02, 0.03, 0.9, 0.99], [0, 0, 0, 1, 1]), { document, bins: 2 }));
  expect(group(svg, "rows by probability").querySelectorAll("rect")).toHaveLength(3);
  expect(group(svg, "rows of the tallest bar").textContent).toBe("3");
});

test("many classes have a panel each after that of the most probable class, of more than ten the largest ten", () => {
  const curves = reliabilityCurves(manyClasses(3));
  expect(curves.map(({ name }) => name)).toEqual(["most probable class", "class 1", "class 2", "class 3"]);
  expect(groups(parse(reliabilityChart(manyClasses(13), { document })), "observed")).toHaveLength(11);
});

test("the description states predicted and observed frequencies, for those who cannot see the chart", () => {
  const svg = parse(reliabilityChart(pairOf([0.2, 0.2, 0.8, 0.8], [0, 0, 1, 0]), { document, bins: 2 }));
  expect(svg.querySelector("desc")!.textContent).toContain(
    "20 % predicted and 0 % observed in 2 rows; 80 % predicted and 50 % observed in 2 rows",
  );
});

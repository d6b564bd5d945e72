import { expect, test } from "vitest";
import { relevanceChart } from "../../src/charts/relevanceChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, parse } from "./svg.ts";

const document = svgDocument();
const weights = [
  { name: "age", weight: 3e-9 },
  { name: "a < b", weight: 6 },
  { name: "off", weight: 0 },
  { name: "dose", weight: 0.3 },
];

/** The lengths of the bars in pixels, by what stands before them. */
function barLengths(svg: Element): Record<string, number> {
  const yOf = (element: Element): number => Number(/,(-?[\d.]+)\)/.exec(element.getAttribute("transform") ?? "")?.[1]);
  const names = [...group(svg, "y-axis tick label").querySelectorAll("text")];
  return Object.fromEntries(
    [...group(svg, "weights").querySelectorAll("rect")].map((bar) => {
      // Names stand in a group that is moved down by half a bar.
      const name = names.find((each) => yOf(each) === Number(bar.getAttribute("y")));
      return [name?.textContent, Number(bar.getAttribute("width"))];
    }),
  );
}

test("bars differ in length as the logarithms of the weights do, whatever their common scale", () => {
  const draw = (factor: number): string =>
    relevanceChart(
      weights.map(({ name, weight }) => ({ name, weight: factor * weight })),
      { document },
    );
  const { age, dose, "a < b": most } = barLengths(parse(draw(1)));
  expect((most - age) / (most - dose)).toBeCloseTo(Math.log(6 / 3e-9) / Math.log(20), 1);
  expect(Math.min(age, dose, most)).toBeGreaterThan(0);
  // Weights a power of two apart have the very same quotients by their means.
  expect(draw(1024)).toBe(draw(1));
});

test("a column that is switched off has no bar and says so", () => {
  const svg = parse(relevanceChart(weights, { document }));
  expect(Object.keys(barLengths(svg)).toSorted()).toEqual(["a < b", "age", "dose"]);
  expect(group(svg, "switched off").textContent).toBe("switched off");
  expect(svg.querySelector("desc")!.textContent).toContain("off switched off");
});

test("columns stand as given, or the most relevant first", () => {
  const names = (order: "given" | "weight"): (string | null)[] =>
    [...group(parse(relevanceChart(weights, { document, order })), "y-axis tick label").querySelectorAll("text")].map(
      ({ textContent }) => textContent,
    );
  expect(names("given")).toEqual(["age", "a < b", "off", "dose"]);
  expect(names("weight")).toEqual(["a < b", "dose", "age", "off"]);
});

test("weights that are no weights are refused", () => {
  expect(() => relevanceChart([{ name: "age", weight: -1 }], { document })).toThrow(/age.*got -1/);
  expect(() => relevanceChart([{ name: "age", weight: 0 }], { document })).toThrow(/above 0/);
});

import { expect, test } from "vitest";
import { permutationChart } from "../../src/charts/permutationChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, parse } from "./svg.ts";

const document = svgDocument();
const columns = [
  { column: "age", mean: 0.2, deviation: 0.02 },
  { column: "noise", mean: -0.01, deviation: 0.02 },
  { column: "dose", mean: 0.4, deviation: 0.05 },
];

test("columns stand by their loss, with bars in proportion and deviations around their ends", () => {
  const svg = parse(permutationChart(columns, { document }));
  expect([...group(svg, "y-axis tick label").querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual([
    "dose",
    "age",
    "noise",
  ]);
  const [dose, age, noise] = [...group(svg, "losses").querySelectorAll("rect")].map((bar) =>
    Number(bar.getAttribute("width")),
  );
  expect(dose / age).toBeCloseTo(2, 1);
  expect(noise).toBeLessThan(age / 10);
  expect(group(svg, "deviations").querySelectorAll("line")).toHaveLength(3);
});

test("of many columns those that matter most are drawn", () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ column: `c${at}`, mean: at, deviation: 0 }));
  const svg = parse(permutationChart(many, { document, most: 5 }));
  expect(group(svg, "losses").querySelectorAll("rect")).toHaveLength(5);
  expect(svg.querySelector("desc")!.textContent).toContain("c49 49.000 ± 0.000, c48");
});

test("no columns, and losses that are no numbers, are refused", () => {
  expect(() => permutationChart([], { document })).toThrow(/must be a column/);
  expect(() => permutationChart([{ column: "age", mean: Number.NaN, deviation: 0 }], { document })).toThrow(
    /age is NaN/,
  );
});

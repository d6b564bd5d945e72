import { expect, test } from "vitest";
import { confusionChart } from "../../src/charts/confusionChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { rowsOf } from "./judged.ts";
import { group, parse } from "./svg.ts";

const document = svgDocument();
const classes = ["ham", "spam <b>", "a name that is far too long for an axis"];
const counts = rowsOf([
  [8, 2, 0],
  [1, 9, 0],
  [0, 0, 5.5],
]);

test("each cell tells its rows, and is the darker the larger its share of the true class", () => {
  const svg = parse(confusionChart({ classes, counts }, { document }));
  expect([...group(svg, "counts").querySelectorAll("text")].map(({ textContent }) => textContent).join(" ")).toBe(
    "8 2 0 1 9 0 0 0 5.5",
  );
  const cells = [...group(svg, "cells").querySelectorAll("rect")];
  const opacity = cells.map((cell) => Number(cell.getAttribute("fill-opacity")));
  expect(opacity[8]).toBeGreaterThan(opacity[4]);
  expect(opacity[4]).toBeGreaterThan(opacity[0]);
  expect(opacity[0]).toBeGreaterThan(opacity[1]);
  expect(opacity[1]).toBeGreaterThan(opacity[2]);
  const color = (at: number): string | null => cells[at].getAttribute("fill");
  expect(color(0)).toBe(color(4));
  expect(color(1)).not.toBe(color(0));
});

test("names are cut where they are long, and told in full in the description", () => {
  const svg = parse(confusionChart({ classes, counts }, { document }));
  expect(group(svg, "y-axis tick label").textContent).toContain("a name that is…r an axis");
  expect(svg.querySelector("desc")!.textContent).toBe(
    "22.5 of 25.5 rows are predicted correctly; the most frequent mistakes are ham as spam <b> (2), spam <b> as ham (1).",
  );
});

test("counts that are no square of the classes are refused", () => {
  expect(() => confusionChart({ classes: ["a", "b"], counts }, { document })).toThrow(/one for each class/);
});

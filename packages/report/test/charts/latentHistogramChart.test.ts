import { expect, test } from "vitest";
import { latentHistogramChart } from "../../src/charts/latentHistogramChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { rowsOf } from "./judged.ts";
import { groups, parse } from "./svg.ts";

const document = svgDocument();

/** So many rows a class, whose own output is 2 and whose others are −1, a little apart. */
function separated(classes: number, each: number) {
  const rowClasses = Array.from({ length: classes * each }, (_, row) => row % classes);
  const latent = rowsOf(
    rowClasses.map((own, row) => Array.from({ length: classes }, (_, q) => (q === own ? 2 : -1) + 0.01 * (row % 5))),
  );
  return { latent, rowClasses };
}

test("two classes have a panel a set of rows, with a histogram a class whose bars add up to all rows", () => {
  const sets = ["training rows", "held-out rows"].map((name) => ({ name, ...separated(2, 20) }));
  const svg = parse(latentHistogramChart(["no", "yes"], sets, { document }));
  for (const label of ["no", "yes"]) expect(groups(svg, `rows of ${label}`)).toHaveLength(2);
  expect(groups(svg, "name of panel").map(({ textContent }) => textContent)).toEqual([
    "training rows (40)",
    "held-out rows (40)",
  ]);
  expect(svg.querySelector("desc")!.textContent).toContain("yes 2.02 against −0.98".replace("−", "-"));
});

test("the line at 0 is called what it is, and by default even odds", () => {
  const sets = [{ name: "training rows", ...separated(2, 20) }];
  const named = (zeroLabel?: string): string =>
    latentHistogramChart(["no", "yes"], sets, { document, ...(zeroLabel !== undefined && { zeroLabel }) });
  expect(groups(parse(named()), "even odds")).toHaveLength(1);
  const svg = named("midpoint of the class means");
  expect(groups(parse(svg), "midpoint of the class means")).toHaveLength(1);
  expect(svg).toContain(">midpoint of the class means<");
  expect(svg).not.toContain("even odds");
});

test("many classes have a line of panels each, their own rows against the rest, and more than ten the largest ten", () => {
  const drawn = (classes: number): number => {
    const names = Array.from({ length: classes }, (_, q) => `class ${q}`);
    const set = { name: "training rows", ...separated(classes, 3) };
    return groups(parse(latentHistogramChart(names, [set], { document })), "rows of all others").length;
  };
  expect(drawn(3)).toBe(3);
  expect(drawn(12)).toBe(10);
});

test("an output far away does not squeeze the others, and an infinite one is drawn at the edge", () => {
  const rowClasses = Array.from({ length: 400 }, (_, row) => row % 2);
  const latent = rowsOf(
    rowClasses.map((q, row) => (row === 7 ? [-1e9, 1e9] : row === 8 ? [Infinity, -Infinity] : [-q, q])),
  );
  const text = latentHistogramChart(["no", "yes"], [{ name: "rows", latent, rowClasses }], { document });
  const ticks = groups(parse(text), "x-axis tick label").flatMap((axis) =>
    [...axis.querySelectorAll("text")].map(({ textContent }) => Number(textContent.replace("−", "-"))),
  );
  expect(Math.max(...ticks.map(Math.abs))).toBeLessThan(3);
  expect(text).not.toContain("NaN");
});

test("rows that do not fit are refused", () => {
  const latent = rowsOf([[0, 1]]);
  expect(() => latentHistogramChart(["a", "b"], [{ name: "rows", latent, rowClasses: [0, 1] }], { document })).toThrow(
    /expected 1, got 2/,
  );
});

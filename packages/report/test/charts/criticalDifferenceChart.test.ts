import { expect, test } from "vitest";
import { criticalDifferenceChart } from "../../src/charts/criticalDifferenceChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse } from "./svg.ts";

const document = svgDocument();
const methods = [
  { name: "lda", meanRank: 3.6 },
  { name: "lssvm", meanRank: 1.2 },
  { name: "rda", meanRank: 2.1 },
  { name: "qda", meanRank: 3.1 },
];

/** From pixels across to ranks, by the ticks of the axis. */
function rankAt(svg: Element): (pixel: number) => number {
  const ticks = [...group(svg, "x-axis tick label").querySelectorAll("text")].map((tick) => ({
    rank: Number(tick.textContent),
    pixel: Number(/translate\((-?[\d.]+),/.exec(tick.getAttribute("transform") ?? "")?.[1]),
  }));
  const [first, last] = [ticks[0], ticks.at(-1)!];
  return (pixel) => first.rank + ((pixel - first.pixel) * (last.rank - first.rank)) / (last.pixel - first.pixel);
}

test("every method has its dot at its mean rank and its name beside it, the better half to the left", () => {
  const svg = parse(criticalDifferenceChart(methods, { document }));
  const at = rankAt(svg);
  const dots = [...group(svg, "mean ranks").querySelectorAll("circle")].map((dot) =>
    at(Number(dot.getAttribute("cx"))),
  );
  expect(dots.toSorted((a, b) => a - b)).toEqual([1.2, 2.1, 3.1, 3.6].map((rank) => expect.closeTo(rank, 1)));
  const [left, right] = groups(svg, "methods").map((side) =>
    [...side.querySelectorAll("text")].map(({ textContent }) => textContent),
  );
  expect(left).toEqual(["lssvm  1.20", "rda  2.10"]);
  expect(right).toEqual(["qda  3.10", "lda  3.60"]);
});

test("a bar joins the methods that cannot be told apart, from the best to the worst of them", () => {
  const svg = parse(criticalDifferenceChart(methods, { document, groups: [[1, 2], [2, 3, 0], [0]] }));
  const at = rankAt(svg);
  const bars = [...group(svg, "indistinguishable").querySelectorAll("path")].map((bar) =>
    Array.from((bar.getAttribute("d") ?? "").matchAll(/(-?[\d.]+),/g), ([, x]) => at(Number(x))),
  );
  expect(bars).toHaveLength(2);
  for (const [place, [best, worst]] of [
    [1.2, 2.1],
    [2.1, 3.6],
  ].entries()) {
    expect(bars[place][0]).toBeCloseTo(best, 0);
    expect(bars[place][0]).toBeLessThan(best);
    expect(bars[place][1]).toBeGreaterThan(worst);
    expect(bars[place][1]).toBeLessThan(worst + 0.2);
  }
  expect(svg.querySelector("desc")!.textContent).toBe(
    "Mean ranks, 1 is the best: lssvm 1.20, rda 2.10, qda 3.10, lda 3.60. Not significantly different: lssvm, rda; rda, qda, lda.",
  );
});

test("a set that leaves out a method between its members has a thin bar with a dot for each of them", () => {
  const svg = parse(criticalDifferenceChart(methods, { document, groups: [[1, 2, 0]] }));
  const at = rankAt(svg);
  expect(groups(svg, "indistinguishable")).toHaveLength(0);
  expect(group(svg, "indistinguishable in part").querySelectorAll("path")).toHaveLength(1);
  const members = [...group(svg, "members").querySelectorAll("circle")].map((dot) =>
    at(Number(dot.getAttribute("cx"))),
  );
  expect(members).toEqual([1.2, 2.1, 3.6].map((rank) => expect.closeTo(rank, 1)));
});

test("the critical difference is as long as it says, and is left out where there is none", () => {
  const svg = parse(criticalDifferenceChart(methods, { document, criticalDifference: 1.5, title: "T" }));
  const at = rankAt(svg);
  const [line] = groups(svg, "critical difference")[0].querySelectorAll("path");
  const [from, to] = Array.from((line.getAttribute("d") ?? "").matchAll(/(-?[\d.]+),/g), ([, x]) => at(Number(x)));
  expect(to - from).toBeCloseTo(1.5, 1);
  expect(groups(parse(criticalDifferenceChart(methods, { document })), "critical difference")).toHaveLength(0);
});

test("one method, a rank that cannot be and a group of strangers are refused", () => {
  expect(() => criticalDifferenceChart(methods.slice(1, 2), { document })).toThrow(/two methods/);
  expect(() =>
    criticalDifferenceChart(
      [
        { name: "a", meanRank: 1 },
        { name: "b", meanRank: 2.5 },
      ],
      { document },
    ),
  ).toThrow(/mean rank of b must lie between 1 and 2; got 2.5/);
  expect(() => criticalDifferenceChart(methods, { document, groups: [[0, 4]] })).toThrow(/no method number 4/);
});

import { fitSync, iris, linearDiscriminant, quadraticDiscriminant } from "kernelbayes";
import { overlap } from "kernelbayes/data";
import { matrix } from "kernelbayes/engine";
import { expect, test, vi } from "vitest";
import { decisionBoundaryChart, type DecisionPlane } from "../../src/charts/decisionBoundaryChart.ts";
import { decisionPlane } from "../../src/charts/decisionPlane.ts";
import { planePoints } from "../../src/charts/plane.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, pathPoints, parse, toData } from "./svg.ts";

const document = svgDocument();
const plane = { x: [-1.05, 1.05], y: [-2.1, 2.1], columns: 42, rows: 42 } as const;

/** Two classes with log odds that are a function of the place. */
function twoClasses(logOdds: (x: number, y: number) => number): DecisionPlane {
  const points = planePoints(plane);
  const odds = points.x.map((x, at) => logOdds(x, points.y[at]));
  const logs = Float64Array.from({ length: 2 * odds.length }, (_, at) => {
    const odd = (at % 2 === 0 ? -1 : 1) * odds[at >> 1];
    return -Math.log1p(Math.exp(-odd));
  });
  return {
    axes: ["width", "height"],
    classes: ["no", "yes"],
    plane,
    logProbabilities: matrix(odds.length, 2, logs),
    rows: { x: [-0.5, 0.5, 0.9], y: [1, -1, 1.5], classes: [0, 1, 1] },
    projection: { values: odds, boundary: 0, means: [-4, 8] },
  };
}

test("the boundary of linear log odds is the straight line where they vanish", () => {
  const svg = parse(
    decisionBoundaryChart(
      twoClasses((x, y) => 3 * x - y + 0.3),
      { document },
    ),
  );
  const points = pathPoints(group(svg, "boundary")).map(toData(svg));
  const inside = points.filter(({ x, y }) => Math.abs(x) < 1 && Math.abs(y) < 2);
  expect(inside.length).toBeGreaterThan(20);
  for (const { x, y } of inside) expect(3 * x - y + 0.3).toBeCloseTo(0, 1);
  // From the lower to the upper edge, or beyond.
  expect(Math.min(...inside.map(({ y }) => y))).toBeLessThan(-1.8);
  expect(Math.max(...inside.map(({ y }) => y))).toBeGreaterThan(1.8);
});

test("steep log odds do not make steps of the boundary between grid points", () => {
  const circle = (x: number, y: number): number => 400 * (0.5 - x * x - y * y);
  const svg = parse(decisionBoundaryChart(twoClasses(circle), { document }));
  const points = pathPoints(group(svg, "boundary")).map(toData(svg));
  const radii = points.map(({ x, y }) => Math.hypot(x, y));
  expect(points.length).toBeGreaterThan(40);
  // A step would be half a cell: 0.025 across, 0.05 upwards.
  for (const radius of radii) expect(Math.abs(radius - Math.SQRT1_2)).toBeLessThan(0.006);
});

test("quarter lines lie at a quarter of the way from the boundary to the projected mean of each class", () => {
  const svg = parse(
    decisionBoundaryChart(
      twoClasses((x) => 6 * x),
      { document, quarterLines: true },
    ),
  );
  const quarter = group(svg, "quarter of the distance to a class mean");
  const paths = [...quarter.querySelectorAll("path")].map((path) =>
    pathPoints(path)
      .map(toData(svg))
      .filter(({ x, y }) => Math.abs(x) < 1 && Math.abs(y) < 2),
  );
  expect(paths).toHaveLength(2);
  paths.forEach((points, q) => {
    expect(points.length).toBeGreaterThan(20);
    for (const { x } of points) expect(6 * x).toBeCloseTo([-1, 2][q], 1);
  });
});

test("contours and shades lie where the probability has the value that is asked for", () => {
  const data = twoClasses((x) => 6 * x);
  const svg = parse(decisionBoundaryChart(data, { document, contours: [0.1, 0.9], shading: [0.8] }));
  const logit = (p: number): number => Math.log(p / (1 - p));
  const at = (element: Element): number[] =>
    pathPoints(element)
      .map(toData(svg))
      .filter(({ x, y }) => Math.abs(x) < 0.98 && Math.abs(y) < 2)
      .map(({ x }) => 6 * x);
  [0.1, 0.9].forEach((p, place) => {
    const path = group(svg, "contour").querySelectorAll("path")[place];
    expect(at(path).length).toBeGreaterThan(20);
    for (const odds of at(path)) expect(odds).toBeCloseTo(logit(p), 1);
  });
  const shades = groups(svg, "region of no");
  expect(shades).toHaveLength(2);
  for (const odds of at(shades[0])) expect(odds).toBeCloseTo(0, 1);
  for (const odds of at(shades[1])) expect(odds).toBeCloseTo(-logit(0.8), 1);
});

test("each class has its own color and symbol, in the chart and in its legend, and every row is drawn", () => {
  const table = iris();
  const columns = ["petal length", "petal width"];
  const posterior = fitSync(quadraticDiscriminant(), table, { target: "species", columns });
  const svg = parse(decisionBoundaryChart(decisionPlane(posterior, table, { resolution: 40 }), { document }));
  const looks = posterior.classes.map((label) => {
    const dots = group(svg, `rows of ${label}`);
    expect(dots.querySelectorAll("path, circle")).toHaveLength(50);
    expect(groups(svg, "legend").filter(({ textContent }) => textContent === label)).toHaveLength(1);
    const first = dots.querySelector("path, circle")!;
    return { color: dots.querySelector("[stroke]")!.getAttribute("stroke"), shape: first.getAttribute("d") };
  });
  expect(new Set(looks.map(({ color }) => color)).size).toBe(3);
  expect(new Set(looks.map(({ shape }) => shape)).size).toBe(3);
  expect([...svg.querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(columns),
  );
});

test("the regions of many classes meet at the boundaries between them", () => {
  const table = iris();
  const posterior = fitSync(quadraticDiscriminant(), table, {
    target: "species",
    columns: ["petal length", "petal width"],
  });
  const data = decisionPlane(posterior, table, { resolution: 60 });
  const svg = parse(decisionBoundaryChart(data, { document, shading: [] }));
  const boundaries = groups(svg, "boundary");
  expect(boundaries).toHaveLength(3);
  const { x, y } = data.plane;
  const inside = boundaries
    .flatMap((each) => pathPoints(each).map(toData(svg)))
    .filter((point) => point.x > x[0] + 0.2 && point.x < x[1] - 0.2 && point.y > y[0] + 0.1 && point.y < y[1] - 0.1);
  expect(inside.length).toBeGreaterThan(50);
  const { probabilities } = posterior.predict({
    rows: inside.length,
    columns: (["x", "y"] as const).map((axis, place) => ({
      name: data.axes[place],
      type: "number",
      values: Float64Array.from(inside, (point) => point[axis]),
    })),
  });
  inside.forEach((_, row) => {
    const [first, second] = probabilities.data.slice(3 * row, 3 * row + 3).toSorted((a, b) => b - a);
    expect(Math.abs(Math.log(first / second))).toBeLessThan(0.35);
  });
});

test("the boundary of a fitted linear discriminant is where the posterior is undecided", () => {
  const table = overlap({ rows: 120, seed: 3 });
  const posterior = fitSync(linearDiscriminant(), table, { target: "class" });
  const data = decisionPlane(posterior, table);
  const svg = parse(decisionBoundaryChart(data, { document, quarterLines: true }));
  const points = pathPoints(group(svg, "boundary")).map(toData(svg));
  const inside = points.filter(({ x }) => x > data.plane.x[0] + 0.1 && x < data.plane.x[1] - 0.1);
  const near = inside.filter(({ y }) => Math.abs(y) < 0.5);
  expect(near.length).toBeGreaterThan(50);
  const { probabilities } = posterior.predict({
    rows: near.length,
    columns: [
      { name: "x1", type: "number", values: Float64Array.from(near, ({ x }) => x) },
      { name: "x2", type: "number", values: Float64Array.from(near, ({ y }) => y) },
    ],
  });
  for (const probability of probabilities.data) expect(Math.abs(probability - 0.5)).toBeLessThan(0.05);
});

test("a chart says in words what it shows, and is the same each time", () => {
  const data = twoClasses((x) => x);
  const draw = (title: string): string => decisionBoundaryChart(data, { document, title });
  const [first, again, other] = [draw("a < b & c"), draw("a < b & c"), draw("d")];
  expect(again).toBe(first);
  const svg = parse(first);
  expect(svg.getAttribute("role")).toBe("img");
  expect(svg.querySelector("title")!.textContent).toBe("a < b & c");
  expect(svg.querySelector("desc")!.textContent).toBe(
    "3 rows (1 of no, 2 of yes) by width across and height upwards, with the boundary between the regions where each " +
      "class is the most probable.",
  );
  // Two charts in one page must not clip each other.
  const clip = (text: string): string | null => parse(text).querySelector("clipPath")!.getAttribute("id");
  expect(clip(other)).not.toBe(clip(first));
  expect(first).toContain(`url(#${clip(first)})`);
  expect(first).not.toMatch(/plot-clip|NaN|undefined|\d\.\d{3}/);
});

test("in a page its document serves, and without any document the chart says where to get one", () => {
  const data = twoClasses((x) => x);
  expect(() => decisionBoundaryChart(data)).toThrow(/svgDocument\(\) }, of @kernelbayes\/report\/node/);
  vi.stubGlobal("document", svgDocument());
  const drawn = decisionBoundaryChart(data);
  vi.unstubAllGlobals();
  expect(drawn).toBe(decisionBoundaryChart(data, { document }));
});

test("what does not belong together is refused", () => {
  const data = twoClasses((x) => x);
  expect(() => decisionBoundaryChart({ ...data, classes: ["one"] }, { document })).toThrow(/one for each class/);
  expect(() => decisionBoundaryChart({ ...data, plane: { ...plane, rows: 41 } }, { document })).toThrow(RangeError);
  expect(() => decisionBoundaryChart(data, { document, contours: [1] })).toThrow(/contours must lie between 0 and 1/);
  expect(() => decisionBoundaryChart(data, { document, shading: [0.4] })).toThrow(/shading must lie between 0.5 and 1/);
  const { projection: _, ...without } = data;
  expect(() => decisionBoundaryChart(without, { document, quarterLines: true })).toThrow(/two classes/);
});

import { InputError, fitSync, iris, linearDiscriminant, selectRows, type Table } from "kernelbayes";
import { overlap } from "kernelbayes/data";
import { tableOf } from "kernelbayes/table";
import { expect, test } from "vitest";
import { decisionPlane } from "../../src/charts/decisionPlane.ts";
import { innerRectangle, planePoints } from "../../src/charts/plane.ts";

const table = overlap({ rows: 80, seed: 2 });
const posterior = fitSync(linearDiscriminant(), table, { target: "class" });

/** The table with other values in a column. */
function changed(name: string, change: (values: Float64Array) => Float64Array): Table {
  return tableOf(
    table.columns.map((column) =>
      column.name === name && column.type === "number"
        ? { name, type: "number", values: change(column.values) }
        : column,
    ),
  );
}

test("the plane holds all rows with space around them, and what the posterior says at each of its points", () => {
  const { plane, axes, classes, rows, logProbabilities } = decisionPlane(posterior, table, { resolution: 10 });
  expect(axes).toEqual(["x1", "x2"]);
  expect(classes).toEqual(posterior.classes);
  expect([...(rows.classes as Int32Array)]).toEqual([...posterior.training.classes]);
  const inner = innerRectangle(plane);
  const [low, high] = [Math.min(...(rows.x as Float64Array)), Math.max(...(rows.x as Float64Array))];
  expect(inner.x[0]).toBeCloseTo(low - 0.06 * (high - low), 10);
  expect(inner.x[1]).toBeCloseTo(high + 0.06 * (high - low), 10);
  const { x, y } = planePoints(plane);
  const { logProbabilities: expected } = posterior.predict(
    tableOf([
      { name: "x2", type: "number", values: y },
      { name: "x1", type: "number", values: x },
    ]),
  );
  expect([...logProbabilities.data]).toEqual([...expected.data]);
});

test("the projection of two classes is the latent mean, with its mean over the rows of each class", () => {
  const { projection } = decisionPlane(posterior, table, { resolution: 6 });
  const { latentMean } = posterior.predict(table);
  [0, 1].forEach((q) => {
    const own = posterior.training.classes.flatMap((each, row) => (each === q ? [latentMean.data[2 * row + 1]] : []));
    expect(projection!.means[q]).toBeCloseTo(own.reduce((sum, value) => sum + value) / own.length, 10);
  });
  expect(projection!.boundary).toBe(0);
  expect(projection!.values).toHaveLength(36);
});

test("there is no projection for many classes, nor where a class has no rows", () => {
  const columns = ["petal length", "petal width"];
  const flowers = fitSync(linearDiscriminant(), iris(), { target: "species", columns });
  expect(decisionPlane(flowers, iris(), { resolution: 6 }).projection).toBeUndefined();
  const upper = posterior.training.classes.flatMap((q, row) => (q === 1 ? [row] : []));
  expect(decisionPlane(posterior, selectRows(table, upper), { resolution: 6 }).projection).toBeUndefined();
});

test("the axes may be exchanged, and no others asked for", () => {
  const given = decisionPlane(posterior, table, { resolution: 6 });
  const { plane, rows, logProbabilities } = decisionPlane(posterior, table, { resolution: 6, axes: ["x2", "x1"] });
  expect(plane.x).toEqual(given.plane.y);
  expect(rows.y).toEqual(given.rows.x);
  // Point (i, j) of one is point (j, i) of the other.
  expect(logProbabilities.data[2 * (1 + 6 * 4)]).toBeCloseTo(given.logProbabilities.data[2 * (4 + 6)], 10);
  expect(() => decisionPlane(posterior, table, { axes: ["x1", "x3"] })).toThrow(/"x1" and "x2"/);
});

test("rows with missing cells are left out", () => {
  const holed = changed("x1", (values) => values.with(3, Number.NaN));
  expect(decisionPlane(posterior, holed, { resolution: 6 }).rows.x).toHaveLength(79);
  const empty = changed("x1", (values) => values.map(() => Number.NaN));
  expect(() => decisionPlane(posterior, empty)).toThrow(/No row/);
});

test("rows at one place have a plane of some size", () => {
  const { plane } = decisionPlane(posterior, selectRows(table, [0, 0]), { resolution: 6 });
  expect(plane.x[1]).toBeGreaterThan(plane.x[0]);
});

test("a posterior of other than two number columns is refused by name, with the next step", () => {
  const four = fitSync(linearDiscriminant(), iris(), { target: "species" });
  expect(() => decisionPlane(four, iris())).toThrow(InputError);
  expect(() => decisionPlane(four, iris())).toThrow(/this posterior has 4: "sepal length" \(number\).*columns: \[/);
});

test("labels that the posterior does not know are refused by row", () => {
  const strangers = tableOf([
    ...table.columns.slice(0, 2),
    { name: "class", type: "text", codes: new Int32Array(80), levels: ["other"] },
  ]);
  expect(() => decisionPlane(posterior, strangers)).toThrow(/Row 1 has the label "other"/);
  const words = tableOf([
    { name: "x1", type: "text", codes: new Int32Array(80), levels: ["word"] },
    ...table.columns.slice(1),
  ]);
  expect(() => decisionPlane(posterior, words)).toThrow(/"x1" has words/);
  expect(() => decisionPlane(posterior, table, { resolution: 3 })).toThrow(/resolution/);
  expect(() => decisionPlane(posterior, table, { padding: -1 })).toThrow(/padding/);
});

import { expect, test } from "vitest";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { fitSync } from "../../src/fit/fit.ts";
import { columnRises, columnRisesWork, relevanceOfRises } from "../../src/fit/columnRises.ts";
import { stream } from "../../src/random/index.ts";
import { selectRows, tableFromColumns, type Table } from "../../src/table/table.ts";

const options = { columns: ["x", "z"], seed: 3 };

test("cells of training rows are drawn as often as the weights of the rows say", () => {
  const table = weighted((row) => (row === 7 ? 1e9 : 1e-9));
  const posterior = fitSync(linearDiscriminant(), table, { target: "y" });
  const byWeight = columnRises(posterior, table, table, { ...options, weights: "count" });
  const oneRow = columnRises(posterior, selectRows(table, [7]), table, options);
  expect(byWeight.rises).toEqual(oneRow.rises);
  expect(Array.from(byWeight.weights)).toEqual(Array.from({ length: 40 }, (_, row) => (row === 7 ? 1e9 : 1e-9)));
  expect(columnRises(posterior, table, table, options).rises).not.toEqual(oneRow.rises);
});

test("a row of weight 3 counts in the relevance of a column as three rows", () => {
  const rises = [Float64Array.of(0.1, 0.5, 0.4)];
  const [{ mean }] = relevanceOfRises(["x"], { rises, weights: Float64Array.of(1, 3, 1) }, 1);
  expect(mean).toBeCloseTo((0.1 + 3 * 0.5 + 0.4) / 5, 14);
});

test("equal weights of any size give the standard error of the mean", () => {
  const rises = [Float64Array.of(0.1, 0.5, 0.4, -0.2)];
  const squares = rises[0].reduce((sum, value) => sum + (value - 0.2) ** 2, 0);
  for (const weight of [1, 0.01, 7]) {
    const weights = new Float64Array(4).fill(weight);
    const [{ mean, deviation }] = relevanceOfRises(["x"], { rises, weights }, 1.3);
    expect(mean).toBeCloseTo(0.2, 14);
    expect(deviation).toBeCloseTo(1.3 * Math.sqrt(squares / 3 / 4), 14);
  }
});

test("rows of classes that the posterior does not know are left out, and no more rows than asked for are predicted", () => {
  const table = weighted(() => 1);
  const posterior = fitSync(linearDiscriminant(), table, { target: "y" });
  const labels = Array.from({ length: 40 }, (_, row) => (row < 30 ? "unknown" : row % 2 === 0 ? "a" : "b"));
  const strange = tableFromColumns({
    x: Array.from({ length: 40 }, () => 1),
    z: Array.from({ length: 40 }, () => 0),
    count: Array.from({ length: 40 }, () => 1),
    y: labels,
  });
  expect(columnRises(posterior, table, strange, options).weights).toHaveLength(10);
  expect(columnRises(posterior, table, strange, { ...options, mostRows: 4 }).rises[0]).toHaveLength(4);
});

function weighted(weightOf: (row: number) => number): Table {
  const random = stream(1);
  const x = Array.from({ length: 40 }, (_, row) => random.uniform() + (row % 2));
  return tableFromColumns({
    x,
    z: x.map(() => random.uniform()),
    count: x.map((_, row) => weightOf(row)),
    y: x.map((_, row) => (row % 2 === 0 ? "a" : "b")),
  });
}

test("other events get their turn between columns: a measurement of auto held up the event loop for more than 200 ms", () => {
  const table = weighted(() => 1);
  const posterior = fitSync(linearDiscriminant(), table, { target: "y" });
  const work = columnRisesWork(posterior, table, table, options);
  let turns = 0;
  let next = work.next();
  while (!next.done) {
    if (next.value.kind === "pause") turns++;
    next = work.next();
  }
  expect(turns).toBe(2);
  expect(next.value).toEqual(columnRises(posterior, table, table, options));
});

import { describe, expect, test } from "vitest";
import { twoClouds, twoSpirals, iris } from "../../../src/data/index.ts";
import { InputError } from "../../../src/errors.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { leastSquaresSupportVector } from "../../../src/models/leastSquares/lssvm.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";
import { columnNamed, selectRows, tableFromColumns, type Table } from "../../../src/table/table.ts";

function labelsOf(table: Table, target: string): string[] {
  const column = columnNamed(table, target);
  if (column.type !== "text") throw new Error("Labels are texts.");
  return Array.from(column.codes, (code) => column.levels[code]);
}

function errorOf(predicted: readonly string[], truth: readonly string[]): number {
  return predicted.filter((label, i) => label !== truth[i]).length / truth.length;
}

/** Two normal classes around ±1 in the first of p columns: the logit of the truth is 2x. */
function normals(n: number, p: number, seed: number): { table: Table; logits: Float64Array } {
  const source = stream(seed);
  const columns: Record<string, number[]> = {};
  const labels: string[] = [];
  for (let i = 0; i < n; i++) {
    const sign = source.uniform() < 0.5 ? 1 : -1;
    labels.push(sign > 0 ? "plus" : "minus");
    for (let j = 0; j < p; j++) (columns[`x${j}`] ??= []).push(normal(source) + (j === 0 ? sign : 0));
  }
  return { table: tableFromColumns({ ...columns, side: labels }), logits: Float64Array.from(columns.x0, (x) => 2 * x) };
}

test("curved boundaries are learned, and the score foretells the log loss of new rows", () => {
  const [train, fresh] = [1, 2].map((seed) => twoSpirals({ rows: 300, seed }));
  const target = train.columns[train.columns.length - 1].name;
  const posterior = fitSync(leastSquaresSupportVector(), train, { target, seed: 1 });
  const { labels, logProbabilities, classes } = posterior.predict(fresh);
  const truth = labelsOf(fresh, target);
  expect(errorOf(labels, truth)).toBeLessThan(0.1);
  const loss = truth.reduce((sum, label, i) => sum - logProbabilities.data[2 * i + classes.indexOf(label)], 0) / 300;
  expect(Math.abs(loss + (posterior.score?.perRow ?? 0))).toBeLessThan(0.1);
});

test("many classes share one kernel, and are told apart", () => {
  const posterior = fitSync(leastSquaresSupportVector(), iris(), { target: "species", seed: 1 });
  expect(errorOf(posterior.predict(iris()).labels, labelsOf(iris(), "species"))).toBeLessThan(0.05);
  const { machines, rows } = posterior.toDocument().parameters as {
    machines: { coefficients: unknown }[];
    rows: { rows: number };
  };
  expect(machines.length).toBe(3);
  for (const { coefficients } of machines) expect((coefficients as number[]).length).toBe(rows.rows);
});

test("intervals of level 0.9 hold the true probability of at least four rows in five, also where it is in doubt", () => {
  let [inside, doubtful, doubtfulInside, all] = [0, 0, 0, 0];
  for (let seed = 1; seed <= 8; seed++) {
    const { table } = normals(150, 3, seed);
    const { table: fresh, logits } = normals(200, 3, 100 + seed);
    const posterior = fitSync(leastSquaresSupportVector(), table, { target: "side", seed });
    const { lower, upper, classes } = posterior.predict(fresh);
    const c = classes.indexOf("plus");
    logits.forEach((logit, i) => {
      const truth = sigmoid(logit);
      const holds = lower.data[2 * i + c] <= truth && truth <= upper.data[2 * i + c];
      all++;
      inside += holds ? 1 : 0;
      if (truth > 0.1 && truth < 0.9) {
        doubtful++;
        doubtfulInside += holds ? 1 : 0;
      }
    });
  }
  // Rows of one fit go together, so these are bounds with room: 0.91 and 0.96 were found.
  expect(inside / all).toBeGreaterThan(0.8);
  expect(doubtfulInside / doubtful).toBeGreaterThan(0.75);
});

test("columns without information leave the probabilities near the class frequencies", () => {
  const source = stream(3);
  const noise = tableFromColumns({
    a: Array.from({ length: 90 }, () => normal(source)),
    b: Array.from({ length: 90 }, () => normal(source)),
    y: Array.from({ length: 90 }, () => (source.uniform() < 0.3 ? "rare" : "common")),
  });
  const posterior = fitSync(leastSquaresSupportVector(), noise, { target: "y", seed: 1 });
  const { probabilities } = posterior.predict(noise);
  const shares = labelsOf(noise, "y").filter((label) => label === posterior.classes[1]).length / 90;
  const spread = Math.max(...Array.from({ length: 90 }, (_, i) => Math.abs(probabilities.data[2 * i + 1] - shares)));
  expect(spread).toBeLessThan(0.25);
});

test("labels that the columns tell nothing about give a flat curve, the class frequencies, and a warning", () => {
  const source = stream(4);
  const noise = tableFromColumns({
    a: Array.from({ length: 60 }, () => normal(source)),
    b: Array.from({ length: 60 }, () => normal(source)),
    y: Array.from({ length: 60 }, () => (source.uniform() < 0.35 ? "rare" : "common")),
  });
  const posterior = fitSync(leastSquaresSupportVector(), noise, { target: "y", seed: 1 });
  expect(posterior.warnings.map(({ code }) => code)).toContain("outputs-without-information");
  const rare = labelsOf(noise, "y").filter((label) => label === "rare").length / 60;
  const { probabilities, classes } = posterior.predict(noise);
  const column = classes.indexOf("rare");
  for (let i = 0; i < 60; i++) expect(Math.abs(probabilities.data[2 * i + column] - rare)).toBeLessThan(0.02);
  // Nobody who was left out could have been foretold better, nor was worse off.
  const entropy = rare * Math.log(rare) + (1 - rare) * Math.log(1 - rare);
  expect(Math.abs((posterior.score?.perRow ?? 0) - entropy)).toBeLessThan(0.03);
});

describe("search", () => {
  test('"fast" leaves out column weights, which "auto" finds where they pay', () => {
    const source = stream(9);
    const columns: Record<string, number[]> = {};
    for (let j = 0; j < 6; j++) columns[`x${j}`] = Array.from({ length: 260 }, () => normal(source));
    const y = columns.x0.map((x, i) => (x * columns.x1[i] > 0 ? "same" : "different"));
    const table = tableFromColumns({ ...columns, y });
    const [auto, fast] = (["auto", "fast"] as const).map((search) => {
      const posterior = fitSync(leastSquaresSupportVector({ search }), table, { target: "y", seed: 1 });
      const { kernel } = posterior.toDocument().parameters as { kernel: { lengthScale: number[] } };
      return { lengthScales: kernel.lengthScale, score: posterior.score?.perRow ?? Number.NaN };
    });
    expect(new Set(fast.lengthScales).size).toBe(1);
    expect(Math.max(auto.lengthScales[0], auto.lengthScales[1])).toBeLessThan(Math.min(...auto.lengthScales.slice(2)));
    expect(auto.score).toBeGreaterThan(fast.score + 0.05);
  });

  test("anything else is refused", () => {
    expect(() => leastSquaresSupportVector({ search: "slow" as "fast" })).toThrow(InputError);
    expect(() => leastSquaresSupportVector({ bias: "none" } as never)).toThrow('no option "bias"');
  });
});

test("rows of a group are left out together", () => {
  const base = twoClouds({ rows: 60, seed: 4 });
  const target = base.columns[base.columns.length - 1].name;
  const copies = selectRows(
    base,
    Array.from({ length: 180 }, (_, i) => i % 60),
  );
  const grouped = tableFromColumns({
    ...Object.fromEntries(
      copies.columns.map((column) => [
        column.name,
        column.type === "number" ? Array.from(column.values) : labelsOf(copies, column.name),
      ]),
    ),
    patient: Array.from({ length: 180 }, (_, i) => `p${i % 60}`),
  });
  const fit = (group?: string): number =>
    fitSync(leastSquaresSupportVector(), grouped, {
      target,
      seed: 1,
      ...(group === undefined ? { exclude: ["patient"] } : { group }),
    }).score?.perRow ?? Number.NaN;
  expect(fit("patient")).toBeLessThan(fit());
});

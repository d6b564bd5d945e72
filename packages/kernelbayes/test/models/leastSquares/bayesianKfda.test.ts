import { describe, expect, test } from "vitest";
import { iris, linTen, twoClouds } from "../../../src/data/index.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import {
  penalizedDiscriminant,
  codeResponse,
  penalizedForm,
} from "../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { gaussian, linear } from "../../../src/kernels/index.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import {
  bayesianKernelFisher,
  type BayesianKernelFisherOptions,
} from "../../../src/models/leastSquares/bayesianKfda.ts";
import type { Posterior } from "../../../src/posterior/posterior.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { columnNamed, selectRows, tableFromColumns, type Table } from "../../../src/table/table.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { thrown } from "../../thrown.ts";

function labelsOf(table: Table, target: string): string[] {
  const column = columnNamed(table, target);
  if (column.type !== "text") throw new Error("Labels are texts.");
  return Array.from(column.codes, (code) => column.levels[code]);
}

interface Parameters {
  readonly kernel: { readonly lengthScale: number };
  readonly rows: { readonly rows: number; readonly columns: number; readonly data: number[] };
  readonly machines: readonly { readonly coefficients: number[]; readonly bias: number }[];
}

function parametersOf(posterior: Posterior): Parameters {
  return posterior.toDocument().parameters as Parameters;
}

function score(
  posterior: Posterior,
  table: Table,
  target: string,
): { recall: number; precision: number; accuracy: number } {
  const { labels } = posterior.predict(table);
  const truth = labelsOf(table, target);
  const count = (test: (i: number) => boolean) => truth.filter((_, i) => test(i)).length;
  const hits = count((i) => truth[i] === "positive" && labels[i] === "positive");
  return {
    recall: hits / count((i) => truth[i] === "positive"),
    precision: hits / count((i) => labels[i] === "positive"),
    accuracy: count((i) => truth[i] === labels[i]) / truth.length,
  };
}

test("options that are none are refused", () => {
  const refused = (options: object): string => thrown(() => bayesianKernelFisher(options)).code;
  expect(refused({ shrinkage: 1 })).toBe("unknown-option");
  for (const penalty of [
    "ridge",
    3,
    [],
    [[1, 2]],
    [
      [1, 0],
      [0, NaN],
    ],
    null,
  ])
    expect(refused({ penalty })).toBe("invalid-option");
  for (const regularization of [0, -1, NaN, Infinity, "press", null])
    expect(refused({ regularization })).toBe("invalid-option");
  expect(refused({ criterion: "press" })).toBe("invalid-option");
  expect(refused({ decision: "sign" })).toBe("invalid-option");
});

describe.each<BayesianKernelFisherOptions>([
  { penalty: "identity" },
  { penalty: "kernel" },
  { criterion: "evidence" },
  { penalty: "kernel", criterion: "evidence" },
  { regularization: 0.5 },
  { regularization: 0.5, criterion: "evidence" },
  { kernel: linear(), regularization: 2 },
  { kernel: gaussian({ lengthScale: 1.5 }), decision: "vote" },
])("with %j", (options) => {
  test("three classes are told apart, and a saved posterior predicts the same", () => {
    const posterior = fitSync(bayesianKernelFisher(options), iris(), { target: "species", seed: 1 });
    const prediction = posterior.predict(iris());
    const truth = labelsOf(iris(), "species");
    expect(prediction.labels.filter((label, i) => label !== truth[i]).length).toBeLessThan(
      "kernel" in options ? 40 : 9,
    );
    const again = loadPosterior(JSON.stringify(posterior.toDocument())).predict(iris());
    expect(again.labels).toEqual(prediction.labels);
    expect(again.upper).toEqual(prediction.upper);
    expect(posterior.evidence).toBeTypeOf("number");
  });
});

test("the machine is Lin's at the chosen kernel and r", () => {
  const table = twoClouds({ rows: 40, seed: 3 });
  const target = table.columns.at(-1)?.name ?? "";
  const engine = selectEngine();
  const kernel = gaussian({ lengthScale: 1.2 });
  const posterior = fitSync(bayesianKernelFisher({ kernel, regularization: 0.3 }), table, { target, seed: 1 });
  const { rows, machines } = parametersOf(posterior);
  const X = matrix(rows.rows, rows.columns, Float64Array.from(rows.data));
  const K = kernel.matrix(engine, X);
  const labels = labelsByRow(posterior, table, target, rows);
  const contrasts = fisherContrasts(labels);
  const penalized = penalizedForm(engine, { K }, "identity");
  const expected = penalizedDiscriminant(penalized, codeResponse(engine, penalized, contrasts), contrasts, 0.3);
  expectClose(machines[0].coefficients, expected.coefficients, 1e-12);
  expect(machines[0].bias).toBeCloseTo(expected.bias, 12);
});

/** The class of each row of the expansion, found by its encoded values. */
function labelsByRow(posterior: Posterior, table: Table, target: string, rows: Parameters["rows"]): number[] {
  const names = labelsOf(table, target).map((label) => posterior.classes.indexOf(label));
  const columns = table.columns.filter(({ name }) => name !== target);
  const encoded = columns.map((column) => {
    if (column.type !== "number") throw new Error("Columns are numbers.");
    const mean = column.values.reduce((a, b) => a + b, 0) / table.rows;
    const deviation = Math.sqrt(column.values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (table.rows - 1));
    return column.values.map((value) => (value - mean) / deviation);
  });
  return Array.from({ length: rows.rows }, (_, i) => {
    const own = names.findIndex((_, row) =>
      encoded.every((values, j) => Math.abs(values[row] - rows.data[i * rows.columns + j]) < 1e-9),
    );
    expect(own).toBeGreaterThanOrEqual(0);
    return names[own];
  });
}

describe("a penalty matrix of the user's", () => {
  const table = twoClouds({ rows: 30, seed: 5 });
  const target = table.columns.at(-1)?.name ?? "";
  const identity = Array.from({ length: 30 }, (_, i) => Array.from({ length: 30 }, (_, j) => (i === j ? 1 : 0)));
  const kernel = gaussian();

  test("that is the identity gives what the identity gives, and is kept in the document", () => {
    const [given, named] = [identity, "identity" as const].map((penalty) =>
      fitSync(bayesianKernelFisher({ penalty, kernel, regularization: 0.2 }), table, { target, seed: 1 }),
    );
    expectClose(given.predict(table).probabilities.data, named.predict(table).probabilities.data, 1e-9);
    expectClose(given.predict(table).upper.data, named.predict(table).upper.data, 1e-8);
    const again = loadPosterior(JSON.stringify(given.toDocument()));
    expect(again.predict(table).probabilities).toEqual(given.predict(table).probabilities);
  });

  test("weighs each coefficient by its place in the table", () => {
    const heavy = identity.map((row, i) => row.map((value) => (i < 15 ? 1e6 * value : value)));
    const posterior = fitSync(bayesianKernelFisher({ penalty: heavy, kernel, regularization: 0.2 }), table, { target });
    const [{ coefficients }] = parametersOf(posterior).machines;
    expect(Math.max(...coefficients.slice(0, 15).map(Math.abs))).toBeLessThan(
      1e-3 * Math.max(...coefficients.map(Math.abs)),
    );
  });

  test("is refused for another number of rows, and where rows have weights", () => {
    const model = bayesianKernelFisher({ penalty: identity, kernel });
    expect(thrown(() => fitSync(model, selectRows(table, [0, 1, 2, 3, 4, 5]), { target })).message).toContain("6 × 6");
    const weighted = {
      ...table,
      columns: [...table.columns, { name: "w", type: "number" as const, values: new Float64Array(30).fill(2) }],
    };
    expect(thrown(() => fitSync(model, weighted, { target, weights: "w" })).message).toContain("weight 1");
  });
});

test("a vote goes to the largest output of three machines, and to the midpoint between two classes", () => {
  const model = (decision: "vote" | "probability") =>
    bayesianKernelFisher({ decision, kernel: gaussian({ lengthScale: 1.5 }), regularization: 1 });
  const [vote, probability] = (["vote", "probability"] as const).map((decision) =>
    fitSync(model(decision), iris(), { target: "species", seed: 1 }).predict(iris()),
  );
  expect(vote.probabilities).toEqual(probability.probabilities);
  const truth = labelsOf(iris(), "species");
  expect(vote.labels.filter((label, i) => label !== truth[i]).length).toBeLessThan(12);
  const unbalanced = linTen({ rows: 220, seed: 3 });
  const target = unbalanced.columns.at(-1)?.name ?? "";
  const rare = (decision: "vote" | "probability") =>
    fitSync(model(decision), unbalanced, { target, seed: 1 })
      .predict(unbalanced)
      .labels.filter((label) => label === "negative").length;
  expect(rare("vote")).toBeGreaterThan(rare("probability"));
});

test("Lin's simulation with ten rows of one class for each of the other: recall and precision are as published", () => {
  const totals = { recall: 0, precision: 0, accuracy: 0 };
  const runs = 6;
  for (let seed = 1; seed <= runs; seed++) {
    const train = linTen({ rows: 220, seed });
    const target = train.columns.at(-1)?.name ?? "";
    const posterior = fitSync(bayesianKernelFisher({ decision: "vote" }), train, { target, seed });
    const found = score(posterior, linTen({ rows: 200, positives: 100, seed: 100 + seed }), target);
    for (const name of ["recall", "precision", "accuracy"] as const) totals[name] += found[name] / runs;
  }
  // Published for the Gaussian kernel: 0.976, 0.914 and 0.942, means of ten runs with a width of which nothing is said.
  expect(totals.recall).toBeGreaterThan(0.88);
  expect(totals.precision).toBeGreaterThan(0.88);
  expect(totals.accuracy).toBeGreaterThan(0.9);
});

test("intervals of level 0.9 hold the true probability of at least four rows in five", () => {
  let [inside, all] = [0, 0];
  for (let seed = 1; seed <= 6; seed++) {
    const draw = (n: number, from: number) => {
      const source = stream(from);
      const x: number[] = [];
      const z: number[] = [];
      const side: string[] = [];
      for (let i = 0; i < n; i++) {
        const sign = source.uniform() < 0.5 ? 1 : -1;
        side.push(sign > 0 ? "plus" : "minus");
        x.push(normal(source) + sign);
        z.push(normal(source));
      }
      return { table: tableFromColumns({ x, z, side }), truths: x.map((value) => sigmoid(2 * value)) };
    };
    const posterior = fitSync(bayesianKernelFisher(), draw(120, seed).table, { target: "side", seed });
    const fresh = draw(150, 100 + seed);
    const { lower, upper, classes } = posterior.predict(fresh.table);
    const c = classes.indexOf("plus");
    fresh.truths.forEach((truth, i) => {
      all++;
      if (lower.data[2 * i + c] <= truth && truth <= upper.data[2 * i + c]) inside++;
    });
  }
  expect(inside / all).toBeGreaterThan(0.8);
});

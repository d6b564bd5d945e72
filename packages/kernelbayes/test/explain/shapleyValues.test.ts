import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/engine/matrix.ts";
import { InputError } from "../../src/errors.ts";
import { latentValuesOf } from "../../src/explain/valueFunction.ts";
import { latentOutputs } from "../../src/explain/latentOutputs.ts";
import { columnGroups } from "../../src/encoding/encoding.ts";
import { shapleyValuesSync, type ShapleyOptions } from "../../src/explain/shapleyValues.ts";
import { models, modelFromDocument, type ModelName } from "../../src/models/index.ts";
import { row, selectRows } from "../../src/matrix/row.ts";
import type { Posterior } from "../../src/posterior/posterior.ts";
import type { Table } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";
import { byDefinition, encoded, fitted, hybrids, mean, numbers, rowsAt, sample } from "./samples.ts";

const two = sample(60, 2);
const three = sample(66, 3);
const background = rowsAt(two, 3, 8, 20, 41, 50);

/** The values of one output at rows, as something other than the explanation has it. */
type Value = (X: Matrix) => ArrayLike<number>;

/** Compares with the sum over all sets of columns, each absent column from the background rows. */
function expectInterventional(posterior: Posterior, output: number, value: Value, options: ShapleyOptions = {}): void {
  const rows = rowsAt(two, 0, 1, 17);
  const values = shapleyValuesSync(posterior, rows, { background, ...options });
  const { contributions, totals, base } = values.outputs[output];
  expect(values.method).toBe("exact");
  const [X, B] = [encoded(posterior, rows), encoded(posterior, background)];
  const groups = columnGroups(posterior.encoding);
  const P = values.columns.length;
  const size = Math.max(1, ...Array.from(value(X), Math.abs));
  for (let a = 0; a < X.rows; a++) {
    const expected = byDefinition(P, (set) => mean(value(hybrids(X, a, B, groups, set))));
    expected.forEach((phi, j) => expect(Math.abs(row(contributions, a)[j] - phi)).toBeLessThan(1e-10 * size));
    const whole = row(contributions, a).reduce((total, phi) => total + phi, base);
    expect(Math.abs(whole - totals[a])).toBeLessThan(1e-10 * size);
  }
}

/** log p_c − mean of the others, from predictions. */
function oddsOf({ numeric, classes }: Posterior, c: number): Value {
  const C = classes.length;
  return (X) => {
    const { data } = numeric.probabilities(X).logProbabilities;
    return Array.from({ length: X.rows }, (_, i) => {
      const logs = data.subarray(i * C, (i + 1) * C);
      return logs.reduce((total, log, k) => total + (k === c ? log : -log / (C - 1)), 0);
    });
  };
}

/** Σ_i A_im k(x, x_i) + constant with the kernel as it is, absent columns of a set being those of the row itself. */
function withoutColumns(posterior: Posterior, m: number, x: Float64Array, set: number): number {
  const { sums, constants } = posterior.numeric.expansion!();
  const groups = columnGroups(posterior.encoding);
  let total = constants[m];
  for (const { kernel, rows, functions, coefficients } of sums) {
    const place = functions.indexOf(m);
    if (place < 0) continue;
    for (let i = 0; i < rows.rows; i++) {
      const z = row(rows, i).map((value, j) => ((set >> groups[j]) % 2 === 1 ? value : x[j]));
      total += coefficients.data[i * functions.length + place] * kernel.evaluate(x, z);
    }
  }
  return total;
}

function expectRemoved(posterior: Posterior, table: Table): void {
  const rows = rowsAt(table, 0, 1, 17);
  const values = shapleyValuesSync(posterior, rows, { absent: "removed", scale: "latent" });
  const X = encoded(posterior, rows);
  const { functions, link } = posterior.numeric.expansion!();
  values.outputs.forEach(({ contributions, totals, base }, at) => {
    const isOne = functions.length === 1;
    for (let a = 0; a < X.rows; a++) {
      const of = (set: number): number => {
        const each = functions.map((_, m) => withoutColumns(posterior, m, row(X, a), set));
        if (isOne) return at === 0 ? -each[0] : each[0];
        const others = each.reduce((total, value) => total + value, 0) - each[at];
        return link.kind === "softmax" ? each[at] - others / (each.length - 1) : each[at];
      };
      byDefinition(values.columns.length, of).forEach((phi, j) =>
        expect(row(contributions, a)[j]).toBeCloseTo(phi, 10),
      );
      expect(row(contributions, a).reduce((total, phi) => total + phi, base)).toBeCloseTo(totals[a], 10);
      expect(totals[a]).toBeCloseTo(of(2 ** values.columns.length - 1), 10);
    }
  });
}

const width = { kind: "gaussian", lengthScale: 1.7 };
const relevant = { kind: "gaussian", lengthScale: [1, 2.5, 30, 1.4, 2] };
const rough = { kind: "l1", weight: 0.3 };
const scaled = (kernel: object): object => ({
  kind: "sum",
  terms: [
    { kind: "scale", kernel, variance: 2 },
    { kind: "constant", variance: 3 },
  ],
});
const quick = (name: ModelName, options: object): ReturnType<typeof modelFromDocument> =>
  modelFromDocument({ name, ...models[name].quick, ...options });

describe("models whose log odds are linear in their output", () => {
  test.each([
    ["lssvm", { kernel: width }],
    ["lssvm", { kernel: relevant }],
    ["orkfd", { kernel: width }],
    ["krr", { kernel: rough }],
    ["svc", { kernel: width }],
    ["svc", { kernel: rough }],
    ["tsvc", { kernel: width }],
    ["klr", { kernel: width }],
    ["bayesian-kfda", { kernel: rough }],
    ["kfd", { kernel: width }],
    ["kfd", { kernel: rough }],
    ["logistic", {}],
    ["lda", { calibration: "none" }],
    ["qda", { calibration: "none" }],
  ] as const)("%s %j: its log odds, exactly, against all sets of columns and its own predictions", (name, options) => {
    const posterior = fitted(quick(name, options), two);
    expectInterventional(posterior, 1, oddsOf(posterior, 1));
    expectInterventional(posterior, 0, oddsOf(posterior, 0));
  });

  test.each(["kfd", "logistic", "lda", "qda"] as const)("%s: the log odds of three classes", (name) => {
    const options = name === "kfd" ? { kernel: width } : name === "logistic" ? {} : { calibration: "none" };
    const posterior = fitted(quick(name, options), three);
    for (const c of [0, 1, 2]) expectInterventional(posterior, c, oddsOf(posterior, c));
  });

  test.each([
    ["lssvm", { kernel: width }],
    ["orkfd", { kernel: rough }],
    ["rfm", { shape: "gaussian", metric: "diagonal" }],
    ["rfm", { shape: "l1" }],
  ] as const)("%s %j: the log odds of three classes, which a link makes of their machines", (name, options) => {
    const posterior = fitted(quick(name, options), three);
    expect(shapleyValuesSync(posterior, rowsAt(three, 0, 1), { background }).scale).toBe("log-odds");
    for (const c of [0, 1, 2]) expectInterventional(posterior, c, oddsOf(posterior, c));
  });
});

/** Contrasts of the functions at rows, with the kernel's plain definition. */
function latentByKernel(posterior: Posterior, output: number): Value {
  const { groups } = { groups: 2 ** posterior.encoding.columns.length - 1 };
  const { functions } = posterior.numeric.expansion!();
  return (X) =>
    Array.from({ length: X.rows }, (_, i) => {
      const value = withoutColumns(posterior, functions.length === 1 ? 0 : output, row(X, i), groups);
      return functions.length === 1 && output === 0 ? -value : value;
    });
}

describe("models whose link is not linear", () => {
  test.each([
    ["gpc", { kernel: scaled(width) }],
    ["gpc", { kernel: scaled(rough) }],
    ["btsvc", { kernel: scaled(width) }],
    ["bayesian-lssvm", { kernel: width }],
  ] as const)("%s %j: its latent function, exactly, against all sets of columns", (name, options) => {
    const posterior = fitted(quick(name, options), two);
    expect(shapleyValuesSync(posterior, two, { absent: "removed" }).scale).toBe("latent");
    expectInterventional(posterior, 1, latentByKernel(posterior, 1));
    expectInterventional(posterior, 0, latentByKernel(posterior, 0));
  });

  test.each([
    ["bfd", { kernel: { kind: "scale", kernel: width, variance: 2 } }],
    ["bfd", { kernel: { kind: "composite", inverseSquaredLength: 0.2 } }],
    ["bfd-linear", {}],
  ] as const)("%s %j: the contributions to its projection, against all sets of columns", (name, options) => {
    const posterior = fitted(quick(name, options), two);
    const rows = rowsAt(two, 0, 1, 17);
    const { outputs } = shapleyValuesSync(posterior, rows, { background });
    const [X, B] = [encoded(posterior, rows), encoded(posterior, background)];
    const groups = columnGroups(posterior.encoding);
    for (let a = 0; a < 3; a++) {
      byDefinition(5, (set) => mean(posterior.numeric.project!(hybrids(X, a, B, groups, set)).data)).forEach((phi, j) =>
        expect(row(outputs[1].contributions, a)[j]).toBeCloseTo(phi, 10),
      );
    }
    const [low, high] = posterior.axes![0].centers;
    const [first] = posterior.numeric.project!(X).data;
    expect(outputs[1].totals[0]).toBeCloseTo(first - (low + high) / 2, 10);
  });

  test("machines of pairs of classes have an output for each pair", () => {
    const posterior = fitted(quick("svc", { kernel: width }), three);
    const { outputs } = shapleyValuesSync(posterior, rowsAt(three, 0, 1), { background });
    expect(outputs.map((output) => [output.class, output.against])).toEqual([
      ["class 0", "class 1"],
      ["class 0", "class 2"],
      ["class 1", "class 2"],
    ]);
    for (const m of [0, 1, 2]) expectInterventional(posterior, m, latentByKernel(posterior, m));
  });

  test("gpc: the function of each class against the rest", () => {
    const posterior = fitted(quick("gpc", { kernel: scaled(width) }), three);
    const values = shapleyValuesSync(posterior, rowsAt(three, 0, 1), { background });
    expect(values.scale).toBe("latent");
    expect(values.outputs.map((output) => output.class)).toEqual(["class 0", "class 1", "class 2"]);
    for (const c of [0, 1, 2]) expectInterventional(posterior, c, latentByKernel(posterior, c));
  });

  test("the scores of lda are explained before the shares that it reserves for each class", () => {
    const posterior = fitted(quick("lda", {}), two);
    const { reserved } = posterior.toDocument()["parameters"] as { reserved: number[] };
    const left = 1 - reserved[0] - reserved[1];
    expect(shapleyValuesSync(posterior, two).scale).toBe("latent");
    expectInterventional(posterior, 1, (X) => {
      const { data } = posterior.numeric.probabilities(X).logProbabilities;
      const freed = data.map((log, at) => Math.log((Math.exp(log) - reserved[at % 2]) / left));
      return Array.from({ length: X.rows }, (_, i) => freed[2 * i + 1] - freed[2 * i]);
    });
  });
});

describe("columns that are removed", () => {
  test.each([
    ["lssvm", { kernel: width }],
    ["orkfd", { kernel: relevant }],
    ["krr", { kernel: rough }],
    ["kfd", { kernel: width }],
    ["gpc", { kernel: { kind: "scale", kernel: width, variance: 2 } }],
    ["bfd", { kernel: { kind: "scale", kernel: rough, variance: 2 } }],
    ["btsvc", { kernel: scaled(width) }],
    ["svc", { kernel: rough }],
  ] as const)("%s %j: exactly what is left without them, against all sets of columns", (name, options) => {
    expectRemoved(fitted(quick(name, options), two), two);
  });

  test.each(["lssvm", "kfd"] as const)("%s of three classes", (name) => {
    expectRemoved(fitted(quick(name, { kernel: width }), three), three);
  });

  test.each(["lda", "logistic"] as const)("%s: what is left of a linear sum about the means of the rows", (name) => {
    const posterior = fitted(quick(name, name === "lda" ? { calibration: "none" } : {}), two);
    const { outputs } = shapleyValuesSync(posterior, two, { absent: "removed" });
    const { polynomials } = posterior.numeric.expansion!();
    const [{ center, linear }] = polynomials;
    const groups = columnGroups(posterior.encoding);
    const X = encoded(posterior, two);
    for (let j = 0; j < 5; j++) {
      const expected = groups.reduce((total, group, at) => {
        const slope = linear.data[2 * at + 1] - linear.data[2 * at];
        return group === j ? total + slope * (row(X, 7)[at] - center[at]) : total;
      }, 0);
      expect(row(outputs[1].contributions, 7)[j]).toBeCloseTo(expected, 10);
    }
  });

  test("they cannot be removed from a model that does not come apart", () => {
    const posterior = fitted(quick("lssvm", { kernel: { kind: "matern" } }), two);
    expect(thrown(() => shapleyValuesSync(posterior, two, { absent: "removed" }), InputError).code).toBe(
      "not-separable",
    );
  });
});

describe("what holds for all Shapley values", () => {
  test("ten columns: exact against 1024 sets", () => {
    const table = numbers(50, 10);
    const posterior = fitted(quick("lssvm", { kernel: { kind: "gaussian", lengthScale: 2 } }), table);
    const [rows, few] = [rowsAt(table, 4), rowsAt(table, 7, 30, 31)];
    const { outputs } = shapleyValuesSync(posterior, rows, { background: few });
    const [X, B] = [encoded(posterior, rows), encoded(posterior, few)];
    const value = oddsOf(posterior, 1);
    const groups = columnGroups(posterior.encoding);
    byDefinition(10, (set) => mean(value(hybrids(X, 0, B, groups, set)))).forEach((phi, j) =>
      expect(Math.abs(outputs[1].contributions.data[j] - phi)).toBeLessThan(1e-10),
    );
  });

  test("a column that no row differs in contributes exactly nothing, and twins contribute the same", () => {
    const table = numbers(60, 3);
    const [first, ...others] = table.columns;
    const twin = { ...first, name: "twin" };
    const idle = { ...others[0], name: "idle" };
    const doubled: Table = { ...table, columns: [first, twin, ...others, idle] };
    // The kernel does not see the last column.
    const kernel = { kind: "columns", columns: [0, 1, 2, 3], kernel: width };
    const posterior = fitted(quick("lssvm", { kernel }), doubled);
    for (const absent of ["background", "removed"] as const) {
      const { outputs, columns } = shapleyValuesSync(posterior, doubled, { absent });
      const { contributions } = outputs[1];
      for (let a = 0; a < 60; a++) {
        const own = row(contributions, a);
        expect(own[columns.indexOf("twin")]).toBeCloseTo(own[columns.indexOf("x1")], 12);
        expect(own[columns.indexOf("idle")]).toBe(0);
      }
    }
  });

  test("contributions and base add up, for many columns", () => {
    const table = numbers(40, 40);
    const posterior = fitted(
      quick("lssvm", { kernel: { kind: "gaussian", lengthScale: 5 }, regularization: 1 }),
      table,
    );
    for (const absent of ["background", "removed"] as const) {
      const options = { absent, backgroundRows: 10 };
      const [, { contributions, base, totals }] = shapleyValuesSync(posterior, table, options).outputs;
      const misses = totals.map((total, a) => row(contributions, a).reduce((sum, phi) => sum + phi, base) - total);
      expect(Math.max(...misses.map(Math.abs))).toBeLessThan(1e-12);
    }
  });

  test("given priors move the base of log odds and no contribution", () => {
    const model = quick("lssvm", { kernel: width });
    const [plain, other] = [{}, { priors: { "class 0": 0.2, "class 1": 0.8 } }].map((options) =>
      shapleyValuesSync(fitted(model, two, options), rowsAt(two, 0, 1), { background }),
    );
    expect(Array.from(other.outputs[1].contributions.data)).toEqual(Array.from(plain.outputs[1].contributions.data));
    expect(other.outputs[1].base - plain.outputs[1].base).toBeCloseTo(Math.log(4), 12);
  });

  test("the functions of an expansion are those that a model predicts by, after saving and loading too", () => {
    const posterior = fitted(quick("klr", { kernel: width }), two);
    const expansion = posterior.numeric.expansion!();
    const X = selectRows(encoded(posterior, two), [0, 9]);
    const values = latentValuesOf(expansion, latentOutputs(expansion, 2, "log-odds")!)(X);
    const odds = oddsOf(posterior, 1)(X);
    expect(values.data[1]).toBeCloseTo(odds[0], 10);
    expect(values.data[3]).toBeCloseTo(odds[1], 10);
  });

  test("a row alone asks for background rows, and wrong options are refused by name", () => {
    const posterior = fitted(quick("lda", {}), two);
    const code = (options: object): string =>
      thrown(() => shapleyValuesSync(posterior, rowsAt(two, 0), options), InputError).code;
    expect(code({})).toBe("too-few-rows");
    expect(code({ background, absent: "gone" })).toBe("invalid-option");
    expect(code({ background, scale: "odds" })).toBe("invalid-option");
    expect(code({ background, orders: 1 })).toBe("invalid-option");
    expect(code({ absent: "removed", method: "sampled" })).toBe("invalid-option");
    expect(code({ background, backgroundRows: 0 })).toBe("invalid-option");
  });
});

import { describe, expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { InputError } from "../../../src/errors.ts";
import { gaussian, linear, scale, type KernelDocument } from "../../../src/kernels/index.ts";
import { kernelLogistic, type KernelLogisticOptions } from "../../../src/models/process/klr.ts";
import type { Problem } from "../../../src/rows/labelledRows.ts";
import type { NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import type { Progress } from "../../../src/run/work.ts";
import { runSync } from "../../../src/run/run.ts";

const engine = selectEngine();

/** Rows within a ring belong to one class and rows around it to the other, with some exceptions. */
function ring(rows: number, columns = 2): Problem {
  const random = stream(4, rows);
  const values = Array.from({ length: rows }, () => Array.from({ length: columns }, () => normal(random)));
  return {
    X: fromRows(values),
    classes: Int32Array.from(values, ([x, y]) => (x * x + y * y + 0.4 * normal(random) > 1.4 ? 1 : 0)),
    classCount: 2,
    weights: new Float64Array(rows).fill(1),
    columnGroups: Array.from({ length: columns }, (_, j) => j),
    rowGroups: undefined,
  };
}

function fitted(problem: Problem, options: KernelLogisticOptions = {}): NumericPosterior {
  return runSync(kernelLogistic(options).fit(problem, { engine, seed: 1 }));
}

interface Parameters {
  readonly kernel: KernelDocument & { readonly lengthScale: number };
  readonly cost: number;
}

function parametersOf(posterior: NumericPosterior): Parameters {
  return posterior.parameters() as unknown as Parameters;
}

function scoreOf({ leaveOneOut }: NumericPosterior, { classes }: Problem): number {
  return classes.reduce((sum, q, i) => sum + (leaveOneOut?.logProbabilities.data[2 * i + q] ?? NaN), 0);
}

const problem = ring(80);

test("a curved boundary is found, and both criteria find about the same", () => {
  const [byRows, byFolds] = (["leave-one-out", "folds"] as const).map((criterion) => fitted(problem, { criterion }));
  for (const posterior of [byRows, byFolds]) expect(scoreOf(posterior, problem) / 80).toBeGreaterThan(-0.45);
  expect(scoreOf(byRows, problem)).toBeGreaterThan(scoreOf(byFolds, problem) - 1);
  expect(
    Math.abs(Math.log(parametersOf(byRows).kernel.lengthScale / parametersOf(byFolds).kernel.lengthScale)),
  ).toBeLessThan(1);
});

test("given C and kernel are used as they are", () => {
  const { kernel, cost } = parametersOf(
    fitted(problem, { regularization: 0.25, kernel: gaussian({ lengthScale: 0.7, fixed: ["lengthScale"] }) }),
  );
  expect(cost).toBe(4);
  expect(kernel.lengthScale).toBe(0.7);
});

test("a given C leaves the width to the search", () => {
  const { kernel, cost } = parametersOf(fitted(problem, { regularization: 0.25 }));
  expect(cost).toBe(4);
  expect(kernel.lengthScale).not.toBe(1);
});

test("a variance in front of the kernel says the same as C", () => {
  const [plain, scaled] = [gaussian(), scale(gaussian(), { variance: 9 })].map((kernel) => fitted(problem, { kernel }));
  expect(parametersOf(scaled).cost).toBeCloseTo(parametersOf(plain).cost / 9, 9);
  const expected = plain.predict(problem.X, 0.9).logProbabilities.data;
  scaled.predict(problem.X, 0.9).logProbabilities.data.forEach((log, at) => expect(log).toBeCloseTo(expected[at], 8));
});

test("a kernel without widths has only C to choose", () => {
  const posterior = fitted(problem, { kernel: linear() });
  // No line tells a ring from its inside.
  expect(scoreOf(posterior, problem) / 80).toBeLessThan(-0.6);
});

test("of many free parameters the length scales are moved together, and a warning says so", () => {
  const wide = ring(60, 6);
  const posterior = fitted(wide, { kernel: gaussian({ relevance: "each" }) });
  expect(posterior.warnings.map(({ code }) => code)).toContain("parameters-held");
  const { lengthScale } = parametersOf(posterior).kernel as unknown as { lengthScale: readonly number[] };
  expect(new Set(lengthScale).size).toBe(1);
  expect(lengthScale[0]).not.toBe(1);
});

test("the search rises, on few rows and then on more", () => {
  const seen: Progress[] = [];
  const large = ring(310);
  const posterior = runSync(kernelLogistic().fit(large, { engine, seed: 1 }), {
    onProgress: (step) => seen.push(step),
  });
  expect(new Set(seen.map(({ stage }) => stage))).toEqual(new Set(["grid", "search", "all rows", "final fit"]));
  for (const stage of ["grid", "search", "all rows"]) {
    const values = seen.filter((step) => step.stage === stage).map(({ objective }) => objective ?? NaN);
    values.slice(1).forEach((value, at) => expect(value).toBeGreaterThanOrEqual(values[at]));
  }
  expect(posterior.warnings).toEqual([]);
  expect(scoreOf(posterior, large) / 310).toBeGreaterThan(-0.4);
});

test("one row of each class is fitted, untuned and with a warning", () => {
  const two = { ...ring(2), classes: Int32Array.of(0, 1) };
  const posterior = fitted(two);
  expect(posterior.warnings.map(({ code }) => code)).toEqual(["no-leave-one-out", "not-tuned"]);
  const { logProbabilities } = posterior.predict(two.X, 0.9);
  expect(logProbabilities.data[0]).toBeGreaterThan(logProbabilities.data[1]);
});

describe("options that are none", () => {
  test.each<[string, object]>([
    ["a regularization of zero", { regularization: 0 }],
    ["a regularization in words", { regularization: "much" }],
    ["a criterion of its own", { criterion: "evidence" }],
    ["no start", { starts: [] }],
    ["an unknown name", { C: 1 }],
  ])("are refused: %s", (_, options) => {
    expect(() => kernelLogistic(options)).toThrow(InputError);
  });
});

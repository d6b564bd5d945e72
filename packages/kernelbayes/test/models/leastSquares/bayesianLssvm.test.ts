import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../src/engine/matrix.ts";
import { InputError } from "../../../src/errors.ts";
import { gaussian, kernelFromDocument, linear, scale, sum, type KernelDocument } from "../../../src/kernels/index.ts";
import { doubleCenter } from "../../../src/matrix/centerColumns.ts";
import { fromRows, selectRows } from "../../../src/matrix/index.ts";
import {
  bayesianLeastSquaresSupportVector,
  type BayesianLeastSquaresOptions,
} from "../../../src/models/leastSquares/bayesianLssvm.ts";
import { readEvidenceFit } from "../../../src/models/leastSquares/evidence/bayesianLeastSquaresPosterior.ts";
import type { Problem } from "../../../src/rows/labelledRows.ts";
import { smallSolver } from "../../../src/optimize/smallSolver.ts";
import type { NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { runSync } from "../../../src/run/run.ts";
import { engine } from "../fisher/samples.ts";

/** Two classes told apart by the first column alone, in a way no straight line can, among columns of noise. */
function problemOf(rows: number, columns: number, seed = 1): Problem {
  const random = stream(seed, rows);
  const values = Array.from({ length: rows }, () => Array.from({ length: columns }, () => normal(random)));
  return {
    X: fromRows(values),
    classes: Int32Array.from(values, ([x]) => (Math.abs(x) + 0.15 * normal(random) > 0.7 ? 1 : 0)),
    classCount: 2,
    weights: new Float64Array(rows).fill(1),
    columnGroups: Array.from({ length: columns }, (_, j) => j),
    rowGroups: undefined,
  };
}

function fitted(problem: Problem, options: BayesianLeastSquaresOptions = {}): NumericPosterior {
  return runSync(bayesianLeastSquaresSupportVector(options).fit(problem, { engine, seed: 1 }));
}

interface Parameters {
  readonly kernel: KernelDocument;
  readonly relevance?: readonly number[];
  readonly optima: readonly { readonly objective: number; readonly ratio: number }[];
  readonly rows: { readonly rows: number; readonly columns: number; readonly data: readonly number[] };
  readonly classes: readonly number[];
}

function parametersOf(posterior: NumericPosterior): Parameters {
  return posterior.parameters() as unknown as Parameters;
}

const problem = problemOf(60, 2);

describe("options", () => {
  test.each<[string, Record<string, unknown>]>([
    ["starts", { starts: [] }],
    ["starts", { starts: [1, -1] }],
    ["starts", { starts: "three" }],
    ["ard", { ard: "yes" }],
    ["ard", { ard: true, kernel: gaussian() }],
    ["odds", { odds: "even" }],
  ])("%s is refused: %o", (name, options) => {
    const work = (): unknown => bayesianLeastSquaresSupportVector(options);
    expect(work).toThrow(InputError);
    expect(work).toThrow(`The option ${name} of bayesian-lssvm`);
  });

  test("an unknown one is refused by name, and so is a kernel that is none", () => {
    expect(() => bayesianLeastSquaresSupportVector({ centers: "empirical" } as object)).toThrow('no option "centers"');
    expect(() => bayesianLeastSquaresSupportVector({ kernel: { kind: "gausian" } })).toThrow(InputError);
  });

  test("a kernel of one's own is a start, and a variance in front of it is kept", () => {
    const posterior = fitted(problem, { kernel: scale(gaussian({ lengthScale: 0.7 }), { variance: 3 }) });
    const { kernel, optima } = parametersOf(posterior);
    expect(optima).toHaveLength(4);
    const { parameters } = kernelFromDocument(kernel);
    expect(parameters.find(({ name }) => name.includes("variance"))?.value).toBeCloseTo(3, 12);
    expect(posterior.evidence).toBeCloseTo(fitted(problem).evidence ?? NaN, 6);
  });

  test("the rule of the odds changes probabilities and leave-one-out, and neither kernel nor evidence", () => {
    const posteriors = (["side", "targets", "empirical"] as const).map((odds) => fitted(problem, { odds }));
    const [side, targets, empirical] = posteriors.map((posterior) => posterior.predict(problem.X, 0.9));
    expect(side.logProbabilities.data).not.toEqual(targets.logProbabilities.data);
    expect(empirical.logProbabilities.data).not.toEqual(targets.logProbabilities.data);
    for (const { evidence } of posteriors) expect(evidence).toBe(posteriors[0].evidence);
    const left = posteriors.map(({ leaveOneOut }) => leaveOneOut?.logProbabilities.data);
    expect(new Set(left.map((data) => data?.[0])).size).toBe(3);
  });
});

test("coefficients and bias are those of the least-squares machine with the penalty 1/ϱ", () => {
  const { law, kernel, rows } = readEvidenceFit(engine, fitted(problem).parameters(), "parameters");
  const n = rows.rows;
  const K = kernel.matrix(engine, rows);
  const penalty = law.functionPrecision / law.noisePrecision;
  // [K + I/ϱ, 1; 1ᵀ, 0] [α; b] = [y; 0], solved as it stands.
  const bordered = Float64Array.from({ length: (n + 1) ** 2 }, (_, at) => {
    const [i, j] = [Math.floor(at / (n + 1)), at % (n + 1)];
    if (i === n || j === n) return i === j ? 0 : 1;
    return K.data[i * n + j] + (i === j ? penalty : 0);
  });
  const solution = smallSolver(bordered, n + 1)?.(Float64Array.from([...law.targets, 0]));
  law.coefficients.forEach((value, i) => expect(Math.abs(value - (solution?.[i] ?? NaN))).toBeLessThan(1e-10));
  expect(Math.abs(law.bias - (solution?.[n] ?? NaN))).toBeLessThan(1e-10);
});

test("the number of parameters that the data determine is one and the shares of the eigenvalues of the centered kernel", () => {
  const { law, kernel, rows, effective } = readEvidenceFit(engine, fitted(problem).parameters(), "parameters");
  const { values } = engine.eigenSymmetric(doubleCenter(kernel.matrix(engine, rows)));
  const penalty = law.functionPrecision / law.noisePrecision;
  const expected = values.reduce((sum, value) => sum + Math.max(value, 0) / (Math.max(value, 0) + penalty), 1);
  expect(effective).toBeCloseTo(expected, 9);
});

describe("automatic relevance determination", () => {
  test("finds the one column that matters", () => {
    const noisy = problemOf(100, 4, 3);
    const posterior = fitted(noisy, { ard: true });
    const { relevance } = parametersOf(posterior);
    expect(relevance).toHaveLength(4);
    expect(relevance?.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(relevance?.[0]).toBeGreaterThan(0.9);
    expect(posterior.evidence).toBeGreaterThan((fitted(noisy).evidence ?? NaN) + 5);
  });

  test("warns of length scales at their bound, by name", () => {
    const { search, warnings } = fitted(problemOf(100, 4, 3), { ard: true });
    expect(search?.atBounds.length).toBeGreaterThan(0);
    const warning = warnings.find(({ code }) => code === "at-bound");
    for (const name of search?.atBounds ?? []) expect(warning?.message).toContain(name);
    expect(search?.atBounds).not.toContain("lengthScale[0]");
  });

  test("is not reported without it", () => {
    expect(parametersOf(fitted(problem)).relevance).toBeUndefined();
  });
});

test.each(["side", "empirical"] as const)("leave-one-out equals refits at the same hyperparameters, by %s", (odds) => {
  // The refits take kernel and precisions from the fit to all rows.
  const model = bayesianLeastSquaresSupportVector({
    odds,
    kernel: sum(gaussian({ fixed: ["lengthScale"] }), linear()),
  });
  const small = problemOf(24, 2, 5);
  const whole = runSync(model.fit(small, { engine, seed: 1 }));
  const document = whole.parameters();
  const figures = { leaveOneOut: undefined, evidence: undefined, warnings: [] };
  const { rows, classes, weights } = document as { rows: Parameters["rows"]; classes: number[]; weights: number[] };
  const X: Matrix = { ...rows, data: Float64Array.from(rows.data) };
  for (let left = 0; left < 24; left++) {
    const kept = Array.from(classes.keys()).filter((row) => row !== left);
    const without = selectRows(X, kept);
    const refit = model.restore(
      {
        ...document,
        rows: { ...without, data: Array.from(without.data) },
        classes: kept.map((row) => classes[row]),
        weights: kept.map((row) => weights[row]),
      },
      figures,
      { engine, seed: 1 },
    );
    const expected = refit.predict(selectRows(X, [left]), 0.9).logProbabilities.data;
    const place = Array.from({ length: 24 }, (_, row) => row).find((row) =>
      [0, 1].every((j) => small.X.data[2 * row + j] === X.data[2 * left + j]),
    );
    for (const c of [0, 1]) {
      const found = whole.leaveOneOut?.logProbabilities.data[2 * (place ?? NaN) + c];
      expect(Math.abs((found ?? NaN) - expected[c])).toBeLessThan(1e-9);
    }
  }
});

test("a posterior that was saved predicts the same, bit for bit, and a damaged one is refused by its path", () => {
  const posterior = fitted(problem, { ard: true });
  const model = bayesianLeastSquaresSupportVector({ ard: true });
  const { search, leaveOneOut, evidence, warnings } = posterior;
  const document = JSON.parse(JSON.stringify(posterior.parameters())) as Record<string, unknown>;
  const again = model.restore(document, { search, leaveOneOut, evidence, warnings }, { engine, seed: 1 });
  expect(again.predict(problem.X, 0.8)).toEqual(posterior.predict(problem.X, 0.8));
  expect(again.parameters()).toEqual(posterior.parameters());
  for (const [name, value] of Object.entries({
    noisePrecision: -1,
    functionPrecision: 0,
    effective: 0,
    odds: "even",
    classes: [0, 1],
    weights: [1],
  })) {
    const damaged = { ...document, [name]: value };
    expect(() => model.restore(damaged, { leaveOneOut, evidence, warnings }, { engine, seed: 1 })).toThrow(
      `parameters.${name}`,
    );
  }
});

test("the announced cost grows with the cube of the rows only as far as the search looks at them all", () => {
  const { cost } = bayesianLeastSquaresSupportVector();
  const [small, double, large, larger] = [700, 1400, 8000, 16_000].map((rows) => cost(rows, 10, 2).operations);
  expect(double / small).toBeGreaterThan(5);
  expect(larger / large).toBeGreaterThan(4);
  expect(large).toBeLessThan(100 * double);
});

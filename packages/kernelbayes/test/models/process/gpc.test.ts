import { describe, expect, test } from "vitest";
import { twoSpirals } from "../../../src/data/twoSpirals.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { expectationPropagation } from "./latent/atOnce.ts";
import { constant, gaussian, kernelFromDocument, scale, sum, type KernelDocument } from "../../../src/kernels/index.ts";
import { logisticLikelihood } from "../../../src/likelihoods/logisticLikelihood.ts";
import { fromRows, selectRows } from "../../../src/matrix/index.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { gaussianProcess, type GaussianProcessOptions } from "../../../src/models/process/gpc.ts";
import type { Problem } from "../../../src/rows/labelledRows.ts";
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

function fitted(problem: Problem, options: GaussianProcessOptions = {}): NumericPosterior {
  return runSync(gaussianProcess(options).fit(problem, { engine, seed: 1 }));
}

interface Parameters {
  readonly members: readonly { readonly kernel: KernelDocument }[];
  readonly relevance?: readonly number[];
  readonly optima: readonly { readonly logEvidence?: number; readonly status: string }[];
}

function parametersOf(posterior: NumericPosterior): Parameters {
  return posterior.parameters() as unknown as Parameters;
}

const problem = problemOf(60, 2);
const chosen = fitted(problem);

describe("options", () => {
  test.each<[string, Record<string, unknown>]>([
    ["starts", { starts: [] }],
    ["starts", { starts: [-1], kernel: gaussian() }],
    ["calibration", { calibration: "isotonic" }],
    ["ard", { ard: "yes" }],
    ["ard", { ard: true, kernel: gaussian() }],
    ["inference", { inference: "variational" }],
    ["likelihood", { likelihood: "cauchit" }],
    ["likelihood", { likelihood: "probit", inference: "laplace" }],
  ])("%s is refused: %o", (name, options) => {
    expect(() => gaussianProcess(options)).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringContaining(name) }),
    );
  });

  test("a kernel of one's own may be the only start", () => {
    const { optima } = parametersOf(fitted(problem, { inference: "laplace", kernel: scale(gaussian()), starts: [] }));
    expect(optima).toHaveLength(1);
  });

  test("the likelihood is logistic unless given, with either inference", () => {
    expect(gaussianProcess().toDocument()).toMatchObject({ likelihood: "logistic", inference: "ep" });
    expect(gaussianProcess({ inference: "laplace" }).toDocument().likelihood).toBe("logistic");
    expect(gaussianProcess({ likelihood: "probit" }).toDocument()).toMatchObject({
      likelihood: "probit",
      inference: "ep",
    });
  });
});

test("the evidence is that of expectation propagation at the chosen kernel, and no step from there raises it", () => {
  const kernel = kernelFromDocument(parametersOf(chosen).members[0].kernel);
  const rows = { signs: Float64Array.from(problem.classes, (q) => 2 * q - 1), weights: problem.weights };
  const evidenceAt = (values: readonly number[]): number =>
    expectationPropagation(engine, kernel.withValues(values).matrix(engine, problem.X), rows, logisticLikelihood)
      .logEvidence;
  const values = kernel.parameters.map(({ value }) => value);
  expect(chosen.evidence).toBeCloseTo(evidenceAt(values), 7);
  values.forEach((_, j) => {
    for (const factor of [0.9, 1.1]) {
      expect(evidenceAt(values.map((value, k) => (k === j ? factor * value : value)))).toBeLessThan(
        (chosen.evidence as number) + 1e-4,
      );
    }
  });
});

test("every start is reported, and the best of them in the end", () => {
  const { optima } = parametersOf(chosen);
  expect(optima.length).toBe(4);
  expect(optima.some(({ logEvidence }) => Math.abs((logEvidence ?? 0) - (chosen.evidence as number)) < 1e-6)).toBe(
    true,
  );
});

test.each<[string, GaussianProcessOptions]>([
  ["expectation propagation, probit", { likelihood: "probit" }],
  ["expectation propagation, logistic", {}],
  ["Laplace", { inference: "laplace" }],
])("a curved boundary is learned by %s, and the leave-one-out score is close to that of new rows", (_, options) => {
  const posterior = fitted(problem, options);
  const fresh = problemOf(400, 2, 9);
  const { logProbabilities } = posterior.predict(fresh.X, 0.9);
  const loss = (logs: Float64Array, classes: Int32Array): number =>
    classes.reduce((total, q, i) => total - logs[2 * i + q], 0) / classes.length;
  const test = loss(logProbabilities.data, fresh.classes);
  expect(test).toBeLessThan(0.42);
  const left = posterior.leaveOneOut?.logProbabilities.data as Float64Array;
  expect(Math.abs(loss(left, problem.classes) - test)).toBeLessThan(0.12);
});

test("with a length scale for each column the one that matters has most of the relevance", () => {
  const { relevance } = parametersOf(fitted(problemOf(80, 3), { ard: true }));
  expect(relevance?.length).toBe(3);
  expect(relevance?.[0]).toBeGreaterThan(0.85);
  expect(parametersOf(chosen).relevance).toBeUndefined();
});

test("a kernel without free parameters is taken as it is", () => {
  const kernel = sum(
    scale(gaussian({ lengthScale: 0.8, fixed: ["lengthScale"] }), { variance: 3, fixed: ["variance"] }),
    constant({ variance: 0.5, fixed: ["variance"] }),
  );
  const posterior = fitted(problem, { kernel });
  expect(parametersOf(posterior).members[0].kernel).toEqual(kernel.toDocument());
  expect(posterior.search?.gradientNorm).toBe(0);
});

test("rows of a group are left out together", () => {
  const twice = [...Array(60).keys(), ...Array(60).keys()];
  const doubled: Problem = {
    ...problem,
    X: selectRows(problem.X, twice),
    classes: Int32Array.from(twice, (row) => problem.classes[row]),
    weights: new Float64Array(120).fill(1),
    rowGroups: Int32Array.from(twice),
  };
  const own = (posterior: NumericPosterior, classes: Int32Array): number =>
    classes.reduce((total, q, i) => total + (posterior.leaveOneOut?.logProbabilities.data[2 * i + q] ?? 0), 0) /
    classes.length;
  // Copies that may stay would tell their own class.
  expect(Math.abs(own(fitted(doubled), doubled.classes) - own(chosen, problem.classes))).toBeLessThan(0.1);
});

describe("the option manyClasses, which was removed", () => {
  const removed = {
    code: "removed-option",
    message:
      'The option manyClasses of gpc is "softmax", which was removed: one versus rest predicts better on every table tried. ' +
      "Fit the model again without this option.",
  };

  test("is refused with the reason, in code and in documents", () => {
    const options: object = { manyClasses: "softmax" };
    expect(() => gaussianProcess(options)).toThrow(expect.objectContaining(removed));
    expect(() => modelFromDocument({ name: "gpc", ...options })).toThrow(expect.objectContaining(removed));
    const posterior = fitSync(gaussianProcess({ starts: [1], inference: "laplace" }), twoSpirals(), {
      target: "class",
    });
    const saved = JSON.stringify(posterior.toDocument());
    const old = saved.replace('"manyClasses":"one-versus-rest"', '"manyClasses":"softmax"');
    expect(old).not.toBe(saved);
    expect(() => loadPosterior(old)).toThrow(expect.objectContaining(removed));
  });

  test("is read from documents that name what every process does", () => {
    const model = modelFromDocument({ name: "gpc", manyClasses: "one-versus-rest" });
    expect(model.classes).toBe("two");
    expect(model.toDocument()).toEqual(gaussianProcess().toDocument());
  });
});

test("a pattern as fine as two spirals is found", () => {
  const posterior = fitSync(gaussianProcess(), twoSpirals(), { target: "class" });
  expect(posterior.evidence).toBeGreaterThan(-110);
});

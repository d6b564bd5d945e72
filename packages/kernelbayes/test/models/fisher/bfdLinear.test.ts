import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { linear, scale } from "../../../src/kernels/index.ts";
import { bayesianFisher } from "../../../src/models/fisher/bfd.ts";
import { linearBayesianFisher, type LinearBayesianFisherOptions } from "../../../src/models/fisher/bfdLinear.ts";
import type { Problem } from "../../../src/rows/labelledRows.ts";
import type { NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { fromRows, selectRows } from "../../../src/matrix/index.ts";
import { engines } from "../../kernels/engines.ts";
import { fitTo, gaussianRows, probabilitiesOf, problemOf, type Labelled } from "../problems.ts";

/** Rows of which the first two columns tell the classes apart and the others do not. */
function noisy(n: number, p: number, seed = 5): Labelled {
  const random = stream(seed, n, p);
  const classes = Array.from({ length: n }, (_, i) => i % 2);
  const X = classes.map((q) => Array.from({ length: p }, (_, j) => normal(random) + (j < 2 ? 1.6 * q : 0)));
  return { X, classes };
}

interface Parameters {
  readonly weights: number[];
  readonly priorPrecision: number[];
  readonly precision: number;
}

function parametersOf(posterior: NumericPosterior): Parameters {
  return posterior.parameters() as unknown as Parameters;
}

const clouds = gaussianRows({ sizes: [24, 16], columns: 3 });

test("one precision for all columns is the Gaussian process with a linear kernel, evidence, probabilities and all", () => {
  // What is searched is the same but for its name: the variance of a scaled linear kernel is one over the precision.
  const problem = problemOf(clouds);
  const own = fitTo(linearBayesianFisher({ ard: false }), problem);
  const precisionPrior = { shape: 0.5, rate: 0.5 };
  const process = fitTo(bayesianFisher({ kernel: scale(linear()), precisionPrior }), problem);
  expect(own.evidence).toBeCloseTo(process.evidence ?? NaN, 6);
  const [a, b] = [own, process].map((each) => probabilitiesOf(each, clouds.X).flat());
  a.forEach((value, at) => expect(Math.abs(value - b[at])).toBeLessThan(1e-6));
  const [left, leftByProcess] = [own, process].map(({ leaveOneOut }) => leaveOneOut?.logProbabilities.data ?? []);
  expect(left.length).toBe(80);
  Array.from(left).forEach((value, at) => expect(Math.abs(value - leftByProcess[at])).toBeLessThan(1e-5));
});

test("expectation maximization ends where the direct search does", () => {
  for (const ard of [false, true]) {
    const problem = problemOf(noisy(60, 5));
    const [direct, byExpectation] = (["evidence", "em"] as const).map((hyperparameters) =>
      fitTo(linearBayesianFisher({ ard, hyperparameters }), problem),
    );
    expect(byExpectation.evidence).toBeCloseTo(direct.evidence ?? NaN, 4);
    const [a, b] = [direct, byExpectation].map((each) => probabilitiesOf(each, noisy(10, 5, 6).X).flat());
    a.forEach((value, at) => expect(Math.abs(value - b[at])).toBeLessThan(1e-4));
  }
});

describe("a precision for each column", () => {
  test("switches off the columns that say nothing, and raises the evidence", () => {
    const problem = problemOf(noisy(80, 8));
    const each = fitTo(linearBayesianFisher({ ard: true }), problem);
    const one = fitTo(linearBayesianFisher({ ard: false }), problem);
    expect(each.evidence ?? NaN).toBeGreaterThan(one.evidence ?? NaN);
    const { priorPrecision, weights } = parametersOf(each);
    expect(Math.max(...priorPrecision.slice(0, 2))).toBeLessThan(100);
    const off = priorPrecision.slice(2).flatMap((a, j) => (a === 1e12 ? [j + 2] : []));
    expect(off.length).toBeGreaterThanOrEqual(3);
    for (const j of off) expect(Math.abs(weights[j])).toBeLessThan(1e-9);
    // That a column is switched off is an answer, and nothing to be warned of.
    expect(each.warnings).toEqual([]);
    expect(each.search?.atBounds).toEqual([]);
    expect(new Set(parametersOf(one).priorPrecision).size).toBe(1);
  });

  test("is one for all the indicators of a category", () => {
    const problem: Problem = { ...problemOf(noisy(60, 6)), columnGroups: [0, 1, 2, 2, 2, 3] };
    const { priorPrecision } = parametersOf(fitTo(linearBayesianFisher({ ard: true }), problem));
    expect(new Set(priorPrecision.slice(2, 5)).size).toBe(1);
    expect(new Set(priorPrecision).size).toBeGreaterThanOrEqual(3);
  });
});

test("a thousand columns and thirty rows are fitted, and new rows told apart", () => {
  const p = 1000;
  const random = stream(8, p);
  const draw = (n: number): Labelled => {
    const classes = Array.from({ length: n }, (_, i) => i % 2);
    return { classes, X: classes.map((q) => Array.from({ length: p }, (_, j) => normal(random) + (j < 100 ? q : 0))) };
  };
  const training = draw(30);
  const posterior = fitTo(linearBayesianFisher(), problemOf(training));
  expect(posterior.search?.gradientNorm).toBeLessThan(1e-4);
  const asked = draw(100);
  const right = probabilitiesOf(posterior, asked.X).filter((row, i) => row[asked.classes[i]] > 0.5).length;
  // Chance would have 50 of 100, with a deviation of 5.
  expect(right).toBeGreaterThan(80);
});

test("the engines agree", () => {
  for (const problem of [problemOf(clouds), problemOf(noisy(14, 20))]) {
    const rows = problem.X.columns === 3 ? clouds.X : noisy(14, 20).X;
    const [first, ...others] = engines.map((engine) =>
      probabilitiesOf(fitTo(linearBayesianFisher(), problem, { engine }), rows).flat(),
    );
    for (const other of others) other.forEach((value, at) => expect(Math.abs(value - first[at])).toBeLessThan(1e-10));
  }
});

test("the criterion rises while it is searched, whichever way", () => {
  for (const options of [{}, { hyperparameters: "em" }, { ard: true }] as LinearBayesianFisherOptions[]) {
    const work = linearBayesianFisher(options).fit(problemOf(clouds), { engine: engines[0], seed: 1 });
    let [stage, best, reports] = ["", -Infinity, 0];
    for (let next = work.next(); !next.done; next = work.next()) {
      if (next.value.kind !== "progress" || next.value.objective === undefined) continue;
      if (next.value.stage !== stage) best = -Infinity;
      ({ stage } = next.value);
      expect(next.value.objective).toBeGreaterThanOrEqual(best - 1e-9 * Math.abs(best));
      best = next.value.objective;
      reports++;
    }
    expect(reports).toBeGreaterThan(3);
  }
});

test("a narrow prior of the noise holds it where it is", () => {
  const problem = problemOf(clouds);
  const free = parametersOf(fitTo(linearBayesianFisher(), problem)).precision;
  const held = parametersOf(
    fitTo(linearBayesianFisher({ precisionPrior: { shape: 1e6, rate: 1e6 / (5 * free) } }), problem),
  ).precision;
  expect(held / free).toBeCloseTo(5, 1);
});

describe("where the class means coincide", () => {
  const X = [[1], [2], [3], [1], [2], [3], [1], [2], [3]];
  const classes = [0, 0, 0, 1, 1, 1, 0, 0, 0];

  test("every row gets the class frequencies, with a warning that says so", () => {
    const posterior = fitTo(linearBayesianFisher(), problemOf({ X, classes }));
    expect(posterior.warnings.map(({ code }) => code)).toEqual(["means-coincide"]);
    for (const [lower, upper] of probabilitiesOf(posterior, [[1], [7]])) {
      expect(lower).toBeCloseTo(2 / 3, 14);
      expect(upper).toBeCloseTo(1 / 3, 14);
    }
    const logs = posterior.leaveOneOut?.logProbabilities.data ?? [];
    expect(Math.exp(logs[0])).toBeCloseTo(5 / 8, 14);
    expect(Math.exp(logs[7])).toBeCloseTo(2 / 8, 14);
  });

  test("so do rows that are left out in groups", () => {
    const groups = classes.map((_, row) => row);
    const { leaveOneOut } = fitTo(linearBayesianFisher(), problemOf({ X, classes }, { groups }));
    expect(leaveOneOut?.omitted).toEqual([]);
    leaveOneOut?.logProbabilities.data.forEach((log) => expect(Math.exp(log)).toBeLessThan(1));
  });

  test("they are what means that come together tend to", () => {
    const departure = (gap: number): number => {
      const near = X.map(([x], i) => [x + gap * classes[i]]);
      const posterior = fitTo(linearBayesianFisher({ calibration: "none" }), problemOf({ X: near, classes }));
      expect(posterior.warnings).toEqual([]);
      return probabilitiesOf(posterior, [[1]])[0][0] - 2 / 3;
    };
    expect(Math.abs(departure(0.01))).toBeLessThan(0.01);
    // In proportion to the gap.
    expect(departure(0.001) / departure(0.01)).toBeCloseTo(0.1, 2);
  });
});

test("groups of rows are left out together", () => {
  const { X, classes } = gaussianRows({ sizes: [12, 12], columns: 3, distance: 1 });
  const twice = { X: [...X, ...X], classes: [...classes, ...classes] };
  const groups = twice.classes.map((_, row) => row % 24);
  const grouped = fitTo(linearBayesianFisher(), problemOf(twice, { groups })).leaveOneOut;
  expect(grouped?.method).toBe("approximate");
  expect(grouped?.omitted).toEqual([]);
  const logs = grouped?.logProbabilities.data ?? [];
  // Copies of a row are in one group, and so have one score.
  for (let at = 0; at < 48; at++) expect(logs[at]).toBe(logs[at + 48]);
});

test("options that have no meaning are refused", () => {
  const wrong = [
    { ard: "flat" },
    { ard: null },
    { hyperparameters: "sampling" },
    { precisionPrior: 1 },
    { precisionPrior: null },
    { precisionPrior: { shape: 0, rate: 1 } },
    { precisionPrior: { shape: 1, rate: 1, scale: 2 } },
  ] as unknown as LinearBayesianFisherOptions[];
  for (const options of wrong) {
    expect(() => linearBayesianFisher(options)).toThrow(InputError);
    expect(() => linearBayesianFisher(options)).toThrow("bfd-linear");
  }
});

test("the document of the model holds its options, and the cost grows with the smaller side squared", () => {
  expect(linearBayesianFisher({ ard: true }).toDocument()).toEqual({
    name: "bfd-linear",
    ard: true,
    hyperparameters: "evidence",
    precisionPrior: { shape: 0.5, rate: 0.5 },
    calibration: "curve",
  });
  const { cost } = linearBayesianFisher();
  const wide = cost(50, 4000, 2).operations;
  expect(cost(50, 8000, 2).operations / wide).toBeLessThan(2.1);
  expect(cost(100, 4000, 2).operations / wide).toBeGreaterThan(3);
});

test("rows in another order give the same posterior, bit for bit", () => {
  const problem = problemOf(clouds);
  const order = clouds.classes.map((_, row) => (row * 7) % 40);
  const turned: Problem = {
    ...problem,
    X: selectRows(fromRows(clouds.X), order),
    classes: Int32Array.from(order, (row) => clouds.classes[row]),
  };
  const [a, b] = [problem, turned].map((each) => fitTo(linearBayesianFisher(), each).parameters());
  expect(a).toEqual(b);
});

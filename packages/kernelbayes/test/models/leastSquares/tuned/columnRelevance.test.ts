import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { columnRelevance, informationFactors } from "../../../../src/models/leastSquares/tuned/columnRelevance.ts";
import { normal } from "../../../../src/random/normal.ts";
import { stream } from "../../../../src/random/stream.ts";
import { runSync } from "../../../../src/run/run.ts";
import type { Progress } from "../../../../src/run/work.ts";
import { engine } from "../problems.ts";

function problem(
  n: number,
  p: number,
  label: (x: Float64Array, noise: number) => boolean,
): Parameters<typeof columnRelevance>[1] {
  const source = stream(11);
  const X = matrix(
    n,
    p,
    Float64Array.from({ length: n * p }, () => normal(source)),
  );
  const signs = Float64Array.from({ length: n }, (_, i) =>
    label(X.data.subarray(i * p, (i + 1) * p), normal(source)) ? 1 : -1,
  );
  return { X, signs: [signs], weights: new Float64Array(n).fill(1) };
}

test("columns that alone decide get the weight", () => {
  const given = problem(300, 8, (x, noise) => x[0] * x[1] + 0.1 * noise > 0);
  const groups = [0, 1, 2, 3, 4, 5, 6, 7];
  const found = runSync(columnRelevance(engine, given, { gamma: 0.1, mu: 1, groups }));
  if (!found) throw new Error("Two columns of eight decide; the weights must have been accepted.");
  const [first, second, ...rest] = found.columnFactors;
  expect(Math.min(first, second)).toBeGreaterThan(4 * Math.max(...rest));
  expect(found.columnFactors.reduce((sum, factor) => sum + factor, 0) / 8).toBeCloseTo(1, 10);
});

test("the weights of a large table are learned on half of its rows, because a thousand rows missed columns", () => {
  const groups = [0, 1, 2, 3, 4, 5];
  const start = { gamma: 0.1, mu: 1, groups };
  const given = problem(2600, 6, (x, noise) => x[0] * x[1] + 2 * Math.exp(-(x[2] ** 2)) + 2 * noise > 1);
  const found = runSync(columnRelevance(engine, given, start));
  expect(found?.rows).toBe(1300);
  const small = problem(1500, 6, (x, noise) => x[0] * x[1] + 0.1 * noise > 0);
  expect(runSync(columnRelevance(engine, small, start))?.rows).toBe(1000);
});

test("columns that all decide alike keep equal weights", () => {
  const given = problem(300, 8, (x, noise) => x.reduce((sum, value) => sum + value * value, 0) + noise > 8);
  const groups = [0, 1, 2, 3, 4, 5, 6, 7];
  expect(runSync(columnRelevance(engine, given, { gamma: 0.06, mu: 1, groups }))).toBeUndefined();
});

test("where the loss leaves nothing to gain, weights are not even tried", () => {
  const given = problem(300, 8, (x) => x[0] > 0);
  const apart = {
    ...given,
    X: { ...given.X, data: given.X.data.map((x, at) => (at % 8 ? x : x + 20 * Math.sign(x))) },
  };
  const work = columnRelevance(engine, apart, { gamma: 0.002, mu: 0.01, groups: [0, 1, 2, 3, 4, 5, 6, 7] });
  expect(work.next()).toEqual({ done: true, value: undefined });
});

test("a trial is over as soon as it is clear how it ends, and says so as its last step", () => {
  const groups = [0, 1, 2, 3, 4, 5, 6, 7];
  const stepsOf = (work: ReturnType<typeof columnRelevance>): Progress[] => {
    const seen: Progress[] = [];
    for (let step = work.next(); !step.done; step = work.next()) {
      if (step.value.kind === "progress") seen.push(step.value);
    }
    return seen;
  };
  const alike = problem(300, 8, (x, noise) => x.reduce((sum, value) => sum + value * value, 0) + noise > 8);
  const declined = stepsOf(columnRelevance(engine, alike, { gamma: 0.06, mu: 1, groups }));
  // Six iterations and their end would be seven.
  expect(declined.length).toBeLessThan(7);
  expect(declined.at(-1)).toMatchObject({ stage: "column weights, trial", step: 6, of: 6 });
  const two = problem(300, 8, (x, noise) => x[0] * x[1] + 0.1 * noise > 0);
  const accepted = stepsOf(columnRelevance(engine, two, { gamma: 0.1, mu: 1, groups }));
  const trial = accepted.filter(({ stage }) => stage === "column weights, trial");
  expect(trial.length).toBeLessThan(7);
  expect(trial.at(-1)).toMatchObject({ step: 6, of: 6 });
  expect(accepted.at(-1)).toMatchObject({ stage: "column weights", step: 20, of: 20 });
});

const n = 400;
const source = stream(3);
/** A class, a column that tells it in four of five rows, two indicators of a category of three levels that tells it always, and noise. */
const classes = Int32Array.from({ length: n }, (_, i) => i % 2);
const X = matrix(n, 4);
for (let i = 0; i < n; i++) {
  const told = source.uniform() < 0.8 ? classes[i] : 1 - classes[i];
  const level = classes[i] === 0 ? 0 : 1 + (i % 4 < 2 ? 0 : 1);
  X.data.set([told + 0.01 * source.uniform(), level === 1 ? 1 : 0, level === 2 ? 1 : 0, source.uniform()], 4 * i);
}
const weights = new Float64Array(n).fill(1);
const groups = [4, 9, 9, 2];

test("factors follow the information of each group, by hand for a category that tells everything", () => {
  const factors = informationFactors({ X, classes, weights, groups });
  expect(factors[1]).toBe(factors[2]);
  expect(factors[1]).toBeGreaterThan(factors[0]);
  expect(factors[0]).toBeGreaterThan(factors[3]);
  // I = log 2 − (3 − 1)/(2n) of the category; the mean of the factors over the groups is 1.
  expect((factors[0] + factors[1] + factors[3]) / 3).toBeCloseTo(1, 12);
  const mean = (Math.LN2 - 2 / (2 * n)) / (1.02 * factors[1] - 0.02);
  const cells = 0.8 * Math.log(1.6) + 0.2 * Math.log(0.4);
  expect((1.02 * factors[0] - 0.02) * mean).toBeCloseTo(cells, 1);
});

test("a row of weight two counts as two rows", () => {
  const rows = Int32Array.from({ length: n }, (_, i) => i % 300);
  const copied = matrix(
    n,
    4,
    Float64Array.from({ length: 4 * n }, (_, at) => X.data[4 * rows[at >> 2] + (at & 3)]),
  );
  const first = matrix(300, 4, X.data.slice(0, 1200));
  const asCopies = informationFactors({ X: copied, classes: rows.map((row) => classes[row]), weights, groups });
  const asWeights = informationFactors({
    X: first,
    classes: classes.slice(0, 300),
    weights: Float64Array.from({ length: 300 }, (_, i) => (i < 100 ? 2 : 1)),
    groups,
  });
  asWeights.forEach((factor, j) => expect(factor).toBeCloseTo(asCopies[j], 12));
});

test("columns without any information are all alike", () => {
  const constant = matrix(n, 2, new Float64Array(2 * n));
  expect(Array.from(informationFactors({ X: constant, classes, weights, groups: [0, 1] }))).toEqual([1, 1]);
});

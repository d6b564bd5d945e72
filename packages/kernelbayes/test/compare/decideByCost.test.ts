import * as fc from "fast-check";
import { expect, test } from "vitest";
import { abstain, selectiveScores } from "../../src/compare/abstain.ts";
import { ABSTAINED, decideByCost } from "../../src/compare/decideByCost.ts";
import { estimatePriors, shiftPriors } from "../../src/compare/shiftPriors.ts";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { fromRows } from "../../src/matrix/row.ts";
import { normal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { thrown } from "../thrown.ts";
import { mostProbable } from "../../src/evaluate/probabilities.ts";

function randomRows(rows: number, C: number, seed: number): Matrix {
  const source = stream(seed);
  const P = matrix(rows, C);
  for (let i = 0; i < rows; i++) {
    const own = P.data.subarray(i * C, (i + 1) * C);
    for (let c = 0; c < C; c++) own[c] = -Math.log(source.uniform());
    const total = own.reduce((sum, value) => sum + value, 0);
    own.forEach((value, c) => (own[c] = value / total));
  }
  return P;
}

const wrongCostsOne = (C: number): number[][] =>
  Array.from({ length: C }, (_, a) => Array.from({ length: C }, (_unused, c) => (a === c ? 0 : 1)));

test("with equal costs of all mistakes the most probable class is decided", () => {
  const P = randomRows(200, 4, 1);
  const { decisions, expectedCosts } = decideByCost(P, wrongCostsOne(4));
  expect(decisions).toEqual(mostProbable(P));
  expectClose(
    expectedCosts.data,
    P.data.map((p) => 1 - p),
    1e-14,
  );
});

test("a mistake that is ten times as bad is avoided down to a probability of one eleventh", () => {
  const costs = [
    [0, 10],
    [1, 0],
  ];
  const decided = (p: number): number => decideByCost(fromRows([[1 - p, p]]), costs).decisions[0];
  expect(decided(0.0908)).toBe(0);
  expect(decided(0.091)).toBe(1);
});

test("a constant added to what every decision costs in one class changes no decision", () => {
  const whole = fc.integer({ min: -8, max: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(whole, whole, whole), { minLength: 3, maxLength: 3 }), whole, (costs, added) => {
      // Probabilities in eighths and whole costs: exact in doubles, ties included.
      const P = fromRows([
        [0.5, 0.25, 0.25],
        [0.125, 0.125, 0.75],
        [0.375, 0.375, 0.25],
      ]);
      const moved = costs.map(([first, second, third]) => [first, second + added, third]);
      expect(decideByCost(P, moved).decisions).toEqual(decideByCost(P, costs).decisions);
    }),
    { seed: 2 },
  );
});

test("of equally costly decisions the more probable class is taken, then the lower number", () => {
  const flat = [
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
  ];
  const P = fromRows([
    [0.2, 0.3, 0.5],
    [0.4, 0.4, 0.2],
  ]);
  expect(decideByCost(P, flat).decisions).toEqual(Int32Array.of(2, 0));
});

test("there may be more decisions than classes", () => {
  const costs = [
    [0, 8],
    [4, 0],
    [1, 1],
  ];
  const P = fromRows([
    [0.95, 0.05],
    [0.6, 0.4],
    [0.1, 0.9],
  ]);
  expect(decideByCost(P, costs).decisions).toEqual(Int32Array.of(0, 2, 1));
});

test("abstaining for the cost r under equal costs is Chow's rule with the threshold 1 − r", () => {
  const P = randomRows(300, 3, 3);
  for (const r of [0.1, 0.3, 0.5]) {
    expect(decideByCost(P, wrongCostsOne(3), { abstainCost: r }).decisions).toEqual(abstain(P, 1 - r));
  }
  expect(abstain(P, 0)).toEqual(mostProbable(P));
  expect(new Set(abstain(P, 0.6))).toContain(ABSTAINED);
});

test("with intervals only those decisions stand that no probabilities within them overturn", () => {
  const source = stream(4);
  const P = randomRows(60, 3, 4);
  const lower = matrix(
    60,
    3,
    P.data.map((p) => p * (1 - 0.3 * source.uniform())),
  );
  const upper = matrix(
    60,
    3,
    P.data.map((p) => Math.min(1, p * (1 + 0.3 * source.uniform()))),
  );
  const costs = [
    [0, 5, 1],
    [1, 0, 2],
    [3, 1, 0],
  ];
  const plain = decideByCost(P, costs).decisions;
  const cautious = decideByCost(P, costs, { intervals: { lower, upper } }).decisions;
  let left = 0;
  cautious.forEach((decision, i) => {
    // Deliberately naive: many probabilities in the box.
    let overturned = false;
    for (let trial = 0; trial < 400; trial++) {
      const at = (c: number): number =>
        lower.data[3 * i + c] + source.uniform() * (upper.data[3 * i + c] - lower.data[3 * i + c]);
      const [first, second] = [at(0), at(1)];
      const third = 1 - first - second;
      if (third < lower.data[3 * i + 2] || third > upper.data[3 * i + 2]) continue;
      if (decideByCost(fromRows([[first, second, third]]), costs).decisions[0] !== plain[i]) overturned = true;
    }
    if (overturned) expect(decision).toBe(ABSTAINED);
    if (decision === ABSTAINED) left++;
    else expect(decision).toBe(plain[i]);
  });
  expect(left).toBeGreaterThan(5);
  expect(left).toBeLessThan(55);
  // Intervals without width overturn nothing.
  expect(decideByCost(P, costs, { intervals: { lower: P, upper: P } }).decisions).toEqual(plain);
});

test("for two classes the cautious decision is the one that both ends of the interval agree on", () => {
  const costs = [
    [0, 3],
    [1, 0],
  ];
  const decided = (p: number, low: number, high: number): number =>
    decideByCost(fromRows([[1 - p, p]]), costs, {
      intervals: { lower: fromRows([[1 - high, low]]), upper: fromRows([[1 - low, high]]) },
    }).decisions[0];
  expect(decided(0.4, 0.26, 0.6)).toBe(1);
  expect(decided(0.4, 0.24, 0.6)).toBe(ABSTAINED);
  expect(decided(0.2, 0.1, 0.24)).toBe(0);
  expect(decided(0.2, 0.1, 0.26)).toBe(ABSTAINED);
});

test("the cautious threshold is reached by the lower end of the interval", () => {
  const P = fromRows([
    [0.1, 0.9],
    [0.05, 0.95],
  ]);
  const lower = fromRows([
    [0.01, 0.7],
    [0.01, 0.85],
  ]);
  expect(abstain(P, 0.8)).toEqual(Int32Array.of(1, 1));
  expect(abstain(P, 0.8, { lower })).toEqual(Int32Array.of(ABSTAINED, 1));
});

test("coverage and error count what was decided", () => {
  const decisions = [0, ABSTAINED, 1, 1];
  expect(selectiveScores(decisions, [0, 0, 0, 1])).toEqual({ coverage: 0.75, errorRate: 1 / 3 });
  expect(selectiveScores(decisions, [0, 0, 0, 1], [1, 1, 2, 4])).toEqual({ coverage: 7 / 8, errorRate: 2 / 7 });
  expect(selectiveScores([ABSTAINED], [0])).toEqual({ coverage: 0, errorRate: Number.NaN });
});

test("costs and thresholds that make no sense are refused by name", () => {
  const P = fromRows([[0.5, 0.5]]);
  expect(thrown(() => decideByCost(P, [[0, 1], [1]])).message).toContain("Row 2 of the costs has 1 entries");
  expect(thrown(() => decideByCost(P, [[0, Infinity]])).message).toContain("row 1, entry 2");
  expect(thrown(() => decideByCost(P, [])).code).toBe("invalid-costs");
  expect(thrown(() => decideByCost(P, [[0, 1]], { abstainCost: Number.NaN })).code).toBe("invalid-costs");
  expect(thrown(() => abstain(P, 1.1)).code).toBe("invalid-threshold");
  expect(() => abstain(P, 0.5, { lower: matrix(2, 2) })).toThrow(RangeError);
  expect(() => decideByCost(P, [[0, 1]], { intervals: { lower: P, upper: matrix(1, 3) } })).toThrow(RangeError);
});

/** Rows of two normal classes one deviation apart on either side, with their exact log probabilities under even classes. */
function twoNormals(n: number, share: number, seed: number): Matrix {
  const source = stream(seed);
  const logs = matrix(n, 2);
  for (let i = 0; i < n; i++) {
    const x = normal(source) + (source.uniform() < share ? 1 : -1);
    logs.data[2 * i] = -Math.log1p(Math.exp(2 * x));
    logs.data[2 * i + 1] = -Math.log1p(Math.exp(-2 * x));
  }
  return logs;
}

test("shifted probabilities are those of Bayes' rule under the new frequencies, and shift back", () => {
  const logs = twoNormals(50, 0.5, 5);
  const shifted = shiftPriors(logs, [0.5, 0.5], [0.9, 0.1]);
  for (let i = 0; i < 50; i++) {
    const odds = Math.exp(logs.data[2 * i + 1] - logs.data[2 * i]) / 9;
    expect(Math.exp(shifted.data[2 * i + 1])).toBeCloseTo(odds / (1 + odds), 13);
  }
  expectClose(shiftPriors(shifted, [0.9, 0.1], [0.5, 0.5]).data, logs.data, 1e-12);
  // A class that no longer occurs.
  expect(shiftPriors(logs, [0.5, 0.5], [1, 0]).data[1]).toBe(-Infinity);
});

test("frequencies of unlabelled rows are found, and the shift is tested", () => {
  // The standard error of the estimate is about 0.012.
  const found = estimatePriors(twoNormals(3000, 0.2, 6), [0.5, 0.5]);
  expect(found.converged).toBe(true);
  expect(Math.abs(found.priors[1] - 0.2)).toBeLessThan(0.05);
  expect(found.p).toBeLessThan(1e-10);
  expect(found.degreesOfFreedom).toEqual([1]);
});

test("without a shift the test rejects as often as its level says", () => {
  // 200 samples at the level 0.1: 20 rejections expected, four standard errors are 17.
  let rejected = 0;
  for (let seed = 0; seed < 200; seed++) {
    if (estimatePriors(twoNormals(100, 0.5, 100 + seed), [0.5, 0.5], { tolerance: 1e-7 }).p < 0.1) rejected++;
  }
  expect(rejected).toBeGreaterThan(3);
  expect(rejected).toBeLessThan(37);
});

test("the estimate is a fixed point, weights count as repeated rows, and the bound of updates is told", () => {
  const logs = twoNormals(40, 0.3, 7);
  const { priors } = estimatePriors(logs, [0.5, 0.5]);
  const shifted = shiftPriors(logs, [0.5, 0.5], priors).data.map(Math.exp);
  const mean = shifted.reduce((sum, p, at) => sum + (at % 2 === 1 ? p / 40 : 0), 0);
  expect(mean).toBeCloseTo(priors[1], 8);
  const weights = Array.from({ length: 40 }, (_, i) => i % 3);
  const rows = weights.flatMap((weight, i) => Array.from<number>({ length: weight }).fill(i));
  const repeated = matrix(
    rows.length,
    2,
    Float64Array.from(rows.flatMap((i) => [logs.data[2 * i], logs.data[2 * i + 1]])),
  );
  expectClose(estimatePriors(logs, [0.5, 0.5], { weights }).priors, estimatePriors(repeated, [0.5, 0.5]).priors, 1e-9);
  expect(estimatePriors(logs, [0.5, 0.5], { maxUpdates: 2 })).toMatchObject({ updates: 2, converged: false });
});

test("frequencies that are none are refused", () => {
  const logs = twoNormals(3, 0.5, 8);
  expect(thrown(() => shiftPriors(logs, [0, 1], [0.5, 0.5])).message).toContain("old class frequencies");
  expect(thrown(() => shiftPriors(logs, [0.5, 0.5], [0.5, 0.6])).code).toBe("invalid-priors");
  expect(thrown(() => estimatePriors(logs, [0.2, 0.3, 0.5])).message).toContain("2 numbers above 0");
});

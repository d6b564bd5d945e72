import { describe, expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import {
  maximizeFeaturesByExpectation,
  featureBox,
  maximizeEvidence,
  prunedPoint,
} from "../../../../src/models/fisher/features/maximizeEvidence.ts";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { featureProblem } from "../../../../src/models/fisher/features/featureLaw.ts";
import {
  evaluateFeatures,
  featureObjective,
  groupCount,
  logsOf,
  pointOf,
  type FeatureTask,
  featureStart,
} from "../../../../src/models/fisher/features/featureObjective.ts";
import { largestPriorPrecision } from "../../../../src/models/fisher/features/featurePosterior.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { runSync } from "../../../../src/run/run.ts";
import type { Work } from "../../../../src/run/work.ts";
import { engine, relative, sample } from "../samples.ts";

const prior = { shape: 0.5, rate: 0.5 };

/** Two columns that tell the classes apart and `noise` that do not. */
function task(n: number, noise: number, { seed = 3, groups }: { seed?: number; groups?: number[] } = {}): FeatureTask {
  const random = stream(seed, n, noise);
  const labels = Array.from({ length: n }, (_, i) => i % 2);
  const p = noise + 2;
  const X = matrix(n, p);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < p; j++) X.data[i * p + j] = normal(random) + (j < 2 ? 1.5 * labels[i] : 0);
  }
  const problem = featureProblem(engine, X, fisherContrasts(labels));
  return { problem, prior, groups: Int32Array.from(groups ?? Array.from({ length: p }, (_, j) => j)) };
}

function objectivesOf<Result>(work: Work<Result>): { result: Result; objectives: number[] } {
  const objectives: number[] = [];
  for (;;) {
    const next = work.next();
    if (next.done) return { result: next.value, objectives };
    if (next.value.kind === "progress" && next.value.objective !== undefined) objectives.push(next.value.objective);
  }
}

describe("the objective", () => {
  test.each([
    ["more rows than columns", task(30, 3, { groups: [0, 1, 1, 2, 2] })],
    ["more columns than rows", task(10, 18, { groups: Array.from({ length: 20 }, (_, j) => j % 4) })],
  ])("has the gradient of its values, groups of columns moving together, with %s", (_, given) => {
    const objective = featureObjective(given);
    const at = Float64Array.from({ length: groupCount(given) + 1 }, (__, j) => 0.7 * j - 0.5);
    const { gradient } = objective(at);
    const step = 1e-5;
    at.forEach((___, j) => {
      const moved = (by: number): number => objective(at.map((log, k) => (k === j ? log + by : log))).value;
      expect(gradient[j]).toBeCloseTo((moved(step) - moved(-step)) / (2 * step), 6);
    });
  });

  test("takes points from their logarithms and back, the cap to the bit", () => {
    const point = { groupPrecision: Float64Array.of(2, largestPriorPrecision), precision: 0.3 };
    const again = pointOf(logsOf(point));
    expect(again.groupPrecision[1]).toBe(largestPriorPrecision);
    expect(again.groupPrecision[0]).toBeCloseTo(2, 14);
    expect(again.precision).toBeCloseTo(0.3, 14);
  });
});

test("the start is the best of precisions from loose to tight", () => {
  const given = { ...task(40, 6), groups: new Int32Array(8) };
  const start = featureStart(given, 1);
  const value = evaluateFeatures(given, start).objective;
  for (const a of [0.01, 1, 6400]) {
    const other = evaluateFeatures(given, { groupPrecision: Float64Array.of(a), precision: 1 }).objective;
    expect(value).toBeGreaterThanOrEqual(other);
  }
});

describe.each([
  ["more rows than columns", task(60, 4)],
  ["more columns than rows", task(16, 30)],
])("with %s", (_, given) => {
  const common: FeatureTask = { ...given, groups: new Int32Array(given.problem.columns) };

  test("expectation maximization of one precision ascends and meets the direct optimum", () => {
    const start = featureStart(common, 1);
    const direct = runSync(maximizeEvidence(common, start, "direct"));
    const { result, objectives } = objectivesOf(
      maximizeFeaturesByExpectation(common, start, "em", { tolerance: 1e-9 }),
    );
    objectives.slice(1).forEach((value, k) => expect(value).toBeGreaterThanOrEqual(objectives[k] - 1e-10));
    expect(result.converged && direct.converged).toBe(true);
    expect(direct.gradientNorm).toBeLessThan(1e-7);
    expect(relative(result.objective, direct.objective)).toBeLessThan(1e-10);
    expect(relative(result.point.precision, direct.point.precision)).toBeLessThan(1e-5);
    expect(relative(result.point.groupPrecision[0], direct.point.groupPrecision[0])).toBeLessThan(1e-5);
  });
});

describe("a precision for each column", () => {
  const given = task(80, 4);
  const start = {
    groupPrecision: new Float64Array(6).fill(
      featureStart({ ...given, groups: new Int32Array(6) }, 1).groupPrecision[0],
    ),
    precision: 1,
  };

  test("switches off columns that say nothing and keeps those that do, by gradients and by expectation alike", () => {
    const direct = runSync(maximizeEvidence(given, start, "direct"));
    const { result: expectation, objectives } = objectivesOf(maximizeFeaturesByExpectation(given, start, "em"));
    objectives.slice(1).forEach((value, k) => expect(value).toBeGreaterThanOrEqual(objectives[k] - 1e-10));
    expect(relative(expectation.objective, direct.objective)).toBeLessThan(1e-7);
    for (const { point, gradientNorm } of [direct, expectation]) {
      expect(Math.max(point.groupPrecision[0], point.groupPrecision[1])).toBeLessThan(100);
      const off = point.groupPrecision.slice(2).filter((a) => a === largestPriorPrecision);
      expect(off.length).toBeGreaterThanOrEqual(2);
      expect(gradientNorm).toBeLessThan(1e-4);
    }
    expect(Array.from(direct.point.groupPrecision, (a) => a === largestPriorPrecision)).toEqual(
      Array.from(expectation.point.groupPrecision, (a) => a === largestPriorPrecision),
    );
    expect(direct.atBounds).toEqual(expectation.atBounds);
  });

  test("is worth at least as much as one for all", () => {
    const common: FeatureTask = { ...given, groups: new Int32Array(6) };
    const one = runSync(maximizeEvidence(common, featureStart(common, 1), "one"));
    const each = runSync(
      maximizeEvidence(
        given,
        { groupPrecision: new Float64Array(6).fill(one.point.groupPrecision[0]), precision: one.point.precision },
        "each",
      ),
    );
    expect(each.objective).toBeGreaterThan(one.objective);
  });

  test("works with hundreds of columns and few rows", () => {
    const wide = task(24, 300);
    const common: FeatureTask = { ...wide, groups: new Int32Array(302) };
    const one = runSync(maximizeEvidence(common, featureStart(common, 1), "one"));
    const from = {
      groupPrecision: new Float64Array(302).fill(one.point.groupPrecision[0]),
      precision: one.point.precision,
    };
    const each = runSync(maximizeEvidence(wide, from, "each"));
    expect(each.objective).toBeGreaterThan(one.objective);
    expect(each.converged).toBe(true);
    const off = Array.from(each.point.groupPrecision).filter((a) => a === largestPriorPrecision).length;
    expect(off).toBeGreaterThan(200);
  });
});

test("columns are switched off together only where that does not lower the criterion", () => {
  const box = { lower: Float64Array.of(-20, -20, -20), upper: Float64Array.of(27, 27, 20) };
  const flat = (): { value: number; gradient: Float64Array } => ({
    value: 1,
    gradient: Float64Array.of(-0.01, -0.3, 0),
  });
  expect(Array.from(prunedPoint(flat, Float64Array.of(5, 5, 0), box) ?? [])).toEqual([27, 5, 0]);
  const rising = (x: Float64Array): { value: number; gradient: Float64Array } => ({
    value: x[0],
    gradient: Float64Array.of(-0.01, -0.3, 0),
  });
  expect(prunedPoint(rising, Float64Array.of(5, 5, 0), box)).toBeUndefined();
  expect(prunedPoint(flat, Float64Array.of(27, 5, 0), box)).toBeUndefined();
});

test("expectation maximization that is cut short says so, and too little weight is refused", () => {
  const given = task(30, 3);
  const start = featureStart({ ...given, groups: new Int32Array(5) }, 5);
  const { result } = objectivesOf(maximizeFeaturesByExpectation(given, start, "em", { maxIterations: 2 }));
  expect(result.converged).toBe(false);
  expect(result.status).toContain("2 iterations");
  const { X, labels } = sample(6, 2);
  const light = featureProblem(
    engine,
    X,
    fisherContrasts(
      labels,
      labels.map(() => 0.1),
    ),
  );
  const few: FeatureTask = { problem: light, prior, groups: Int32Array.of(0, 1) };
  const one = { groupPrecision: Float64Array.of(1, 1), precision: 1 };
  expect(() => objectivesOf(maximizeFeaturesByExpectation(few, one, "em"))).toThrow("more rows");
  expect(featureBox(few).upper[0]).toBe(Math.log(largestPriorPrecision));
});

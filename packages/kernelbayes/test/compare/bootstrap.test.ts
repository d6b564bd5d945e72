import fixture from "../fixtures/compare/tests.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import {
  bootstrap,
  bootstrapDifference,
  bootstrapMean,
  bcaInterval,
  percentileInterval,
  strataOf,
} from "../../src/compare/bootstrap.ts";
import { areaUnderCurve } from "../../src/evaluate/index.ts";
import { normalCdf, studentTCdf } from "../../src/numeric/index.ts";
import { exponential, normal, stream } from "../../src/random/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { thrown } from "../thrown.ts";

const random = stream(11);
const losses = Float64Array.from({ length: 40 }, () => exponential(random));
const truth = losses.map((_, row) => (row % 4 === 0 ? 1 : 0));
const scores = losses.map((_, row) => normal(random) + truth[row]);
const mean = (rows: Int32Array): number => rows.reduce((sum, row) => sum + losses[row], 0) / rows.length;
const pick = (values: Float64Array, rows: Int32Array): Float64Array => Float64Array.from(rows, (row) => values[row]);
const area = (rows: Int32Array): number => areaUnderCurve(pick(scores, rows), pick(truth, rows));

describe("an interval", () => {
  test.each(["bca", "percentile"] as const)("is the same for the same seed and another for another: %s", (method) => {
    const one = bootstrap(40, area, { seed: 1, method, strata: truth });
    expect(bootstrap(40, area, { seed: 1, method, strata: truth })).toEqual(one);
    expect(bootstrap(40, area, { seed: 2, method, strata: truth }).standardError).not.toBe(one.standardError);
    expect(one).toMatchObject({ method, level: 0.95, resamples: 2000, warnings: [] });
  });

  test("moves and stretches with the values, and turns round with their sign", () => {
    const one = bootstrapMean(losses, { seed: 3 });
    const other = bootstrapMean(
      losses.map((value) => 5 - 2 * value),
      { seed: 3 },
    );
    expectClose([other.lower, other.upper], [5 - 2 * one.upper, 5 - 2 * one.lower], 1e-12);
    expectClose([other.standardError, other.bias], [2 * one.standardError, -2 * one.bias], 1e-12);
  });

  test("grows with the level", () => {
    const [narrow, wide] = [0.8, 0.99].map((level) => bootstrapMean(losses, { seed: 3, level }));
    expect(wide.lower).toBeLessThan(narrow.lower);
    expect(wide.upper).toBeGreaterThan(narrow.upper);
  });

  test("of a constant is that constant", () => {
    expect(bootstrapMean([0.25, 0.25, 0.25], { seed: 1 })).toMatchObject({ lower: 0.25, upper: 0.25, warnings: [] });
  });

  test("has the standard error of a mean, s √((n − 1)/n)/√n", () => {
    const estimate = losses.reduce((sum, value) => sum + value / 40, 0);
    const exact = Math.sqrt(losses.reduce((sum, value) => sum + (value - estimate) ** 2, 0)) / 40;
    const one = bootstrapMean(losses, { seed: 4, resamples: 10_000 });
    expect(one.estimate).toBeCloseTo(estimate, 14);
    // The deviation over B resamples is itself known to 1/√(2B) = 0.7 %; four times that fails once in 15 000 seeds.
    expect(Math.abs(one.standardError / exact - 1)).toBeLessThan(0.03);
    expect(Math.abs(one.bias)).toBeLessThan((4 * exact) / 100);
  });
});

test("the mean without one row, found at once, is the mean of the others", () => {
  const one = bootstrapMean(losses, { seed: 5 });
  const other = bootstrap(40, mean, { seed: 5 });
  expectClose([one.lower, one.upper], [other.lower, other.upper], 1e-12);
});

test("a difference is that of pairs: what both share does not widen it", () => {
  const hard = losses.map((loss) => loss + 0.01);
  const { lower, upper, estimate } = bootstrapDifference(hard, losses, { seed: 6 });
  expectClose([estimate, lower, upper], [0.01, 0.01, 0.01], 1e-12);
});

test("every resample keeps the size of each stratum, whatever the strata are called", () => {
  const names = Array.from(truth, (one) => (one === 1 ? "yes" : "no"));
  const counts = new Set<number>();
  const count = (rows: Int32Array): number => {
    counts.add(rows.reduce((sum, row) => sum + truth[row], 0));
    return rows[0];
  };
  bootstrap(40, count, { seed: 7, method: "percentile", strata: names });
  expect(counts).toEqual(new Set([10]));
  counts.clear();
  bootstrap(40, count, { seed: 7, method: "percentile" });
  expect(counts.size).toBeGreaterThan(10);
});

test("resamples without a statistic are left out and counted in a warning that names the cure", () => {
  const rare = (rows: Int32Array): number => (rows.includes(0) || rows.includes(1) ? area(rows) : NaN);
  const { resamples, warnings } = bootstrap(40, rare, { seed: 8 });
  // Both rows are missing from (38/40)⁴⁰ = 0.129 of the resamples: 257 ± 15 of 2000.
  expect(Math.abs(2000 - resamples - 257)).toBeLessThan(60);
  expect(warnings).toHaveLength(1);
  expect(warnings[0].code).toBe("undefined-resamples");
  expect(warnings[0].message).toContain(`${2000 - resamples} of 2000`);
});

test("the only row of a class makes a BCa interval impossible, unless it is a stratum", () => {
  const single = new Float64Array(40);
  single[17] = 1;
  const lonely = (rows: Int32Array): number => areaUnderCurve(pick(scores, rows), pick(single, rows));
  expect(thrown(() => bootstrap(40, lonely, { seed: 1 }))).toMatchObject({
    code: "undefined-statistic",
    place: { row: 18 },
  });
  expect(bootstrap(40, lonely, { seed: 1, strata: single }).warnings).toEqual([]);
  expect(bootstrap(40, lonely, { seed: 1, method: "percentile" }).resamples).toBeLessThan(1500);
});

test("a statistic without a value, and options without sense, are refused", () => {
  expect(thrown(() => bootstrap(5, () => NaN, { seed: 1 })).code).toBe("undefined-statistic");
  let calls = 0;
  expect(thrown(() => bootstrap(5, () => (calls++ === 0 ? 1 : NaN), { seed: 1 })).message).toContain("any resample");
  expect(thrown(() => bootstrap(1, () => 1, { seed: 1 })).code).toBe("too-few-rows");
  expect(thrown(() => bootstrapMean([1], { seed: 1 })).code).toBe("too-few-values");
  expect(thrown(() => bootstrapMean([1, NaN], { seed: 1 })).code).toBe("not-finite");
  expect(thrown(() => bootstrapMean(losses, { seed: 1, level: 1 })).code).toBe("invalid-level");
  expect(thrown(() => bootstrapMean(losses, { seed: 1, level: 0.999 })).message).toContain("10000 resamples");
  expect(bootstrapMean(losses, { seed: 1, level: 0.95, resamples: 200 }).resamples).toBe(200);
  expect(thrown(() => bootstrapMean(losses, { seed: 1, resamples: 199 })).code).toBe("too-few-resamples");
  expect(thrown(() => bootstrapMean(losses, { seed: 0.5 })).code).toBe("invalid-seed");
  expect(thrown(() => bootstrapMean(losses, { seed: 1, strata: [1, 2] })).code).toBe("strata-length");
  expect(() => bootstrapMean(losses, { seed: 1, method: "basic" as "bca" })).toThrow(RangeError);
});

/** How many of the trials' intervals lie below and above the truth. */
function misses(trials: number, value: number, interval: (trial: number) => { lower: number; upper: number }) {
  let below = 0;
  let above = 0;
  for (let trial = 0; trial < trials; trial++) {
    const { lower, upper } = interval(trial);
    if (upper < value) below++;
    if (lower > value) above++;
  }
  return { below, above, covered: trials - below - above };
}

/** Four standard deviations of a number of successes: a sound interval leaves this band once in 15 000 seeds. */
const band = (trials: number, probability: number): number => 4 * Math.sqrt(trials * probability * (1 - probability));

describe("over many samples", () => {
  const options = { level: 0.9, resamples: 200 };

  test.each(["bca", "percentile"] as const)("the %s interval of a normal mean covers as theory says", (method) => {
    const trials = 600;
    const n = 30;
    const { covered } = misses(trials, 0, (trial) => {
      const source = stream(31, trial);
      const sample = Float64Array.from({ length: n }, () => normal(source));
      return bootstrapMean(sample, { ...options, method, seed: trial });
    });
    // The interval is d̄ ± 1.645 s √((n − 1)/n)/√n, to the first order: what Student's t says of it.
    const expected = 1 - 2 * studentTCdf(-1.6448536 * Math.sqrt((n - 1) / n), n - 1);
    expect(expected).toBeGreaterThan(0.87);
    expect(Math.abs(covered - trials * expected)).toBeLessThan(band(trials, expected));
  });

  test("of a skewed mean, bca misses above and below more evenly than percentiles do", () => {
    const trials = 400;
    const [bca, percentile] = (["bca", "percentile"] as const).map((method) =>
      misses(trials, 1, (trial) => {
        const source = stream(32, trial);
        const sample = Float64Array.from({ length: 25 }, () => exponential(source));
        return bootstrapMean(sample, { ...options, method, seed: trial });
      }),
    );
    // The same samples and resamples for both, so that no chance lies between them.
    expect(bca.below - bca.above).toBeLessThan(percentile.below - percentile.above);
    expect(bca.covered).toBeGreaterThan(trials * 0.88 - band(trials, 0.88));
  });

  test("the stratified interval of an area under the curve covers the true area", () => {
    const trials = 200;
    const labels = Float64Array.from({ length: 50 }, (_, row) => (row < 20 ? 1 : 0));
    const { covered } = misses(trials, normalCdf(1 / Math.SQRT2), (trial) => {
      const source = stream(33, trial);
      const values = labels.map((label) => normal(source) + label);
      const statistic = (rows: Int32Array): number => areaUnderCurve(pick(values, rows), pick(labels, rows));
      return bootstrap(50, statistic, { ...options, seed: trial, strata: labels });
    });
    // Nominally 0.9, and a little less with so few rows.
    expect(covered).toBeGreaterThan(trials * 0.87 - band(trials, 0.87));
    expect(covered).toBeLessThan(trials * 0.93 + band(trials, 0.93) - 1);
  });
});

test.each(fixture.bootstrap)("endpoints agree with SciPy on its resamples: $name", (one) => {
  const sorted = Float64Array.from(one.resampled).toSorted();
  const strata = strataOf(one.leftOut.length, one.strata);
  const bca = bcaInterval(sorted, one.estimate, one.level, strata, (row) => one.leftOut[row]);
  expectClose([bca.lower, bca.upper], one.bca, 1e-11);
  expect(bca.warnings).toEqual([]);
  const percentile = percentileInterval(sorted, one.level);
  expectClose([percentile.lower, percentile.upper], one.percentile, 1e-13);
});

test("without bias and skewness the percentiles stay where they are", () => {
  const sorted = Float64Array.from({ length: 201 }, (_, i) => i - 100);
  const strata = strataOf(4);
  const { lower, upper } = bcaInterval(sorted, 0, 0.9, strata, (row) => [-1, 1, -2, 2][row]);
  const plain = percentileInterval(sorted, 0.9);
  expectClose([lower, upper], [plain.lower, plain.upper], 1e-9);
});

test("an estimate on one side of all resamples gives a finite interval and a warning", () => {
  const sorted = Float64Array.from({ length: 200 }, (_, i) => i);
  const { lower, upper, warnings } = bcaInterval(sorted, 500, 0.9, strataOf(3), (row) => row);
  expect(warnings.map(({ code }) => code)).toEqual(["estimate-outside-resamples"]);
  expect(lower).toBeLessThanOrEqual(upper);
  expect(upper).toBeCloseTo(199, 6);
});

test("beyond the pole of the transformation the end of the resamples is taken", () => {
  // One row that decides alone has an acceleration of almost 1/6; the pole then lies at z = 6.
  const sorted = Float64Array.from({ length: 1000 }, (_, i) => i);
  const leftOut = (row: number): number => (row === 0 ? -1 : 0);
  const level = 1 - 1e-13;
  expect(bcaInterval(sorted, 500, level, strataOf(10_000), leftOut).upper).toBe(999);
});

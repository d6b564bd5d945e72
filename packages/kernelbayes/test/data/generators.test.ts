import { expect, test } from "vitest";
import {
  banana,
  bumpy,
  chuOne,
  chuTwo,
  circles,
  linTen,
  overlap,
  relevance,
  ringnorm,
  ripley,
  torus,
  twoClouds,
  twonorm,
  twoSpirals,
  waveform,
  xor,
} from "../../src/data/index.ts";
import type { Table } from "../../src/table/table.ts";
import { countsOf, momentsOf, rowsOf } from "./tables.ts";

// Bands of 5 standard errors: with a fixed seed a false alarm had a probability of 6e-7 for each number compared.
const width = 5;

/** The class share lies in its band. */
function expectShare(table: Table, label: string, share: number): void {
  const error = Math.sqrt((share * (1 - share)) / table.rows);
  expect(Math.abs((countsOf(table)[label] ?? 0) / table.rows - share)).toBeLessThan(width * error);
}

/** Means and variances of the columns of a class lie in the bands of normal columns (wider than those of bounded ones). */
function expectMoments(table: Table, label: string, means: number[], variances: number[], excess = 0): void {
  const found = momentsOf(table, label);
  means.forEach((mean, j) => {
    const meanError = Math.sqrt(variances[j] / found.count);
    const varianceError = variances[j] * Math.sqrt((2 + excess) / found.count);
    expect(Math.abs(found.means[j] - mean)).toBeLessThan(width * meanError);
    expect(Math.abs(found.variances[j] - variances[j])).toBeLessThan(width * varianceError);
  });
}

/** How often the rule says "positive" where the label does not, or the reverse. */
function errorOf(table: Table, isPositive: (x: number[]) => boolean): number {
  const wrong = rowsOf(table).filter(({ x, label }) => isPositive(x) !== (label === "positive"));
  return wrong.length / table.rows;
}

const square = (x: number[], center: number[]): number =>
  x.reduce((sum, entry, j) => sum + (entry - center[j]) ** 2, 0);
const repeated = (value: number, times: number): number[] => new Array<number>(times).fill(value);
const a = 2 / Math.sqrt(20);
const rows = 20_000;

test("classes are drawn with probability one half, or counted out when their number is given", () => {
  for (const make of [twonorm, ringnorm, banana, ripley, overlap, bumpy, chuTwo, xor, twoClouds]) {
    expectShare(make({ rows: 4000, seed: 2 }), "positive", 0.5);
    const counted = make({ rows: 30, positives: 11 });
    expect(countsOf(counted)).toEqual({ positive: 11, negative: 19 });
    expect(
      rowsOf(counted)
        .slice(0, 11)
        .every(({ label }) => label === "positive"),
    ).toBe(true);
    expect(() => make({ rows: 30, positives: 31 })).toThrow("positives must be a whole number from 0 to 30; got 31.");
    expect(() => make({ rows: 30, positives: -1 })).toThrow("positives");
    expect(() => make({ rows: 30, positives: 0.5 })).toThrow("positives");
  }
});

test("two clouds have the given means and covariances", () => {
  const covariances = {
    positive: [
      [2, 1.2],
      [1.2, 1],
    ],
    negative: [
      [0.5, -0.3],
      [-0.3, 3],
    ],
  };
  const table = twoClouds({ rows, means: { positive: [3, -1], negative: [0, 5] }, covariances });
  expectMoments(table, "positive", [3, -1], [2, 1]);
  expectMoments(table, "negative", [0, 5], [0.5, 3]);
  const covarianceOf = (label: string, [m0, m1]: number[]): number => {
    const chosen = rowsOf(table).filter((row) => row.label === label);
    return chosen.reduce((sum, { x }) => sum + (x[0] - m0) * (x[1] - m1), 0) / chosen.length;
  };
  // Standard error of a covariance: √((s₁₁s₂₂ + s₁₂²)/n).
  expect(Math.abs(covarianceOf("positive", [3, -1]) - 1.2)).toBeLessThan(width * Math.sqrt(3.44 / (rows / 2)));
  expect(Math.abs(covarianceOf("negative", [0, 5]) + 0.3)).toBeLessThan(width * Math.sqrt(1.59 / (rows / 2)));
});

test("two clouds of wrong shape, or whose covariance is none, are refused", () => {
  const identity = [
    [1, 0],
    [0, 1],
  ];
  const means = { positive: [0, 0], negative: [1] };
  expect(() => twoClouds({ means })).toThrow("Both means must have the same length, here 2");
  const bad = (negative: number[][]) => () => twoClouds({ covariances: { positive: identity, negative } });
  expect(bad([[1, 0]])).toThrow("2 × 2 numbers");
  expect(bad([[1], [0]])).toThrow("2 × 2 numbers");
  expect(
    bad([
      [1, 2],
      [2, 1],
    ]),
  ).toThrow('The covariance of class "negative" is not positive definite.');
});

test("twonorm has its moments, and the exact rule errs in Φ(−2) = 2.275 % of the cases", () => {
  const table = twonorm({ rows });
  expectMoments(table, "positive", repeated(a, 20), repeated(1, 20));
  expectMoments(table, "negative", repeated(-a, 20), repeated(1, 20));
  const error = errorOf(table, (x) => x.reduce((sum, entry) => sum + entry, 0) > 0);
  expect(Math.abs(error - 0.02275)).toBeLessThan(width * Math.sqrt((0.02275 * 0.97725) / rows));
});

test("ringnorm has its moments, and the exact rule errs in 1.24 % of the cases", () => {
  const table = ringnorm({ rows });
  expectMoments(table, "positive", repeated(a, 20), repeated(1, 20));
  expectMoments(table, "negative", repeated(0, 20), repeated(4, 20));
  // log N(x | a, I) > log N(x | 0, 4I).
  const error = errorOf(
    table,
    (x) => -0.5 * square(x, repeated(a, 20)) > -square(x, repeated(0, 20)) / 8 - 20 * Math.log(2),
  );
  // 0.01239 ± 0.00006, from four million rows of another generator.
  expect(Math.abs(error - 0.01239)).toBeLessThan(width * Math.sqrt((0.01239 * 0.98761) / rows));
});

test("ripley has its mixtures, and the exact rule errs in 8.93 % of the cases", () => {
  const table = ripley({ rows });
  // Variance of an equal mixture: 0.03 plus the square of half the distance of the centers.
  expectMoments(table, "positive", [0.05, 0.7], [0.03 + 0.35 ** 2, 0.03]);
  expectMoments(table, "negative", [-0.2, 0.3], [0.03 + 0.5 ** 2, 0.03]);
  const density = (x: number[], centers: number[][]): number =>
    centers.reduce((sum, center) => sum + Math.exp(-square(x, center) / 0.06), 0);
  const error = errorOf(
    table,
    (x) =>
      density(x, [
        [-0.3, 0.7],
        [0.4, 0.7],
      ]) >
      density(x, [
        [-0.7, 0.3],
        [0.3, 0.3],
      ]),
  );
  // 0.08933: half the integral of the smaller density, by a sum over a grid of 4001² points. Ripley quotes 8 %, which is the
  // score of the exact rule on his own 1000 test rows, one standard error lower.
  expect(Math.abs(error - 0.08933)).toBeLessThan(width * Math.sqrt((0.08933 * 0.91067) / rows));
});

test("waveform has the mean waves of its three classes, equally likely", () => {
  const table = waveform({ rows: 9000 });
  const triangle = (top: number): number[] =>
    Array.from({ length: 21 }, (_, j) => Math.max(6 - Math.abs(j + 1 - top), 0));
  const [h1, h2, h3] = [triangle(11), triangle(15), triangle(7)];
  const pairs = { "wave 1": [h1, h2], "wave 2": [h1, h3], "wave 3": [h2, h3] };
  for (const [label, [first, second]] of Object.entries(pairs)) {
    expectShare(table, label, 1 / 3);
    const means = first.map((height, j) => (height + second[j]) / 2);
    // u is uniform: Var(u h_a + (1 − u) h_b) = (h_a − h_b)²/12, beside the noise of 1.
    const variances = first.map((height, j) => 1 + (height - second[j]) ** 2 / 12);
    expectMoments(table, label, means, variances);
  }
});

test("waveform with two classes sets the first wave against the rest, row by row", () => {
  const three = rowsOf(waveform({ rows: 200, seed: 4 }));
  const two = rowsOf(waveform({ rows: 200, seed: 4, classes: 2 }));
  expect(two.map(({ label }) => label)).toEqual(
    three.map(({ label }) => (label === "wave 1" ? "positive" : "negative")),
  );
  expect(two.map(({ x }) => x)).toEqual(three.map(({ x }) => x));
  expect(() => waveform({ classes: 4 as 3 })).toThrow("classes must be 2 or 3; got 4.");
});

test("without noise the banana lies on its two crescents, and its noise has the given deviation", () => {
  for (const { x, label } of rowsOf(banana({ rows: 200, noise: 0 }))) {
    const isPositive = label === "positive";
    expect(Math.hypot(x[0] - (isPositive ? 1 : 0), x[1] - (isPositive ? 0.5 : 0))).toBeCloseTo(1, 12);
    expect(isPositive ? x[1] <= 0.5 : x[1] >= 0).toBe(true);
  }
  // cos t has mean 0 and variance ½, sin t mean 2/π and variance ½ − 4/π².
  const variances = [0.5 + 0.0625, 0.5 - 4 / Math.PI ** 2 + 0.0625];
  expectMoments(banana({ rows }), "negative", [0, 2 / Math.PI], variances);
  expectMoments(banana({ rows }), "positive", [1, 0.5 - 2 / Math.PI], variances);
  expect(() => banana({ noise: -1 })).toThrow("noise must be a number of at least 0; got -1.");
});

test("two spirals are the points of Lang and Witbrock", () => {
  const found = rowsOf(twoSpirals());
  expect(found.length).toBe(194);
  for (let i = 0; i <= 96; i++) {
    const phi = (i / 16) * Math.PI;
    const r = 6.5 * ((104 - i) / 104);
    expect(found[2 * i].label).toBe("positive");
    expect(found[2 * i + 1].label).toBe("negative");
    expect(found[2 * i].x[0]).toBeCloseTo(r * Math.sin(phi), 12);
    expect(found[2 * i].x[1]).toBeCloseTo(r * Math.cos(phi), 12);
    expect(found[2 * i + 1].x[0]).toBeCloseTo(-found[2 * i].x[0], 12);
    expect(found[2 * i + 1].x[1]).toBeCloseTo(-found[2 * i].x[1], 12);
  }
});

test("two spirals of another length have the same ends, and an odd number of rows is refused", () => {
  const short = rowsOf(twoSpirals({ rows: 20 }));
  const original = rowsOf(twoSpirals());
  expect(short[0].x).toEqual(original[0].x);
  expect(short.at(-1)?.x).toEqual(original.at(-1)?.x);
  expect(rowsOf(twoSpirals({ rows: 2 })).map(({ x }) => x[1])).toEqual([6.5, -6.5]);
  expect(() => twoSpirals({ rows: 21 })).toThrow("rows must be even");
});

test("the noise of two spirals has the given deviation", () => {
  const blurred = rowsOf(twoSpirals({ rows, noise: 0.5 }));
  const exact = rowsOf(twoSpirals({ rows }));
  const variance = blurred.reduce((sum, { x }, i) => sum + square(x, exact[i].x), 0) / (2 * rows);
  expect(Math.abs(variance - 0.25)).toBeLessThan(width * 0.25 * Math.sqrt(2 / (2 * rows)));
});

test("a quarter of the torus is its center, the rest a ring of radius 4 and deviation 1", () => {
  const table = torus({ rows });
  expect(countsOf(table)).toEqual({ center: rows / 4, ring: (3 * rows) / 4 });
  expectMoments(table, "center", [0, 0], [1, 1]);
  // E r² = 17, so each coordinate has variance 8.5; E r⁴ = 4⁴ + 6·16 + 3 = 355 and E cos⁴ = ⅜ give the fourth moment.
  expectMoments(table, "ring", [0, 0], [8.5, 8.5], (355 * 0.375) / 8.5 ** 2 - 3);
});

test("overlap differs in its second column only", () => {
  const table = overlap({ rows, distance: 2 });
  expectMoments(table, "positive", [0, 1], [0.64, 0.09]);
  expectMoments(table, "negative", [0, -1], [0.64, 0.09]);
  const error = errorOf(overlap({ rows }), ([, y]) => y > 0);
  // Φ(−1.15/0.6)
  expect(Math.abs(error - 0.02764)).toBeLessThan(width * Math.sqrt(0.02764 / rows));
  expect(() => overlap({ distance: NaN })).toThrow("distance");
});

test("the classes of bumpy are one another turned by a right angle", () => {
  const table = bumpy({ rows });
  expectMoments(table, "positive", [0, 0], [0.64, 0.09]);
  expectMoments(table, "negative", [0, 0], [0.09, 0.64]);
  const error = errorOf(table, ([x, y]) => Math.abs(x) > Math.abs(y));
  const expected = (2 / Math.PI) * Math.atan(0.3 / 0.8);
  expect(Math.abs(error - expected)).toBeLessThan(width * Math.sqrt((expected * (1 - expected)) / rows));
});

test("in relevance the second column alone tells the class, and a third of the rows is negative", () => {
  const table = relevance({ rows: 3000 });
  expect(countsOf(table)).toEqual({ positive: 2000, negative: 1000 });
  expectMoments(table, "positive", [0, 0], [0.1024, 0.01 + 0.49]);
  expectMoments(table, "negative", [0, 0], [0.1024, 0.01]);
  expect(errorOf(table, ([, y]) => Math.abs(y) > 0.35)).toBeLessThan(0.005);
});

test("chuOne has fifty rows on either side, and the outlier on demand", () => {
  expect(countsOf(chuOne())).toEqual({ positive: 50, negative: 50 });
  expectMoments(chuOne({ rows }), "positive", [-2], [1]);
  expectMoments(chuOne({ rows }), "negative", [2], [1]);
  const withOutlier = rowsOf(chuOne({ outlier: true, seed: 9 }));
  expect(withOutlier.slice(0, 100)).toEqual(rowsOf(chuOne({ seed: 9 })));
  expect(withOutlier[100]).toEqual({ x: [-2], label: "negative" });
});

test("chuTwo and linTen have their variances, and linTen ten positive rows to each negative", () => {
  expectMoments(chuTwo({ rows }), "positive", [-2, 0], [1, 2]);
  expectMoments(chuTwo({ rows }), "negative", [2, 0], [2, 1]);
  expect(countsOf(linTen())).toEqual({ positive: 100, negative: 10 });
  expect(countsOf(linTen({ rows: 200, positives: 100 }))).toEqual({ positive: 100, negative: 100 });
  expectMoments(linTen({ rows }), "positive", [-10, 0], [100, 4]);
  expectMoments(linTen({ rows }), "negative", [10, 0], [25, 1]);
});

test("without noise xor lies on four points whose product is the class", () => {
  for (const { x, label } of rowsOf(xor({ rows: 50, noise: 0 }))) {
    expect(x.map(Math.abs)).toEqual([1, 1]);
    expect(label).toBe(x[0] * x[1] > 0 ? "positive" : "negative");
  }
  for (const label of ["positive", "negative"]) expectMoments(xor({ rows }), label, [0, 0], [1.16, 1.16]);
  expect(() => xor({ noise: Infinity })).toThrow("noise");
});

test("without noise circles lie on their radii and alternate", () => {
  rowsOf(circles({ rows: 50, noise: 0, innerRadius: 0.25 })).forEach(({ x, label }, i) => {
    expect(label).toBe(i % 2 === 0 ? "inner" : "outer");
    expect(Math.hypot(...x)).toBeCloseTo(i % 2 === 0 ? 0.25 : 1, 12);
  });
  expectMoments(circles({ rows }), "outer", [0, 0], [0.51, 0.51]);
  expectMoments(circles({ rows }), "inner", [0, 0], [0.135, 0.135]);
  expect(() => circles({ noise: -1 })).toThrow("noise");
  expect(() => circles({ innerRadius: -1 })).toThrow("innerRadius");
});

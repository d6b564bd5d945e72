import { describe, expect, test } from "vitest";
import { uniformRanks } from "../../src/diagnose/index.ts";
import { stream } from "../../src/random/index.ts";

/** How many of the ranks are below 1, …, L. */
const countsOf = (ranks: readonly number[], L: number): number[] =>
  Array.from({ length: L }, (_, v) => ranks.filter((rank) => rank <= v).length);

/** All (L + 1)^N lists of N ranks. */
function* allRanks(N: number, L: number): Generator<number[]> {
  if (N === 0) yield [];
  else for (const rest of allRanks(N - 1, L)) for (let rank = 0; rank <= L; rank++) yield [...rest, rank];
}

/** 2 min(P(C ≤ count), P(C ≥ count)) of a binomial variable, from its definition. */
function tail(N: number, p: number, count: number): number {
  const mass = Array.from({ length: N + 1 }, (_, k) => {
    let binomial = 1;
    for (let i = 0; i < k; i++) binomial *= (N - i) / (i + 1);
    return binomial * p ** k * (1 - p) ** (N - k);
  });
  const sum = (part: readonly number[]): number => part.reduce((total, value) => total + value, 0);
  return Math.min(2 * sum(mass.slice(0, count + 1)), 2 * sum(mass.slice(count)), 1);
}

describe.each([
  [5, 3],
  [3, 6],
])("%d ranks on 0 … %d, counted out", (N, L) => {
  const paths = Array.from(allRanks(N, L), (ranks) => countsOf(ranks, L));
  const strayed = paths.map((counts) => Math.min(...counts.map((count, v) => tail(N, (v + 1) / (L + 1), count))));

  test.each([0.5, 0.8, 0.95])(
    "keep within the band of level %d as often as it says, and a narrower one would be too narrow",
    (level) => {
      const { lower, upper, coverage } = uniformRanks(N, L).band(level);
      const inside = paths.map((counts) => counts.every((count, v) => count >= lower[v] && count <= upper[v]));
      expect(coverage).toBeCloseTo(inside.filter(Boolean).length / paths.length, 12);
      expect(coverage).toBeGreaterThanOrEqual(level);
      const nearest = Math.min(...strayed.filter((_, path) => inside[path]));
      const remaining = strayed.filter((gamma) => gamma > nearest * (1 + 1e-9)).length;
      expect(remaining / paths.length).toBeLessThan(level);
    },
  );

  test("stray as far as any of them as often as is said", () => {
    const ranks = uniformRanks(N, L);
    paths.forEach((counts, path) => {
      const asFar = strayed.filter((gamma) => gamma <= strayed[path] * (1 + 1e-9)).length;
      expect(ranks.probability(counts)).toBeCloseTo(asFar / paths.length, 10);
    });
  });
});

test("two hundred even ranks on 0 … 63 leave the band of 95 % in one of twenty cases", () => {
  const random = stream(1);
  const even = uniformRanks(200, 63);
  const { lower, upper, coverage } = even.band(0.95);
  expect(coverage).toBeLessThan(0.955);
  let outside = 0;
  for (let trial = 0; trial < 2000; trial++) {
    const counts = new Int32Array(64);
    for (let i = 0; i < 200; i++) counts[random.integer(64)]++;
    for (let v = 1; v < 64; v++) counts[v] += counts[v - 1];
    if (counts.subarray(0, 63).some((count, v) => count < lower[v] || count > upper[v])) outside++;
  }
  // Binomial with a deviation of 9.7: four of them.
  expect(Math.abs(outside - 2000 * (1 - coverage))).toBeLessThan(39);
});

test("the band is as symmetric as even ranks are, and widens with the level", () => {
  const even = uniformRanks(100, 19);
  const narrow = even.band(0.9);
  const wide = even.band(0.99);
  for (let v = 0; v < 19; v++) {
    expect(narrow.upper[v]).toBe(100 - narrow.lower[18 - v]);
    expect(wide.lower[v]).toBeLessThanOrEqual(narrow.lower[v]);
    expect(wide.upper[v]).toBeGreaterThanOrEqual(narrow.upper[v]);
  }
  expect(wide.upper[9] - wide.lower[9]).toBeGreaterThan(narrow.upper[9] - narrow.lower[9]);
});

test("what is no number of ranks, no level or another number of counts is refused", () => {
  expect(() => uniformRanks(0, 5)).toThrow("N must be");
  expect(() => uniformRanks(5, 1.5)).toThrow("L must be");
  expect(() => uniformRanks(5, 5).band(1)).toThrow("between 0 and 1");
  expect(() => uniformRanks(5, 5).probability([1, 2])).toThrow("5 counts");
});

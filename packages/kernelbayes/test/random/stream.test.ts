import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { stream, streamOf } from "../../src/random/stream.ts";
import fixture from "../fixtures/random/streams.json" with { type: "json" };
import { distributionProbability, drawMany, equalChancesProbability, falseAlarm } from "./goodness.ts";

describe("a stream", () => {
  test("gives the numbers of a second implementation, jumps included, on every machine", () => {
    for (const { path, values } of fixture.uniform) {
      const source = stream(path[0], ...path.slice(1));
      expect(values.map(() => source.uniform())).toEqual(values);
    }
    for (const { below, values } of fixture.integer) {
      const source = stream(7);
      expect(values.map(() => source.integer(below))).toEqual(values);
    }
  });

  test("differs for every seed and path, also for those that look alike", () => {
    const paths = [[], [0], [0, 0], [1], [0, 1], [1, 0], [63], [64], [64, 0], [2 ** 52]];
    const seeds = [0, 1, -1, 7, 2 ** 32, 2 ** 32 + 7, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
    const first = seeds.flatMap((seed) => paths.map((path) => stream(seed, ...path).uniform()));
    expect(new Set(first).size).toBe(seeds.length * paths.length);
    expect(stream(-0).uniform()).toBe(stream(0).uniform());
  });

  test("refuses seeds that are not whole or too large, and paths that do not count", () => {
    for (const seed of [0.5, NaN, Infinity, 2 ** 53]) {
      expect(() => stream(seed)).toThrow(expect.objectContaining({ code: "invalid-seed" }));
      expect(() => stream(seed)).toThrow(InputError);
    }
    for (const index of [-1, 0.5, NaN, 2 ** 53]) expect(() => stream(7, 0, index)).toThrow(RangeError);
  });
});

describe("uniform numbers", () => {
  test("are uniform in their leading and in their last bits", () => {
    const draws = drawMany(100_000, stream(7).uniform);
    expect(distributionProbability(draws, (x) => x)).toBeGreaterThan(falseAlarm);
    const counts = new Float64Array(256);
    for (const u of draws) counts[(u * 2 ** 53) % 256]++;
    expect(equalChancesProbability(counts)).toBeGreaterThan(falseAlarm);
  });

  test("do not depend on their predecessors", () => {
    const { uniform } = stream(8);
    const counts = new Float64Array(16 * 16 * 16);
    for (let i = 0; i < 200_000; i++) {
      counts[Math.floor(16 * uniform()) * 256 + Math.floor(16 * uniform()) * 16 + Math.floor(16 * uniform())]++;
    }
    expect(equalChancesProbability(counts)).toBeGreaterThan(falseAlarm);
  });

  test("never reach 0 or 1", () => {
    expect(streamOf(() => 0).uniform()).toBe(2 ** -54);
    expect(streamOf(() => -1).uniform()).toBe(1 - 2 ** -53);
  });

  test("would be found out if they were squeezed by one part in a hundred or repeated", () => {
    const { uniform } = stream(7);
    expect(
      distributionProbability(
        drawMany(100_000, () => 0.99 * uniform()),
        (x) => x,
      ),
    ).toBeLessThan(falseAlarm);
    const counts = new Float64Array(256);
    for (let i = 0; i < 50_000; i++) {
      const u = uniform();
      counts[Math.floor(16 * u) * 16 + Math.floor(16 * (u < 0.02 ? u : uniform()))]++;
    }
    expect(equalChancesProbability(counts)).toBeLessThan(falseAlarm);
  });
});

describe("streams of different paths", () => {
  test("are independent of each other, step by step, whether parted by a jump or by mixing", () => {
    for (const [first, second] of [
      [stream(7, 0), stream(7, 1)],
      [stream(7, 63), stream(7, 64)],
      [stream(7, 2, 5), stream(7, 5, 2)],
      [stream(7), stream(8)],
    ]) {
      const counts = new Float64Array(32 * 32);
      for (let i = 0; i < 100_000; i++) counts[first.integer(32) * 32 + second.integer(32)]++;
      expect(equalChancesProbability(counts)).toBeGreaterThan(falseAlarm);
    }
  });

  test("begin as uniformly as one stream goes on, for thousands of chains and seeds", () => {
    const chains = Array.from({ length: 5000 }, (_, chain) => stream(7, chain));
    const seeds = Array.from({ length: 5000 }, (_, seed) => stream(seed));
    for (const streams of [chains, seeds]) {
      for (let step = 0; step < 3; step++) {
        const draws = streams.map(({ uniform }) => uniform());
        expect(new Set(draws).size).toBe(draws.length);
        expect(distributionProbability(draws, (x) => x)).toBeGreaterThan(falseAlarm);
      }
      const counts = new Float64Array(64);
      for (let i = 1; i < streams.length; i++) counts[streams[i - 1].integer(8) * 8 + streams[i].integer(8)]++;
      expect(equalChancesProbability(counts)).toBeGreaterThan(falseAlarm);
    }
  });
});

describe("whole numbers", () => {
  test("are equally likely for divisors of a power of two and for others", () => {
    for (const below of [2, 3, 7, 10, 256, 1000]) {
      const source = stream(7, below);
      const counts = new Float64Array(below);
      for (let i = 0; i < 50_000; i++) counts[source.integer(below)]++;
      expect(equalChancesProbability(counts)).toBeGreaterThan(falseAlarm);
    }
  });

  test("fill ranges beyond 32 bits", () => {
    for (const below of [2 ** 32, 3 * 2 ** 30, 2 ** 32 + 1, 2 ** 53 - 1]) {
      const source = stream(9);
      const draws = drawMany(20_000, () => source.integer(below));
      expect(draws.every((value) => Number.isInteger(value) && value >= 0 && value < below)).toBe(true);
      expect(distributionProbability(draws, (x) => x / below)).toBeGreaterThan(falseAlarm);
    }
  });

  test("would be found out if they were taken modulo the range", () => {
    const source = stream(9);
    const below = 3 * 2 ** 30;
    const biased = drawMany(20_000, () => source.integer(2 ** 32) % below);
    expect(distributionProbability(biased, (x) => x / below)).toBeLessThan(falseAlarm);
  });

  test("are drawn again when they fall beyond the range", () => {
    const words = [0xc0000000, 0xffffffff, 0x80000000];
    const source = streamOf(() => words.shift()!);
    expect(source.integer(3)).toBe(2);
    expect(words).toHaveLength(0);
  });

  test("need a range of at least one", () => {
    expect(stream(7).integer(1)).toBe(0);
    for (const below of [0, -1, 1.5, NaN, 2 ** 54]) expect(() => stream(7).integer(below)).toThrow(RangeError);
  });
});

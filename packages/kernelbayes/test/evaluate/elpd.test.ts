import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elpd, elpdDifference } from "../../src/evaluate/elpd.ts";

fc.configureGlobal({ seed: 20 });

describe("elpd", () => {
  test("is the sum, with the standard error of a sum of n", () => {
    expect(elpd([-1, -2, -6])).toEqual({
      total: -9,
      perRow: -3,
      standardError: Math.sqrt(3 * 7),
      rows: 3,
      floored: 0,
    });
  });

  test("a row of whole weight counts as that many rows", () => {
    const row = fc.record({
      density: fc.double({ min: -20, max: 0, noNaN: true }),
      weight: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2 }).filter((rows) => rows.reduce((sum, { weight }) => sum + weight, 0) > 1),
        (rows) => {
          const weighted = elpd(
            rows.map(({ density }) => density),
            rows.map(({ weight }) => weight),
          );
          const many = elpd(rows.flatMap(({ density, weight }) => new Array<number>(weight).fill(density)));
          expect(weighted.total).toBeCloseTo(many.total, 9);
          expect(weighted.perRow).toBeCloseTo(many.perRow, 10);
          expect(weighted.standardError).toBeCloseTo(many.standardError, 9);
        },
      ),
    );
  });

  test("leaves out rows without a density and rows of weight 0, and raises impossible ones to 1e-15", () => {
    const floor = Math.log(1e-15);
    expect(elpd([-1, NaN, -Infinity, -50, -9], [1, 1, 1, 1, 0])).toMatchObject({
      total: -1 + 2 * floor,
      rows: 3,
      floored: 2,
    });
  });

  test("one row has no standard error, and no row no density", () => {
    expect(elpd([-1]).standardError).toBeNaN();
    expect(() => elpd([NaN, NaN])).toThrow(expect.objectContaining({ code: "no-rows" }));
  });
});

describe("elpdDifference", () => {
  const rows = 200;
  const better = Float64Array.from({ length: rows }, (_, row) => -0.5 - (row % 2) / 10);
  const worse = better.map((value, row) => value - 0.1 - (row % 5) / 100);

  test("is paired: what the rows share does not enter its standard error", () => {
    const { difference, standardError, distinguishable } = elpdDifference(better, worse);
    expect(difference).toBeCloseTo(elpd(better).total - elpd(worse).total, 10);
    const parts = better.map((value, row) => value - worse[row]);
    expect(standardError).toBeCloseTo(elpd(parts.map((value) => value - 1)).standardError, 10);
    expect(standardError).toBeLessThan(elpd(better).standardError);
    expect(distinguishable).toBe(true);
    expect(elpdDifference(worse, better)).toMatchObject({ difference: -difference, distinguishable: true });
  });

  test("fewer than 100 rows are not distinguishable, whatever the standard error", () => {
    expect(elpdDifference(better.slice(0, 99).fill(-0.1), worse.slice(0, 99).fill(-3)).distinguishable).toBe(false);
    expect(elpdDifference(better.slice(0, 100).fill(-0.1), worse.slice(0, 100).fill(-3)).distinguishable).toBe(true);
  });

  test("less than 4 nats are not distinguishable, whatever the standard error", () => {
    expect(
      elpdDifference(
        better,
        better.map((value) => value - 0.0199),
      ).distinguishable,
    ).toBe(false);
    expect(
      elpdDifference(
        better,
        better.map((value) => value - 0.0201),
      ).distinguishable,
    ).toBe(true);
    expect(elpdDifference(better, better)).toEqual({
      difference: 0,
      standardError: 0,
      rows,
      distinguishable: false,
    });
  });

  test("less than two standard errors are not distinguishable", () => {
    const noisy = better.map((value, row) => value - 0.1 + (row % 2 === 0 ? -3 : 3));
    expect(elpdDifference(better, noisy)).toMatchObject({ difference: expect.closeTo(20, 6), distinguishable: false });
  });

  test("a row that one model lacks is left out for both", () => {
    const gap = better.slice();
    gap[0] = NaN;
    const { difference, rows: compared } = elpdDifference(gap, worse);
    expect(compared).toBe(rows - 1);
    expect(difference).toBeCloseTo(elpdDifference(better.slice(1), worse.slice(1)).difference, 10);
  });

  test("refuses different numbers of rows and models that share none", () => {
    expect(() => elpdDifference([-1], [-1, -2])).toThrow(expect.objectContaining({ code: "rows-differ" }));
    expect(() => elpdDifference([-1, NaN], [NaN, -2])).toThrow(expect.objectContaining({ code: "no-rows" }));
  });
});

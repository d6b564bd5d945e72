import * as fc from "fast-check";
import cases from "../fixtures/table/standardize.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import type { NumberEncoding, RankEncoding } from "../../src/encoding/encoding.ts";
import {
  encodeRank,
  learnNumber,
  writeNumbers,
  type Standardization,
  distributionOf,
  weightedQuantile,
} from "../../src/encoding/learnNumber.ts";
import { thrown } from "../thrown.ts";

const ones = (n: number): Float64Array => new Float64Array(n).fill(1);

/** A number as `writeNumbers` encodes it. */
function encodeNumber(encoding: NumberEncoding, value: number): number {
  const written = new Float64Array(1);
  writeNumbers(encoding, Float64Array.of(value), written, 0, 1);
  return written[0];
}

function standardized(
  values: readonly number[],
  how: Standardization = "standard",
  weights: ArrayLike<number> = ones(values.length),
): number[] {
  const { encoding } = learnNumber("x", Float64Array.from(values), Float64Array.from(weights), how, false);
  return values.map((value) => encodeNumber(encoding as NumberEncoding, value));
}

function rankEncoding(values: readonly number[], weights: ArrayLike<number> = ones(values.length)): RankEncoding {
  const learned = learnNumber("x", Float64Array.from(values), Float64Array.from(weights), "standard", true);
  return learned.encoding as RankEncoding;
}

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  const worst = Math.max(...actual.map((value, i) => Math.abs(value - expected[i])));
  expect(worst).toBeLessThan(tolerance);
}

describe("standardised values", () => {
  test.each(cases)(
    "of $name numbers are those of exact arithmetic, also robust ones",
    ({ values, standard, robust }) => {
      expectClose(standardized(values), standard, 1e-12);
      expectClose(standardized(values, "robust"), robust, 1e-12);
    },
  );

  test.each(cases)("of weighted $name numbers are those of repeated rows", ({ values, weights, weighted }) => {
    expectClose(standardized(values, "standard", weights), weighted, 1e-12);
    const repeated = values.flatMap((value, i) => new Array<number>(weights[i]).fill(value));
    for (const how of ["standard", "robust"] as const) {
      const spread = standardized(values, how, weights).flatMap((z, i) => new Array<number>(weights[i]).fill(z));
      expectClose(standardized(repeated, how), spread, 1e-12);
    }
  });

  test("have mean 0 and deviation 1 at the ends of the number range", () => {
    for (const size of [Number.MAX_VALUE, 1e300, 1, 1e-300, 1e-320]) {
      const z = standardized([size, -size, size / 2, 0, -size / 4]);
      expectClose(
        [z.reduce((sum, each) => sum + each, 0), Math.sqrt(z.reduce((sum, each) => sum + each * each, 0) / 4)],
        [0, 1],
        1e-3,
      );
      expectClose(z, standardized([4, -4, 2, 0, -1]), 1e-3);
    }
  });

  test("do not change when the column is shifted and scaled", () => {
    const column = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 20 });
    const scale = fc.integer({ min: -400, max: 400 }).map((exponent) => 2 ** exponent);
    fc.assert(
      fc.property(column, scale, fc.double({ min: -100, max: 100, noNaN: true }), (values, scale, shift) => {
        // Coarse values, so that the shift does not round differences away.
        const coarse = values.map((value) => Math.round(value * 1000) / 1024);
        if (new Set(coarse).size < 2) return;
        for (const how of ["standard", "robust"] as const) {
          const moved = standardized(
            coarse.map((value) => scale * (value + Math.round(shift))),
            how,
          );
          expectClose(moved, standardized(coarse, how), 1e-9);
        }
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  test("stay finite however far a new value is", () => {
    const { encoding } = learnNumber("x", Float64Array.of(1e-300, 2e-300), ones(2), "standard", false);
    expect(encodeNumber(encoding as NumberEncoding, 1e300)).toBe(1e150);
    expect(encodeNumber(encoding as NumberEncoding, -1e300)).toBe(-1e150);
  });

  test("are the values themselves without standardisation, and the mean where missing", () => {
    const { encoding } = learnNumber("x", Float64Array.of(1, 5, NaN), ones(3), "none", false);
    expect([1, 7.25, NaN].map((value) => encodeNumber(encoding as NumberEncoding, value))).toEqual([1, 7.25, 3]);
    expect(thrown(() => learnNumber("x", Float64Array.of(1, 1e200), ones(2), "none", false)).code).toBe(
      "too-large-value",
    );
  });

  test("are 0 where missing, and an indicator is foreseen", () => {
    const { encoding } = learnNumber("x", Float64Array.of(1, NaN, 3), ones(3), "standard", false);
    expect(encoding).toMatchObject({ indicator: true });
    expect(encodeNumber(encoding as NumberEncoding, NaN)).toBe(0);
  });

  test("use the deviation where the middle half of the values are equal, and say so", () => {
    const values = [0, 0, 0, 0, 0, 0, 0, 8];
    const learned = learnNumber("x", Float64Array.from(values), ones(8), "robust", false);
    expect(learned.withoutSpread).toBe(true);
    expect(standardized(values, "robust")).toEqual([0, 0, 0, 0, 0, 0, 0, 8 / Math.sqrt(8)]);
  });
});

describe("columns of one value", () => {
  test("have no encoding, unless the value is sometimes missing", () => {
    const learn = (...values: number[]): unknown =>
      learnNumber("x", Float64Array.from(values), ones(values.length), "standard", false).encoding;
    expect(learn(3, 3, 3)).toBeUndefined();
    expect(learn(0, -0)).toBeUndefined();
    expect(learn(NaN, NaN)).toBeUndefined();
    expect(learn(3, NaN, 3)).toEqual({ kind: "presence", name: "x" });
  });

  test("do not hide behind rounding: one last digit is a difference", () => {
    expectClose(standardized([1, 1 + Number.EPSILON]), [-Math.SQRT1_2, Math.SQRT1_2], 1e-12);
  });
});

test("weights that sum to one or less are refused, since they count rows", () => {
  const error = thrown(() => learnNumber("x", Float64Array.of(1, 2), Float64Array.of(0.5, 0.5), "standard", false));
  expect(error).toMatchObject({ code: "too-little-weight", place: { column: "x" } });
});

describe("ranks", () => {
  test.each(cases)("of $name numbers are those of SciPy", ({ values, rank }) => {
    const encoding = rankEncoding(values);
    expectClose(
      values.map((value) => encodeRank(encoding, value)),
      rank,
      1e-12,
    );
  });

  test("of weighted values are those of repeated rows", () => {
    const weighted = rankEncoding([5, 1, 3], [2, 1, 3]);
    const repeated = rankEncoding([5, 5, 1, 3, 3, 3]);
    for (const value of [0, 1, 2, 3, 4, 5, 6]) expect(encodeRank(weighted, value)).toBe(encodeRank(repeated, value));
  });

  test("of new values are their place among the training values", () => {
    const encoding = rankEncoding([10, 20, 20, 40]);
    const expected = [0, 0.125, 0.25, 0.5, 0.75, 0.875, 1].map((place) => Math.sqrt(12) * (place - 0.5));
    expectClose(
      [5, 10, 15, 20, 30, 40, 99].map((value) => encodeRank(encoding, value)),
      expected,
      1e-15,
    );
    expect(encodeRank(encoding, NaN)).toBe(0);
  });

  test("have variance close to 1", () => {
    const values = Array.from({ length: 1000 }, (_, i) => Math.exp(i / 100));
    const encoding = rankEncoding(values);
    const variance = values.reduce((sum, value) => sum + encodeRank(encoding, value) ** 2, 0) / 1000;
    expect(variance).toBeCloseTo(1, 5);
  });
});

const unitWeights = (values: readonly number[]): Float64Array => new Float64Array(values.length).fill(1);

describe("distributionOf", () => {
  test("puts equal values together and leaves NaN out", () => {
    expect(distributionOf(Float64Array.of(3, NaN, 1, 3, -0), Float64Array.of(1, 5, 2, 0.5, 1))).toEqual({
      values: [0, 1, 3],
      cumulative: [1, 3, 4.5],
    });
  });
});

describe("weightedQuantile", () => {
  test("gives the usual median", () => {
    const median = (...values: number[]): number =>
      weightedQuantile(distributionOf(Float64Array.from(values), unitWeights(values)), 0.5);
    expect(median(5, 1, 3)).toBe(3);
    expect(median(4, 1, 3, 2)).toBe(2.5);
    expect(median(7)).toBe(7);
    expect(median(1.7e308, 1.6e308)).toBe(1.7e308 / 2 + 1.6e308 / 2);
  });

  test("with whole weights is the quantile of the repeated values", () => {
    const value = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 3 }));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.constantFrom(0, 0.25, 0.5, 0.75, 1), (pairs, q) => {
        const repeated = pairs.flatMap(([value, weight]) => new Array<number>(weight).fill(value));
        const weighted = distributionOf(
          Float64Array.from(pairs, ([value]) => value),
          Float64Array.from(pairs, ([, weight]) => weight),
        );
        expect(weightedQuantile(weighted, q)).toBe(
          weightedQuantile(distributionOf(Float64Array.from(repeated), unitWeights(repeated)), q),
        );
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distributionOf, weightedQuantile } from "../../src/encoding/weightedQuantile.ts";

const ones = (values: readonly number[]): Float64Array => new Float64Array(values.length).fill(1);

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
      weightedQuantile(distributionOf(Float64Array.from(values), ones(values)), 0.5);
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
          weightedQuantile(distributionOf(Float64Array.from(repeated), ones(repeated)), q),
        );
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});

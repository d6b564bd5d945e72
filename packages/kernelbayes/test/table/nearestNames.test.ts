import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, nearestNames } from "../../src/table/nearestNames.ts";

describe("nearestNames", () => {
  test("offers names that differ in case, in blanks or in a few letters, nearest first", () => {
    expect(nearestNames("Spezies", ["sepal length", "species", "Spezies ", "SPEZIE"])).toEqual([
      "Spezies ",
      "species",
      "SPEZIE",
    ]);
  });

  test("offers at most three, and nothing that is far away", () => {
    expect(nearestNames("x1", ["x2", "x3", "x4", "x5"])).toHaveLength(3);
    expect(nearestNames("weight", ["age", "height of the tree"])).toEqual([]);
  });
});

describe("editDistance", () => {
  test("of kitten and sitting is 3", () => {
    expect(editDistance("kitten", "sitting")).toBe(3);
  });

  test("is a distance", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
      { numRuns: 300, seed: 4 },
    );
  });
});

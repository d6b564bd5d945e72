import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compareLevels } from "../../src/encoding/compareLevels.ts";

test("numbers come first and by value, texts by their characters", () => {
  const levels = ["b", "10", "9", "-1", "a", "B", "1e1", "1.0", "1", "inf"];
  expect(levels.toSorted(compareLevels)).toEqual(["-1", "1", "1.0", "9", "10", "1e1", "inf", "B", "a", "b"]);
});

test("the order does not depend on where the levels start", () => {
  const level = fc.oneof(fc.string({ maxLength: 3 }), fc.double().map(String), fc.constantFrom("01", "1", "1.0"));
  fc.assert(
    fc.property(fc.uniqueArray(level, { maxLength: 8 }), (levels) => {
      const sorted = levels.toSorted(compareLevels);
      expect(levels.toReversed().toSorted(compareLevels)).toEqual(sorted);
    }),
    { numRuns: 500, seed: 1 },
  );
});

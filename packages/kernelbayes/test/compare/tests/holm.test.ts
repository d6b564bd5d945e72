import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holm } from "../../../src/compare/tests/holm.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { thrown } from "../../thrown.ts";

test("the smallest p is multiplied by the number of tests, the next by one less, and none falls below the one before", () => {
  expectClose(holm([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06], 1e-15);
  expectClose(holm([0.6, 0.001, 0.7]), [1, 0.003, 1], 1e-15);
});

test("rejecting by the corrected values is Holm's step-down procedure", () => {
  const stepDown = (p: readonly number[], alpha: number): Set<number> => {
    const rejected = new Set<number>();
    for (const value of p.toSorted((a, b) => a - b)) {
      if (value * (p.length - rejected.size) > alpha) break;
      rejected.add(p.findIndex((one, index) => one === value && !rejected.has(index)));
    }
    return rejected;
  };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 64 }), { maxLength: 9 }), (sixtyFourths) => {
      const p = sixtyFourths.map((value) => (value / 64) ** 2); // exact in doubles, small values more often
      for (const alpha of [1 / 32, 1 / 8, 1 / 2]) {
        const rejected = stepDown(p, alpha);
        holm(p).forEach((corrected, test) => expect(corrected <= alpha).toBe(rejected.has(test)));
      }
    }),
    { seed: 3 },
  );
});

test("no tests need no correction, and what is no probability is refused", () => {
  expect(holm([])).toEqual(new Float64Array(0));
  expect(thrown(() => holm([0.5, 1.1])).message).toContain("number 2");
  expect(thrown(() => holm([NaN])).code).toBe("invalid-probability");
});

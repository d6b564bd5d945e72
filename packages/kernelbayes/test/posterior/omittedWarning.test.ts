import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { omittedWarning } from "../../src/posterior/omittedWarning.ts";

const without = (omitted: number[]) => omittedWarning({ method: "exact", logProbabilities: matrix(9, 2), omitted });

test("rows without a leave-one-out score are counted in one warning, and no warning counts none", () => {
  expect(without([])).toEqual([]);
  expect(without([4])[0].message).toMatch(/^One row has no leave-one-out score/);
  expect(without([4, 7, 8])[0].message).toMatch(/^3 rows have no leave-one-out score/);
  expect(without([4, 7])).toHaveLength(1);
});

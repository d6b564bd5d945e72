import { expect, test } from "vitest";
import { fitSync } from "../../src/fit/fit.ts";
import { heldOutRelevance } from "../../src/fit/heldOutRelevance.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { numbers } from "../explain/samples.ts";

test("a column that tells the classes apart has a rise above 0, one that does not has an interval around 0", () => {
  const [training, held] = [numbers(200, 6, 1), numbers(300, 6, 2)];
  const posterior = fitSync(linearDiscriminant(), training, { target: "label" });
  const found = heldOutRelevance(posterior, held, training, { seed: 3 });
  expect(found.map(({ column }) => column)).toEqual(["x1", "x2", "x3", "x4", "x5", "x6"]);
  expect(found[0].lower).toBeGreaterThan(0.05);
  expect(Math.abs(found[5].mean)).toBeLessThan(found[0].mean / 5);
  const [one] = heldOutRelevance(posterior, held, training, { columns: ["x3"], seed: 3, rows: 100 });
  expect(one.column).toBe("x3");
  expect(one.upper - one.lower).toBeGreaterThan(0);
});

import { linearDiscriminant, type Model } from "kernelbayes";
import { expect, test } from "vitest";
import { revisionOf } from "../keptResults.ts";

test("a model that changed for more than a hundred rows keeps the results of smaller tables, and only those", async () => {
  const [before, other] = [linearDiscriminant(), linearDiscriminant({ shrinkage: 0.5 })];
  const after: Model = {
    ...before,
    fit: (problem, context) => (problem.X.rows > 100 ? other : before).fit(problem, context),
  };
  const shape = (rows: number): { rows: number; columns: number } => ({ rows, columns: 3 });
  expect(await revisionOf(after, "predictions", shape(80))).toBe(await revisionOf(before, "predictions", shape(80)));
  expect(await revisionOf(after, "predictions", shape(120))).not.toBe(
    await revisionOf(before, "predictions", shape(120)),
  );
  // Without a shape two tables of 40 and 30 rows stand for all.
  expect(await revisionOf(after, "predictions")).toBe(await revisionOf(before, "predictions"));
});

test("what is printed depends on more than the predictions", async () => {
  const shape = { rows: 60, columns: 3 };
  const all = await Promise.all(
    (["predictions", "signal", "figures"] as const).map((depends) => revisionOf(linearDiscriminant(), depends, shape)),
  );
  expect(new Set(all).size).toBe(3);
});

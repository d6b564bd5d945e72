import { expect, test } from "vitest";
import { dates } from "../dates.ts";
import { madeVisits } from "../madeVisits.ts";

test("dates bring a linear model near the probabilities that made the labels, and without them it knows little", async () => {
  const { rows } = await dates.run({ models: "logistic", rows: "150", seed: "2" });
  const { bestLogLoss } = madeVisits(150, 2);
  for (const row of rows ?? []) {
    expect(Number(row["as features"])).toBeLessThan(bestLogLoss + 0.1);
    expect(Number(row["dates left out"])).toBeGreaterThan(bestLogLoss + 0.1);
  }
});

test("a table without dates, and one without a target, are refused", async () => {
  await expect(dates.run({ table: "visits.csv" })).rejects.toThrow("Give --table and --target together.");
});

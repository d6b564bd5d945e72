import { expect, test } from "vitest";
import { honesty } from "../honesty.ts";

test("a fit of few rows is judged by the other rows, with a verdict on each criterion", async () => {
  const report = await honesty.run({ parts: "cuts", models: "lda", tables: "iris", sizes: "20", cuts: "3" });
  expect(report.more?.[0].rows).toMatchObject([{ model: "lda", rows: 20, cuts: 3, failed: 0 }]);
  expect(report.rows).toHaveLength(6);
  expect(report.rows.every(({ verdict }) => verdict === "met" || verdict === "SHORT")).toBe(true);
});

test("intervals of class probabilities are held against the truth that rows were drawn from", async () => {
  const report = await honesty.run({ parts: "coverage", models: "lda", sizes: "60", draws: "6" });
  const [, ownTruth] = report.more?.[0].rows ?? [];
  expect(ownTruth).toMatchObject({ model: "lda", truth: "Gaussian classes", rows: 60, draws: 6 });
  expect(Number(ownTruth.covered)).toBeGreaterThan(0.7);
});

test("a table that is not there and a part that does not exist are refused", async () => {
  await expect(honesty.run({ parts: "cuts", models: "lda", tables: "none", data: "nowhere" })).rejects.toThrow(
    "name the folder of the data with --data",
  );
  await expect(honesty.run({ parts: "calm" })).rejects.toThrow('There is no part "calm"');
});

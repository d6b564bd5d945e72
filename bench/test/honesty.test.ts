import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { honesty } from "../honesty.ts";

test("both halves of iris are judged by the width of rows that are sure", async () => {
  const report = await honesty.run({ parts: "separable", models: "lda" });
  const rows = report.more![0].rows;
  expect(rows.map((row) => row["fitted to"])).toEqual(["half 1", "half 2"]);
  for (const row of rows) {
    expect(row["sure rows"]).toBeGreaterThan(50);
    expect(Number(row.width)).toBeGreaterThan(0);
    expect(Number(row.width)).toBeLessThan(0.2);
  }
  expect(report.rows).toHaveLength(2);
});

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

test("results that are kept are resumed from, unless they are of another revision of the model", async () => {
  const folder = mkdtempSync(join(tmpdir(), "honesty-"));
  try {
    const results = join(folder, "results.jsonl");
    const options = { parts: "coverage", models: "lda", truths: "logistic", sizes: "40", results };
    const coverage = async (more: Readonly<Record<string, string>>): Promise<unknown> =>
      (await honesty.run({ ...options, ...more })).more?.[0].rows[0];
    expect(await coverage({ draws: "2" })).toMatchObject({ draws: 2 });
    const [first, second] = readFileSync(results, "utf8").trim().split("\n");
    // A mark that only a kept result can have.
    writeFileSync(results, `${first.replace(/"covered":[\d.]+/, '"covered":-7')}\n${second}\n`);
    expect(Number(((await coverage({ draws: "2" })) as { covered: string }).covered)).toBeLessThan(0);
    expect(await coverage({ draws: "9", "only-kept": "true" })).toMatchObject({ draws: 2 });
    writeFileSync(results, first.replace(/"revision":"\w+"/, '"revision":"of old"'));
    expect(await coverage({ draws: "9", "only-kept": "true" })).toMatchObject({ draws: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { gzipSync } from "node:zlib";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "kernelbayes/numeric";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../benchmark.ts";
import { wide } from "../wide.ts";

let data: string;

/** Three classes, each with ten of thirty columns that are larger in it, with one split. */
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "wide-"));
  mkdirSync(join(data, "khan"));
  const source = random.stream(1);
  const rows = Array.from({ length: 45 }, (_, row) => {
    const q = row % 3;
    const cells = Array.from({ length: 30 }, (_, j) => random.normal(source) + (j % 3 === q ? 4 : 0));
    return [...cells.map((cell) => cell.toFixed(4)), `class ${q}`].join(",");
  });
  const header = [...Array.from({ length: 30 }, (_, j) => `g${j}`), "y"].join(",");
  const splits = { rows: 45, indexBase: 0, partitions: [{ id: 1, train: Array.from({ length: 27 }, (_, i) => i) }] };
  writeFileSync(join(data, "khan/khan.csv.gz"), gzipSync([header, ...rows].join("\n")));
  writeFileSync(join(data, "khan/khan.splits.json.gz"), gzipSync(JSON.stringify(splits)));
});

afterAll(() => rmSync(data, { recursive: true }));

test("every classifier is measured on the splits of a problem, and the chains are judged", async () => {
  const { rows, more } = await wide.run({ datasets: "khan", splits: "1", sweeps: "200", jobs: "1", data });
  expect(rows.map(({ criterion }) => criterion)).toEqual([
    "khan: error of bkpc, printed 0.02 ± 0.03",
    "khan: largest R-hat of bkpc",
    "khan: largest R-hat of bmkc",
  ]);
  const results = more?.[0].rows ?? [];
  expect(results.map(({ method }) => method)).toEqual(["bkpc", "bmkc", "logistic", "lda"]);
  // By chance two rows of three would be wrong.
  for (const { error } of results) expect(Number(error)).toBeLessThan(0.2);
});

test("what is not there is said", async () => {
  await expect(wide.run({ datasets: "iris" })).rejects.toThrow(UsageError);
  await expect(wide.run({ data: join(data, "nothing") })).rejects.toThrow("There is no file");
});

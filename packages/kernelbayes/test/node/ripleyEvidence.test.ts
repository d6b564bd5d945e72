import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { logisticLaplace } from "../models/process/latent/atOnce.ts";
import { gaussian } from "../../src/kernels/index.ts";
import { fromRows } from "../../src/matrix/index.ts";

/** Ripley's training rows, which have terms of their own and lie beside the project, with the data of the benchmarks. */
const file = new URL("../../../../../shared/data/ripley/synth_train.csv.gz", import.meta.url);

// −101.02838134 by two other programs.
test.skipIf(!existsSync(file))("the Laplace evidence of Ripley's rows is that of other programs", () => {
  const [, ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
  const cells = lines.map((line) => line.split(","));
  const rows = standardized(cells.map((line) => line.slice(0, 2).map(Number)));
  const engine = selectEngine();
  const { logEvidence } = logisticLaplace(engine, gaussian().matrix(engine, fromRows(rows)), {
    signs: Float64Array.from(cells, (line) => (line[2] === "1" ? 1 : -1)),
    weights: new Float64Array(rows.length).fill(1),
  });
  expect(rows.length).toBe(250);
  expect(Math.abs(logEvidence + 101.02838134)).toBeLessThan(2e-8);
});

/** Mean 0 and variance 1 with the divisor n − 1. */
function standardized(rows: number[][]): number[][] {
  const n = rows.length;
  const means = [0, 1].map((j) => rows.reduce((total, row) => total + row[j], 0) / n);
  const scales = means.map((mean, j) =>
    Math.sqrt(rows.reduce((total, row) => total + (row[j] - mean) ** 2, 0) / (n - 1)),
  );
  return rows.map((row) => row.map((value, j) => (value - means[j]) / scales[j]));
}

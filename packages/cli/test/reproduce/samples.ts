import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { formatCsv, serialExecutor, stream, tableFromColumns, tasks, type Executor, type Table } from "kernelbayes";
import { reproduceTasks } from "../../src/reproduce/tasks.ts";
import { sampleData } from "../experiment/folders.ts";

/** A data folder with small tables in the form of the papers' and a few figures as if they had been printed. */
export function paperData(published: readonly Record<string, unknown>[]): string {
  const folder = sampleData();
  mkdirSync(join(folder, "pendigits"));
  for (const [part, rows] of [
    ["train", 90],
    ["test", 60],
  ] as const) {
    writeFileSync(join(folder, "pendigits", `pendigits_${part}.csv.gz`), gzipSync(formatCsv(digits(rows))));
  }
  writeFileSync(join(folder, "published.json"), JSON.stringify({ results: published }));
  return folder;
}

/** Three "digits" with centers far apart, in two columns from 0 to 100. */
function digits(rows: number): Table {
  const random = stream(rows);
  const labels = Array.from({ length: rows }, (_, row) => row % 3);
  const coordinate = (center: (label: number) => number): number[] =>
    labels.map((label) => center(label) + 10 * random.uniform());
  return tableFromColumns({
    x1: coordinate((label) => 40 * label),
    x2: coordinate((label) => (label === 1 ? 80 : 0)),
    y: labels.map(String),
  });
}

/** Runs the jobs in this thread. */
export function here(): Executor {
  return serialExecutor({ ...tasks, ...reproduceTasks });
}

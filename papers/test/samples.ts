import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { tableFromColumns, type Executor, type Table } from "kernelbayes";
import { serialExecutor, tasks } from "kernelbayes/executors";
import { stream } from "kernelbayes/numeric";
import { formatCsv } from "kernelbayes/table";
import { reproduceTasks } from "../src/tasks.ts";
import { sampleData } from "./folders.ts";

/** A data folder with small tables in the form of the papers' and a few figures as if they had been printed, with what else is known. */
export function paperData(
  published: readonly Record<string, unknown>[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const folder = sampleData();
  mkdirSync(join(folder, "pendigits"));
  for (const [part, rows] of [
    ["train", 90],
    ["test", 60],
  ] as const) {
    writeFileSync(join(folder, "pendigits", `pendigits_${part}.csv.gz`), gzipSync(formatCsv(digits(rows))));
  }
  writeWide(folder, "khan", { BL: 8, EWS: 8, NB: 8, RMS: 8 });
  writeWide(folder, "meat", { Beef: 6, Chicken: 6, Lamb: 6, Pork: 6, Turkey: 6 });
  mkdirSync(join(folder, "ripley"));
  for (const [seed, part] of ["train", "test"].entries()) {
    writeFileSync(join(folder, "ripley", `synth_${part}.csv.gz`), gzipSync(formatCsv(twoBands(40, seed))));
  }
  mkdirSync(join(folder, "toy"));
  for (const [at, name] of ["spiral", "overlap", "bumpy", "relevance"].entries()) {
    writeFileSync(join(folder, "toy", `${name}.csv.gz`), gzipSync(formatCsv(twoBands(40, at))));
  }
  writeFileSync(join(folder, "published.json"), JSON.stringify({ ...more, results: published }));
  return folder;
}

/** A few rows of each class in twelve columns, of which the first two tell the classes apart, with two even splits. */
function writeWide(folder: string, name: string, sizes: Readonly<Record<string, number>>): void {
  const random = stream(name.length);
  const labels = Object.entries(sizes).flatMap(([label, size]) => new Array<string>(size).fill(label));
  const classes = Object.keys(sizes);
  const columns = Array.from({ length: 12 }, (_, column) => [
    `x${column + 1}`,
    labels.map((label) => {
      const angle = (2 * Math.PI * classes.indexOf(label)) / classes.length;
      return (column === 0 ? 5 * Math.cos(angle) : column === 1 ? 5 * Math.sin(angle) : 0) + random.uniform();
    }),
  ]);
  const partitions = [0, 1].map((odd) => ({
    id: odd + 1,
    train: labels.flatMap((_, row) => (row % 2 === odd ? [row] : [])),
  }));
  mkdirSync(join(folder, name));
  const table = tableFromColumns({ ...(Object.fromEntries(columns) as Record<string, number[]>), y: labels });
  writeFileSync(join(folder, name, `${name}.csv.gz`), gzipSync(formatCsv(table)));
  const splits = JSON.stringify({ name, rows: labels.length, indexBase: 0, partitions });
  writeFileSync(join(folder, name, `${name}.splits.json.gz`), gzipSync(splits));
}

/** Two classes in the plane that the second column tells apart, with some rows on the wrong side. */
function twoBands(rows: number, seed: number): Table {
  const random = stream(100 + seed);
  const labels = Array.from({ length: rows }, (_, row) => row % 2);
  return tableFromColumns({
    x1: labels.map(() => random.uniform()),
    x2: labels.map((label) => 0.7 * label + random.uniform()),
    y: labels.map(String),
  });
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

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fitSync, linearDiscriminant, selectRows } from "kernelbayes";
import { tasks } from "kernelbayes/executors";
import { runSync } from "kernelbayes/progress";
import { asText, columnNamed } from "kernelbayes/table";
import { describe, expect, test } from "vitest";
import { partitionOf, problemNames, readProblem } from "../../src/node/benchmarkData.ts";
import type { Experiment, Measured } from "../../src/node/experiment.ts";
import { experimentTask } from "../../src/node/experimentTask.ts";
import { sampleData, temporaryFolder } from "./folders.ts";

function experimentOf(directory: string, change: Partial<Experiment> = {}): Experiment {
  const dataset = change.dataset ?? "banana";
  const { fingerprint } = readProblem(directory, dataset);
  const usual = { partition: 2, method: "lda", options: {}, seed: 1, engine: "wasm", library: "" };
  return { dataset, fingerprint, ...usual, ...change };
}

function run(directory: string, change?: Partial<Experiment>): Measured {
  return runSync(experimentTask({ directory, experiment: experimentOf(directory, change) }), { tasks });
}

test("an experiment measures on the test rows what was learned on the training rows", () => {
  const directory = sampleData();
  const problem = readProblem(directory, "banana");
  const { train, test } = partitionOf(problem, 2);
  expect([...train, ...test].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, row) => row));
  const posterior = fitSync(linearDiscriminant(), selectRows(problem.table, train), { target: "y", engine: "wasm" });
  const { labels, logProbabilities, classes } = posterior.predict(selectRows(problem.table, test));
  const truth = asText(columnNamed(selectRows(problem.table, test), "y"));
  const wrong = labels.filter((label, row) => label !== truth[row]).length;
  const loss = truth.reduce(
    (sum, label, row) => sum - logProbabilities.data[row * 2 + classes.indexOf(label!)] / truth.length,
    0,
  );
  const result = run(directory);
  expect(result).toMatchObject({ trainRows: 30, testRows: 30, columns: 2, errorRate: wrong / 30 });
  expect(result.logLoss).toBeCloseTo(loss, 12);
  expect(result.warnings).toBe(posterior.warnings.length);
  expect(result.seconds).toBeGreaterThan(0);
  for (const figure of ["areaUnderCurve", "brier", "calibrationError"] as const) {
    expect(result[figure]).toBeGreaterThan(0);
    expect(result[figure]).toBeLessThan(1);
  }
});

test("partition, method and options decide what is found, and equal experiments find the same", () => {
  const directory = sampleData();
  const { seconds: _, ...first } = run(directory);
  expect(run(directory)).toMatchObject(first);
  for (const change of [{ partition: 3 }, { method: "qda" }, { options: { shrinkage: 0.9 } }, { dataset: "twonorm" }]) {
    expect(run(directory, change).logLoss).not.toBe(first.logLoss);
  }
});

test("columns are selected on the training rows of the partition", () => {
  const directory = sampleData();
  const problem = readProblem(directory, "twonorm");
  const { train, test } = partitionOf(problem, 2);
  const rows = selectRows(problem.table, train);
  const posterior = fitSync(linearDiscriminant(), rows, { target: "y", engine: "wasm", select: 3 });
  const { logProbabilities, classes } = posterior.predict(selectRows(problem.table, test));
  const truth = asText(columnNamed(selectRows(problem.table, test), "y"));
  const loss = truth.reduce(
    (sum, label, row) => sum - logProbabilities.data[row * 2 + classes.indexOf(label!)] / truth.length,
    0,
  );
  const result = run(directory, { dataset: "twonorm", options: { encoding: { select: 3 } } });
  expect(result.logLoss).toBeCloseTo(loss, 12);
  expect(result.warnings).toBe(1);
});

test("a partition, a model or an option that there is not is an error of the user", () => {
  const directory = sampleData();
  expect(() => run(directory, { partition: 4 })).toThrow("banana has no partition 4; it has 3.");
  expect(() => run(directory, { method: "ldaa" })).toThrow(/Did you mean lda/);
  expect(() => run(directory, { options: { shrinkages: 1 } })).toThrow(/no option "shrinkages"/);
});

test("files that change under a run end it: its results would not belong together", () => {
  const directory = sampleData();
  expect(() => run(directory, { fingerprint: "other" })).toThrow(/changed while the experiment ran/);
});

describe("benchmark data", () => {
  test("are listed by name, and their labels are text", () => {
    const directory = sampleData();
    expect(problemNames(directory)).toEqual(["banana", "twonorm"]);
    expect(columnNamed(readProblem(directory, "twonorm").table, "y").type).toBe("text");
  });

  test("that are missing are named, with what is expected and where", () => {
    const empty = temporaryFolder();
    expect(() => problemNames(empty)).toThrow(
      /There is no folder .*ida\. Benchmark data are not part of the project.*`data`/s,
    );
    expect(() => readProblem(sampleData(), "heart")).toThrow(/There is no file .*heart\.csv\.gz\..*`data`/s);
  });

  test("with other content have another fingerprint", () => {
    const directory = sampleData();
    const before = readProblem(directory, "banana").fingerprint;
    const path = join(directory, "ida", "banana.splits.json.gz");
    const train = Array.from({ length: 10 }, (_, row) => row);
    writeFileSync(path, gzipSync(JSON.stringify({ rows: 60, indexBase: 0, partitions: [{ id: 1, train }] })));
    expect(readProblem(directory, "banana").fingerprint).not.toBe(before);
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "null"],
    ["another number of rows", JSON.stringify({ rows: 61, indexBase: 0, partitions: [] })],
    ["rows counted from 1", JSON.stringify({ rows: 60, indexBase: 1, partitions: [] })],
    ["a row that there is not", JSON.stringify({ rows: 60, indexBase: 0, partitions: [{ id: 1, train: [0, 60] }] })],
    ["no training rows", JSON.stringify({ rows: 60, indexBase: 0, partitions: [{ id: 1, train: [] }] })],
  ])("whose partitions are damaged (%s) are refused by name", (_, text) => {
    const directory = sampleData();
    writeFileSync(join(directory, "ida", "banana.splits.json.gz"), gzipSync(text));
    expect(() => readProblem(directory, "banana")).toThrow(/banana\.splits\.json\.gz does not hold the partitions/);
  });

  test("that are cut short are refused by name", () => {
    const directory = sampleData();
    writeFileSync(join(directory, "ida", "banana.csv.gz"), "no gzip");
    expect(() => readProblem(directory, "banana")).toThrow(/banana\.csv\.gz is damaged/);
  });
});

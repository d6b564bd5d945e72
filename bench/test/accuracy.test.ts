import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { twonorm } from "kernelbayes/data";
import { describe, expect, test } from "vitest";
import type { Ranks, Summary } from "@kernelbayes/experiment/node";
import { sampleData, temporaryFolder, writeProblem } from "@kernelbayes/papers/testing";
import { accuracy as benchmark } from "../accuracy.ts";
import { UsageError } from "../benchmark.ts";
import { findSklearn, peers } from "../sklearnPeers.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
/** Processes are started, which takes its time on a busy machine. */
const patience = { timeout: 300_000 };
const tsx = ["--import", import.meta.resolve("tsx"), main, "accuracy"];

function accuracy(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...tsx, ...words], { encoding: "utf8" });
  return { status, stdout, stderr };
}

interface Data {
  readonly summaries: readonly Summary[];
  readonly ranks: { readonly errorRate: Ranks; readonly logLoss: Ranks };
}

test("all models of a family are measured, ranked and stored, and a second run finds everything done", patience, () => {
  const words = ["--family", "discriminant", "--data", sampleData(), "--store", temporaryFolder(), "--peers", "off"];
  const first = accuracy(...words, "--partitions", "2", "--json");
  expect(first).toMatchObject({ status: 0 });
  expect(first.stderr).toContain("accuracy: 12 of 12 done");
  const { summaries, ranks } = JSON.parse(first.stdout) as Data;
  expect(summaries.map(({ dataset, method }) => `${dataset} ${method}`)).toEqual(
    ["banana", "twonorm"].flatMap((dataset) => ["lda", "qda", "rda"].map((method) => `${dataset} ${method}`)),
  );
  expect(ranks.logLoss.datasets).toEqual(["banana", "twonorm"]);
  // Some covariances of so few rows are singular.
  for (const { done, pooledCalibration } of summaries) expect(pooledCalibration !== undefined).toBe(done > 0);
  const again = accuracy(...words, "--partitions", "3");
  expect(again.stderr).toContain("accuracy: 18 of 18 done, 12 from before");
  expect(again.stdout).toMatch(/data set +method +runs +error % +AUC +log loss +Brier +calibration +chance +seconds/);
  expect(again.stdout).toContain("Mean ranks over 2 data sets");
  expect(again.stdout).toContain("results.parquet");
});

test.each([
  [["--family", "linear"], 'There is no family "linear". There are discriminant, fisher'],
  [["--methods", "ldaa"], "Did you mean lda"],
  [["--methods", "lda:shrinkage=2"], "must be a number from 0 to 1"],
  [["--datasets", "hart"], 'There is no data set "hart". There are banana, twonorm.'],
  [["--peers", "tree"], 'There is no peer "tree". There are on, off, lda'],
  [["--partitions", "0"], "--partitions takes positive whole numbers"],
  [["--seed", "x"], "--seed takes a whole number"],
  [["--data", "/nowhere"], "Benchmark data are not part of the project"],
])("%j is refused as a mistake on the command line, before a store is made", async (words, message) => {
  const store = join(temporaryFolder(), "store");
  const options = { data: sampleData(), store, peers: "off", [words[0].slice(2)]: words[1] };
  const error: unknown = await benchmark.run(options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).message).toContain(message);
  expect(existsSync(store)).toBe(false);
});

test("Ctrl-C ends the run with exit code 130 and the way to go on, which is the same command", patience, async () => {
  const data = sampleData();
  writeProblem(data, "large", twonorm({ rows: 3000, seed: 3 }));
  const words = ["--methods", "rda", "--data", data, "--store", temporaryFolder(), "--peers", "off", "--jobs", "1"];
  const child = spawn(process.execPath, [...tsx, ...words, "--datasets", "large"]);
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => {
    stderr += text.toString();
    if (stderr.endsWith("accuracy: 0 of 3 done\n")) child.kill("SIGINT");
  });
  expect(await once(child, "exit")).toEqual([130, null]);
  expect(stderr).toMatch(/Stopped\. \d results are kept in .*; the same command goes on from there\./);
  expect(accuracy(...words, "--datasets", "banana").stderr).toContain("3 of 3 done");
});

describe.runIf(findSklearn())("beside scikit-learn", () => {
  test("every peer is measured on the same rows, and its linear discriminant agrees with ours", patience, () => {
    // The peer is not calibrated by left-out rows either.
    const textbook = "lda:calibration=none";
    const words = ["--methods", textbook, "--datasets", "banana", "--partitions", "1", "--json"];
    const { status, stdout, stderr } = accuracy(...words, "--data", sampleData(), "--store", temporaryFolder());
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const { summaries } = JSON.parse(stdout) as Data;
    const of = (name: string): Summary => summaries.find(({ method }) => method === name)!;
    for (const { name } of Object.values(peers)) expect(of(name)).toMatchObject({ done: 1, failed: 0 });
    for (const figure of ["errorRate", "logLoss", "areaUnderCurve", "brier"] as const) {
      expect(of("sklearn-lda")[figure].mean).toBeCloseTo(of(textbook)[figure].mean, 9);
    }
  });
});

test("where no Python has scikit-learn, none is found", () => {
  expect(findSklearn(["no-such-python", process.execPath])).toBeUndefined();
});

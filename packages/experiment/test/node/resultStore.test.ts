import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTable } from "kernelbayes/node";
import { columnNames } from "kernelbayes/table";
import { describe, expect, test } from "vitest";
import { openResultStore, type ResultStore } from "../../src/node/resultStore.ts";
import { parseResults } from "../../src/node/resultTable.ts";
import { temporaryFolder } from "./folders.ts";
import { doneJob, experiment, failedJob, measured, sampleJob } from "./samples.ts";

const code = "c0de";

function open(folder: string, options: { fresh?: boolean; mostParts?: number } = {}): Promise<ResultStore> {
  return openResultStore(folder, { code, ...options });
}

/** What a process leaves that was killed after so many calls of `append`. */
async function abandoned(folder: string, ...partitions: number[]): Promise<void> {
  const store = await open(folder);
  for (const partition of partitions) await store.append([doneJob(partition)]);
  const files = new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]));
  await store.close();
  for (const [file, bytes] of files) writeFileSync(join(folder, file), bytes);
  // The process of the lock is one that has ended.
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(join(folder, "lock.json"), JSON.stringify({ process: pid, host: hostOf(files), started: "" }));
}

function hostOf(files: ReadonlyMap<string, Buffer>): string {
  return (JSON.parse(files.get("lock.json")!.toString()) as { host: string }).host;
}

function parts(folder: string): string[] {
  return readdirSync(folder).filter((file) => file.startsWith("part-"));
}

test("a row holds the experiment and what was measured, to the last bit, and is read again as it was", async () => {
  const folder = temporaryFolder();
  const store = await open(folder);
  await store.append([doneJob(7), failedJob(8)]);
  const before = store.rows();
  await store.close();
  const again = await open(folder);
  expect(again.rows()).toEqual(before);
  await again.close();
  const { options, ...identity } = experiment;
  expect(before[0]).toEqual({
    ...identity,
    ...measured,
    found: "",
    partition: 7,
    errorRate: 0.007,
    options: JSON.stringify(options),
    status: "done",
    error: "",
    code,
    key: sampleJob(7).key,
  });
  expect(before[1]).toMatchObject({
    status: "failed",
    engine: "wasm simd128",
    errorRate: Number.NaN,
    seconds: Number.NaN,
  });
  expect(before[1].error).toBe('singular-covariance: The classes "−1" and\n"1" cannot be told apart.');
});

test("what append has taken is on the disk before the store is closed, and finished", async () => {
  const folder = temporaryFolder();
  await abandoned(folder, 1, 2);
  expect(existsSync(join(folder, "results.parquet"))).toBe(true);
  const store = await open(folder);
  expect(await store.finished()).toEqual(new Set([1, 2].map((partition) => sampleJob(partition).key)));
  await store.close();
});

test("the file does not depend on the order in which the outcomes came, nor in how many parts", async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const first = await open(one);
  for (const partition of [10, 2, 1]) await first.append([doneJob(partition)]);
  await first.close();
  const second = await open(other);
  await second.append([doneJob(2), doneJob(1)]);
  await second.close();
  const third = await open(other);
  await third.append([doneJob(10)]);
  await third.close();
  expect(readFileSync(join(other, "results.parquet"))).toEqual(readFileSync(join(one, "results.parquet")));
  expect(readdirSync(one)).toEqual(["results.parquet"]);
  expect(parseResults(readFileSync(join(one, "results.parquet"))).map((row) => row.partition)).toEqual([1, 2, 10]);
});

test("any tool reads the file: here readTable, as a table of typed columns", async () => {
  const folder = temporaryFolder();
  const store = await open(folder);
  await store.append([doneJob(1), failedJob(2)]);
  await store.close();
  const table = await readTable(join(folder, "results.parquet"));
  expect(table.rows).toBe(2);
  expect(columnNames(table).slice(0, 3)).toEqual(["dataset", "partition", "method"]);
  expect(table.columns.find(({ name }) => name === "errorRate")).toMatchObject({
    type: "number",
    values: Float64Array.of(0.001, Number.NaN),
  });
});

test("many parts are gathered while the run goes on", async () => {
  const folder = temporaryFolder();
  const store = await open(folder, { mostParts: 3 });
  const counts: number[] = [];
  for (let partition = 1; partition <= 9; partition++) {
    await store.append([doneJob(partition)]);
    counts.push(parts(folder).length);
  }
  expect(counts).toEqual([1, 2, 3, 0, 1, 2, 3, 0, 1]);
  expect(store.rows()).toHaveLength(9);
  await store.close();
});

test("an empty store leaves an empty folder", async () => {
  const folder = join(temporaryFolder(), "deep", "er");
  await (await open(folder)).close();
  expect(readdirSync(folder)).toEqual([]);
});

describe("after a process was killed", () => {
  test("parts whose rows are in the one file already count once, and are cleared away", async () => {
    const folder = temporaryFolder();
    await abandoned(folder, 1, 2);
    expect(parts(folder)).toHaveLength(2);
    const store = await open(folder);
    expect(store.rows().map((row) => row.partition)).toEqual([1, 2]);
    await store.append([doneJob(3)]);
    await store.close();
    expect(readdirSync(folder)).toEqual(["results.parquet"]);
    const rows = parseResults(readFileSync(join(folder, "results.parquet")));
    expect(rows.map((row) => row.partition)).toEqual([1, 2, 3]);
  });

  test("files that were not complete are removed, and nothing else", async () => {
    const folder = temporaryFolder();
    await abandoned(folder, 1);
    writeFileSync(join(folder, "part-000009-0123456789abcdef.parquet.77.partial"), "PAR1 but no more");
    writeFileSync(join(folder, "results.parquet.77.partial"), "");
    writeFileSync(join(folder, "notes.txt"), "mine");
    const store = await open(folder);
    expect(store.rows()).toHaveLength(1);
    expect(store.notices).toEqual([]);
    await store.close();
    expect(readdirSync(folder)).toEqual(["notes.txt", "results.parquet"]);
  });
});

describe("damage", () => {
  test.each([
    ["cut short", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["emptied", () => Buffer.alloc(0)],
    ["changed in one bit", (bytes: Buffer) => bytes.fill(bytes[40] ^ 1, 40, 41)],
  ])("of a part that was %s is told, and its experiments are run again", async (_, harm) => {
    const folder = temporaryFolder();
    await abandoned(folder, 1, 2);
    spawnSync("rm", [join(folder, "results.parquet")]);
    const [first] = parts(folder);
    writeFileSync(join(folder, first), harm(readFileSync(join(folder, first))));
    const store = await open(folder);
    expect(store.notices).toHaveLength(1);
    expect(store.notices[0]).toContain(first);
    expect(store.notices[0]).toContain("run again");
    expect([...(await store.finished())]).toEqual([sampleJob(2).key]);
    await store.append([doneJob(1)]);
    await store.close();
    expect(readdirSync(folder)).toEqual([`${first}.damaged`, "results.parquet"]);
    const again = await open(folder);
    expect(again.rows()).toHaveLength(2);
    expect(again.notices).toEqual([]);
    await again.close();
  });

  test("of the one file is refused with what to do, and leaves it as it is and the folder free", async () => {
    const folder = temporaryFolder();
    await abandoned(folder, 1);
    const path = join(folder, "results.parquet");
    const harmed = readFileSync(path).subarray(0, 100);
    writeFileSync(path, harmed);
    for (let time = 0; time < 2; time++) {
      await expect(open(folder)).rejects.toMatchObject({ name: "InputError", code: "damaged-results" });
    }
    await expect(open(folder)).rejects.toThrow(/results\.parquet is damaged.*`fresh`/s);
    expect(readFileSync(path)).toEqual(harmed);
    const store = await open(folder, { fresh: true });
    expect(store.rows()).toEqual([]);
    await store.close();
  });

  test("by a table of another kind is refused too", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "results.parquet"), "dataset,partition\nheart,1\n");
    await expect(open(folder)).rejects.toMatchObject({ code: "damaged-results" });
  });
});

test("a fresh store begins without what was there, and leaves files that are not its own", async () => {
  const folder = temporaryFolder();
  await abandoned(folder, 1, 2);
  writeFileSync(join(folder, "notes.txt"), "mine");
  const store = await open(folder, { fresh: true });
  expect(await store.finished()).toEqual(new Set());
  await store.close();
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
});

test("a folder that cannot be written is an error of the user", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  await expect(open(join(folder, "file", "store"))).rejects.toMatchObject({ code: "unwritable-store" });
});

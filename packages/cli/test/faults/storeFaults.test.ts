import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jobOf } from "@kernelbayes/experiment";
import { openResultStore, type Experiment, type Measured } from "@kernelbayes/experiment/node";
import { expect, test } from "vitest";
import { temporaryFolder } from "../commands/run.ts";
import { injectFault } from "./injectFault.ts";

const experiment: Experiment = {
  dataset: "heart",
  fingerprint: "f00",
  partition: 1,
  method: "lda",
  options: {},
  seed: 1,
  engine: "wasm",
  library: "kernelbayes 0.1.0",
};

const measured: Measured = {
  trainRows: 170,
  testRows: 100,
  columns: 13,
  errorRate: 0.2,
  areaUnderCurve: 0.8,
  logLoss: 0.3,
  flooredRows: 0,
  brier: 0.16,
  calibrationError: 0.14,
  calibrationByChance: 0.06,
  forecasts: "",
  warnings: 0,
  seconds: 0.25,
};

const outcome = (partition: number) => ({
  status: "done" as const,
  job: jobOf({ ...experiment, partition }, { task: "experiment" }),
  output: measured,
});

/** Opens a store with a row, adds another, and gathers both. */
async function addRow(folder: string): Promise<unknown> {
  try {
    const store = await openResultStore(folder, { code: "c0de" });
    try {
      await store.append([outcome(2)]);
    } finally {
      await store.close();
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

test("a store of results: whichever call of the file system fails, it is reported, and no row that was kept is lost", async () => {
  const folder = temporaryFolder();
  const tried = async (at: number, code: string) => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const store = await openResultStore(folder, { code: "c0de" });
    await store.append([outcome(1)]);
    await store.close();
    return injectFault(folder, { at, code }, () => addRow(folder));
  };
  const { calls } = await tried(0, "none");
  expect(calls.length).toBeGreaterThan(20);
  for (let at = 1; at <= calls.length; at++) {
    for (const code of ["ENOSPC", "EIO", "EMFILE", "EACCES"]) {
      const { result } = await tried(at, code);
      const where = `call ${at} of ${calls.length}, ${calls[at - 1]}, ${code}`;
      if (result !== undefined) expect(["InputError", "EnvironmentError"], where).toContain((result as Error).name);
      // Where the fault hit its removal, the lock names this process.
      rmSync(join(folder, "lock.json"), { force: true });
      const again = await openResultStore(folder, { code: "c0de" });
      const partitions = again.rows().map(({ partition }) => partition);
      await again.close();
      expect(partitions, where).toContain(1);
      if (result === undefined) expect(partitions, where).toContain(2);
      expect(again.notices, where).toEqual([]);
    }
  }
}, 300_000);

test("a lock that cannot be read is reported; it was asked for again without end", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "lock.json"), "{}");
  const { calls } = await injectFault(folder, { at: 0, code: "none" }, () => addRow(folder));
  writeFileSync(join(folder, "lock.json"), "{}");
  const { result } = await injectFault(folder, { at: 1 + calls.indexOf("readFile"), code: "EACCES" }, () =>
    addRow(folder),
  );
  expect((result as Error).message).toContain("Results cannot be kept");
}, 20_000);

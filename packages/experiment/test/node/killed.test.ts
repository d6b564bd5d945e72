import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stream } from "kernelbayes/numeric";
import { expect, test } from "vitest";
import { parseResults, timeless } from "../../src/node/resultTable.ts";
import type { ResultRow } from "../../src/node/experiment.ts";
import { temporaryFolder } from "./folders.ts";

const script = fileURLToPath(new URL("killable.ts", import.meta.url));
const count = 120;

/** Runs the jobs in a process of its own, which is killed so many milliseconds after it has opened the store. */
async function runFor(milliseconds: number, folder: string, log: string): Promise<"killed" | "done"> {
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), script, folder, String(count), log]);
  let complaints = "";
  child.stderr.on("data", (text: Buffer) => (complaints += text.toString()));
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  await Promise.race([once(child.stdout, "data"), ended]);
  if (milliseconds < Infinity) {
    await Promise.race([wait(milliseconds), ended]);
    child.kill("SIGKILL");
  }
  const [status, signal] = await ended;
  expect(complaints).toBe("");
  expect([status, signal]).toEqual(signal === "SIGKILL" ? [null, "SIGKILL"] : [0, null]);
  return signal === "SIGKILL" ? "killed" : "done";
}

/** Every row that a reader finds who takes all complete files. */
function rowsIn(folder: string): Map<string, ResultRow> {
  const rows = new Map<string, ResultRow>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".parquet"))) {
    for (const row of parseResults(readFileSync(join(folder, file)))) rows.set(row.key, row);
  }
  return rows;
}

/** How often each job was executed, by the number of its partition. */
function executions(log: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const line of existsSync(log) ? readFileSync(log, "utf8").split("\n") : []) {
    if (line !== "") counts.set(Number(line), (counts.get(Number(line)) ?? 0) + 1);
  }
  return counts;
}

test(
  "a run that was killed at any moments and gone on with loses nothing, repeats nothing finished, and equals an undisturbed one",
  { timeout: 300_000 },
  async () => {
    const folder = temporaryFolder();
    const store = join(folder, "killed");
    const log = join(folder, "log");
    const random = stream(5);
    let kills = 0;
    let finished = new Map<string, ResultRow>();
    for (let outcome = "killed"; outcome === "killed";) {
      const before = executions(log);
      // At last undisturbed, so that the test ends; until then most kills fall between two jobs, into a write or a compaction.
      outcome = await runFor(kills < 6 ? 150 * random.uniform() : Infinity, store, log);
      const after = executions(log);
      for (const { partition } of finished.values()) expect(after.get(partition)).toBe(before.get(partition));
      const found = rowsIn(store);
      for (const [key, row] of finished) expect(found.get(key)).toEqual(row);
      finished = found;
      if (outcome === "killed") kills++;
    }
    expect(kills).toBeGreaterThanOrEqual(4);

    const undisturbed = join(folder, "undisturbed");
    const otherLog = join(folder, "other-log");
    expect(await runFor(Infinity, undisturbed, otherLog)).toBe("done");
    for (const place of [store, undisturbed]) expect(readdirSync(place)).toEqual(["results.parquet"]);
    const [rows, others] = [store, undisturbed].map((place) =>
      parseResults(readFileSync(join(place, "results.parquet"))),
    );
    expect(rows.map(timeless)).toEqual(others.map(timeless));
    expect(rows).toHaveLength(count);

    // A job can be executed twice only if it was killed before it was finished, one at a time here.
    const total = [...executions(log).values()].reduce((sum, times) => sum + times, 0);
    expect(total - count).toBeLessThanOrEqual(3 * kills);
    expect([...executions(otherLog).values()].every((times) => times === 1)).toBe(true);
  },
);

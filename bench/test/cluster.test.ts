import { readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { UsageError } from "../benchmark.ts";
import { cluster } from "../cluster.ts";
import { firstLimit, scaleRow } from "../clusterScale.ts";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const leftOver = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("bench-cluster-"));

test.skipIf(!hasRedis)(
  "a few fits on two workers have the bits of the serial run, and each worker fetches the table once",
  async () => {
    const before = leftOver();
    const report = await cluster.run({ workers: "2", models: "2", splits: "3", rows: "1500", small: "20" });
    expect(report.rows.map(({ run }) => run)).toEqual(["serial", "2 workers"]);
    const [serial, shared] = report.rows;
    expect(shared.bits).toBe(serial.bits);
    const verdicts = new Map(report.more?.at(-1)?.rows.map((row) => [row.criterion, row]));
    expect(verdicts.get("runs with the bits of the serial one")).toMatchObject({ measured: 1, verdict: "met" });
    expect(verdicts.get("tables that a worker fetched")).toMatchObject({ measured: 1, verdict: "met" });
    expect([...verdicts.keys()]).toContain("overhead per job, ms of CPU time");
    expect(leftOver()).toEqual(before);
  },
);

test("options that are no numbers are refused", async () => {
  await expect(cluster.run({ rows: "many" })).rejects.toThrow(UsageError);
});

test("on paper the slowest part sets the pace", () => {
  const costs = { fit: 1, coordinator: 0.01, redis: 0.002, worker: 0, table: 118e6 };
  // Eight fits per second and machine; the coordinator has time for 100.
  expect(firstLimit(costs)).toEqual({ part: "the coordinator", machines: 12.5 });
  expect(scaleRow(10, costs)).toMatchObject({ "s to send the table": 10, "times one processor": 80 });
  expect(scaleRow(20, costs)).toMatchObject({ "times one processor": 100 });
  expect(firstLimit({ ...costs, coordinator: 0.001 })).toEqual({ part: "Redis", machines: 62.5 });
});

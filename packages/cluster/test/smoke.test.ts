import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { iris } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { afterAll, expect, test } from "vitest";
import { run, start } from "./command.ts";
import { hasRedis, redisServer, type RedisServer } from "./redisServer.ts";
import { cleanUp, temporaryFolder } from "./workers.ts";

let redis: RedisServer | undefined;
afterAll(async () => {
  await cleanUp();
  await redis?.stop();
});

test.skipIf(!hasRedis)(
  "the command compares models on a worker as on this machine, and the worker leaves when it is drained",
  async () => {
    redis = await redisServer({ password: "s3cret" });
    const folder = temporaryFolder();
    const table = join(folder, "iris.csv");
    writeFileSync(table, formatCsv(iris()));
    const env = { KERNELBAYES_CLUSTER: `${redis.url}?prefix=smoke` };
    const worker = start(["worker", "--slots", "2", "--name", "lab", "--cache", join(folder, "cache")], env);
    await expect
      .poll(() => worker.answer().output, { timeout: 30_000, interval: 50 })
      .toContain("lab works for redis://:…@127");

    const words = ["compare", table, "--target", "species", "--models", "lda,qda", "--splits", "3", "--json"];
    const [there, here, status] = await Promise.all([
      run(words, env),
      run([...words, "--jobs", "1"]),
      run(["cluster", "status", "--json"], env),
    ]);
    const { cluster, ...compared } = JSON.parse(there.output) as Record<string, unknown>;
    expect(compared).toEqual(JSON.parse(here.output));
    expect(cluster).toEqual({ machines: ["lab"], engine: process.env.KERNELBAYES_ENGINE, isMixed: false });
    expect(JSON.parse(status.output)).toMatchObject({ workers: [{ machine: "lab", slots: 2 }], aside: [] });

    expect((await run(["cluster", "drain"], env)).output).toBe("lab left.\n");
    if (worker.child.exitCode === null) await once(worker.child, "exit");
    expect(worker.answer()).toMatchObject({ code: 0, errors: "" });
  },
);

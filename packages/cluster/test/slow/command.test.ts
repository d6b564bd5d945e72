import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { iris } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { clusterAddress } from "../../src/address.ts";
import { clusterStatus } from "../../src/clusterStatus.ts";
import { run, start } from "../command.ts";
import { hasRedis, redisServer, type RedisServer } from "../redisServer.ts";
import { cleanUp, temporaryFolder } from "../workers.ts";

let redis: RedisServer;
let folder: string;
let table: string;
const workers: ReturnType<typeof start>[] = [];

beforeAll(async () => {
  if (!hasRedis) return;
  redis = await redisServer({ password: "s3cret" });
  folder = temporaryFolder();
  table = join(folder, "iris.csv");
  writeFileSync(table, formatCsv(iris()));
});
afterEach(async () => {
  for (const { child } of workers.splice(0)) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
});
afterAll(async () => {
  await cleanUp();
  await redis?.stop();
});

/** A worker of the command with two slots. */
async function worker(url: string, name: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const words = ["worker", "--cluster", url, "--slots", "2", "--name", name, "--cache", join(folder, name)];
  const begun = start(words, env);
  workers.push(begun);
  await expect.poll(() => begun.answer().output, { timeout: 60_000, interval: 100 }).toContain(`${name} works for`);
}

/** What a command printed, without the time that it took. */
function printed(output: string): Record<string, unknown> {
  return JSON.parse(output.replaceAll(/("(?:seconds|cpuSeconds)":\s*)[\d.e-]+/g, "$10")) as Record<string, unknown>;
}

describe.skipIf(!hasRedis)("the command on a cluster", () => {
  test("fits and evaluates as on this machine, and lists who did it", async () => {
    const url = `${redis.url}?prefix=commands`;
    await worker(url, "lab");
    const fit = (out: string): string[] => [
      "fit",
      table,
      "--target",
      "species",
      "--model",
      "rda",
      "--out",
      out,
      "--json",
    ];
    const [a, b] = [join(folder, "a"), join(folder, "b")];
    const here = await run([...fit(a), "--jobs", "1"], { KERNELBAYES_CLUSTER: url });
    const there = await run([...fit(b), "--cluster", url]);
    expect([here.errors, there.errors]).toEqual(["", ""]);
    const { cluster, ...fitted } = printed(there.output.replaceAll(b, a));
    // `--jobs` means threads of this machine, whatever the environment says.
    expect(fitted).toEqual(printed(here.output));
    expect(cluster).toMatchObject({ machines: ["lab"], isMixed: false });
    const [model, same] = [a, b].map((out) => join(out, "model.json"));
    expect(readFileSync(same, "utf8")).toBe(readFileSync(model, "utf8"));

    const evaluate = ["evaluate", model, table, "--json"];
    const measured = await run([...evaluate, "--cluster", url]);
    const { cluster: who, ...figures } = printed(measured.output);
    expect(figures).toEqual(printed((await run(evaluate)).output));
    expect(who).toMatchObject({ machines: ["lab"], isMixed: false });

    expect((await run(["cluster", "clean", "--cluster", url])).code).toBe(0);
  });

  test("refuses workers of another build with their names, or records them", async () => {
    const url = `${redis.url}?prefix=mixed`;
    const path = join(folder, "otherMath.mjs");
    writeFileSync(path, "const { tanh } = Math;\nMath.tanh = (x) => tanh(x) * (1 + Number.EPSILON);\n");
    await worker(url, "odd", { NODE_OPTIONS: `--import ${path}` });
    const words = ["compare", table, "--target", "species", "--models", "lda,qda", "--splits", "2", "--json"];
    const refused = await run([...words, "--cluster", url]);
    expect(refused).toMatchObject({ code: 4, output: "" });
    expect(refused.errors).toContain("computes other bits on odd than here");
    expect(refused.errors).not.toContain("s3cret");
    const allowed = await run([...words, "--cluster", url, "--mixed-builds"]);
    expect(printed(allowed.output).cluster).toMatchObject({ machines: ["odd"], isMixed: true });
    expect(allowed.errors).toContain("machines of different builds took part");
  });

  test("stopped by Ctrl-C, ends what runs on the workers", async () => {
    const url = `${redis.url}?prefix=stopped`;
    await worker(url, "lab");
    const models = ["--models", "bkpc,bmkc", "--splits", "4"];
    const comparison = start(["compare", table, "--target", "species", ...models, "--cluster", url]);
    const jobs = async (): Promise<readonly { readonly active: number; readonly waiting: number }[]> =>
      (await clusterStatus(clusterAddress(url))).queues.map(({ active, waiting }) => ({ active, waiting }));
    const hasBegun = async (): Promise<boolean> => {
      if (comparison.child.exitCode !== null) throw new Error(comparison.answer().errors);
      return (await jobs()).some(({ active }) => active > 0);
    };
    await expect.poll(hasBegun, { timeout: 60_000, interval: 50 }).toBe(true);
    comparison.child.kill("SIGINT");
    await once(comparison.child, "close");
    expect(comparison.answer()).toMatchObject({ code: 130 });
    await expect.poll(jobs, { timeout: 5000 }).toEqual([{ active: 0, waiting: 0 }]);
  });
});

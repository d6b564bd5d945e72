import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { version } from "kernelbayes/models";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterAddress } from "../../src/address.ts";
import { cleanCluster } from "../../src/cleanCluster.ts";
import { clusterStatus } from "../../src/clusterStatus.ts";
import { clusterExecutor } from "../../src/coordinator/clusterExecutor.ts";
import { drainCluster } from "../../src/drainCluster.ts";
import { keysOf } from "../../src/keys.ts";
import { freePort, hasRedis, redisServer, type RedisServer } from "../redisServer.ts";
import { cleanUp, jobScript, temporaryFolder, workerProcess } from "../workers.ts";

const service = "tests";
let redis: RedisServer;
let script: string;
const servers: RedisServer[] = [];

beforeAll(async () => {
  script = jobScript("{ *square(input) { return input ** 2; } }");
  if (!hasRedis) return;
  redis = await redisServer({ password: "s3cret" });
  servers.push(redis);
});
afterAll(async () => {
  await cleanUp();
  for (const server of servers) await server.stop();
});

/** Runs one job over an address, with a worker of its own, and what is shown and removed. */
async function roundTrip(url: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const worker = await workerProcess({ url, service, script, env });
  const address = clusterAddress(url);
  const executor = await clusterExecutor({ address, service });
  expect(await executor.map("square", [3])).toEqual([9]);
  await executor.close();
  const { workers, queues } = await clusterStatus(address);
  expect(workers).toHaveLength(1);
  expect(queues).toEqual([{ name: `${service}-${version}`, waiting: 0, active: 0, delayed: 0 }]);
  expect(await drainCluster(address)).toHaveLength(1);
  expect(await cleanCluster(address)).toMatchObject({ jobs: 0 });
  await worker.kill();
}

describe.skipIf(!hasRedis)("a connection", () => {
  test("with the password works, without it or with another it is an error that does not show it", async () => {
    await roundTrip(`${redis.url}?prefix=password`);
    for (const url of [redis.url.replace(":s3cret@", ""), redis.url.replace("s3cret", "guess")]) {
      const error: unknown = await clusterStatus(clusterAddress(url)).catch((e: unknown) => e);
      expect(error).toMatchObject({ name: "EnvironmentError", code: "cluster-unreachable" });
      expect((error as Error).message).not.toContain("guess");
    }
  });

  test("to nobody is an error that says so", async () => {
    const address = clusterAddress(`redis://127.0.0.1:${await freePort()}`);
    await expect(clusterExecutor({ address })).rejects.toMatchObject({ code: "cluster-unreachable" });
  });

  test("may be that of a user who sees this project only", async () => {
    const admin = new Redis({ port: redis.port, password: "s3cret" });
    const rules = ["on", ">pass", "~{spectra}:*", "&{spectra}:*", "+@all", "-@dangerous", "+info", "+client"];
    await admin.call("ACL", "SETUSER", "lab", ...rules);
    admin.disconnect();
    const url = (prefix: string): string => `redis://lab:pass@127.0.0.1:${redis.port}?prefix=${prefix}`;
    await roundTrip(url("spectra"));
    await expect(clusterStatus(clusterAddress(url("others")))).rejects.toThrow(/NOPERM/);
  });

  test("may be encrypted, with a certificate that is checked", async () => {
    const folder = temporaryFolder();
    const [keyFile, certificate] = ["key.pem", "certificate.pem"].map((name) => join(folder, name));
    const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
    const names = ["-addext", "subjectAltName=DNS:localhost"];
    execFileSync("openssl", [...words, ...names, "-keyout", keyFile, "-out", certificate], { stdio: "ignore" });
    const port = await freePort();
    const tls = ["--tls-port", String(port), "--tls-cert-file", certificate, "--tls-key-file", keyFile];
    servers.push(await redisServer({ more: [...tls, "--tls-ca-cert-file", certificate, "--tls-auth-clients", "no"] }));
    const url = `rediss://localhost:${port}?prefix=tls`;
    // This process does not trust the certificate, a worker that was told to does.
    await expect(clusterStatus(clusterAddress(url))).rejects.toThrow(/self-signed certificate/);
    const worker = await workerProcess({ url, service, script, env: { NODE_EXTRA_CA_CERTS: certificate } });
    const admin = new Redis({ port, host: "localhost", tls: { ca: readFileSync(certificate, "utf8") } });
    expect(await admin.smembers("{tls}:workers")).toHaveLength(1);
    admin.disconnect();
    await worker.kill();
  });
});

describe.skipIf(!hasRedis)("a worker", () => {
  test("does nothing that is no job, and no job of another version, and goes on", async () => {
    const url = `${redis.url}?prefix=strange`;
    await workerProcess({ url, service, script });
    const keys = keysOf({ prefix: "strange" }, service);
    const connection = new Redis({ port: redis.port, password: "s3cret", maxRetriesPerRequest: null });
    const queue = new Queue(keys.queue, { connection, prefix: keys.queuePrefix });
    const parts = {};
    const build = { code: "c", engine: { name: "reference", digest: "d" } };
    const input = { bytes: "" };
    const payload = { task: "square", input, parts, library: version, build, isMixed: true };
    const strange = [
      { run: "process.exit(1)" },
      { ...payload, parts: { table: "../../../etc/passwd" } },
      { ...payload, input: { key: "file:///etc/passwd" } },
      { ...payload, task: "constructor" },
      { ...payload, input: { bytes: Buffer.from("garbage").toString("base64") } },
    ];
    const options = { removeOnComplete: true, removeOnFail: true };
    for (const [at, data] of strange.entries()) {
      await queue.add("strange", data, { jobId: `${at}`.padStart(64, "f"), ...options });
    }
    const other = { ...payload, library: "0.0.1" };
    await queue.add("strange", other, { jobId: "e".repeat(64), ...options });
    const executor = await clusterExecutor({ address: clusterAddress(url), service });
    expect(await executor.map("square", [4])).toEqual([16]);
    await executor.close();
    await expect
      .poll(async () => (await connection.keys("{strange}:result:ffff*")).length, { timeout: 20_000 })
      .toBe(strange.length);
    // The job of another version waits for a worker of that version.
    expect(await connection.exists(keys.result("e".repeat(64)))).toBe(0);
    expect(await connection.exists(keys.job("e".repeat(64)))).toBe(1);
    await queue.close();
    connection.disconnect();
  });
});

describe.skipIf(!hasRedis)("what is left over", () => {
  test("is not removed while a program shares work out, and removed by force or afterwards", async () => {
    const url = `${redis.url}?prefix=left`;
    const address = clusterAddress(url);
    await workerProcess({ url, service, script });
    const executor = await clusterExecutor({ address, service });
    await executor.map("square", [1, 2, 3]);
    await expect.poll(async () => (await clusterStatus(address)).coordinators.length, { timeout: 10_000 }).toBe(1);
    await expect(cleanCluster(address)).rejects.toMatchObject({ name: "InputError", code: "cluster-in-use" });
    expect(await cleanCluster(address, { force: true })).toMatchObject({ results: 3 });
    // Nothing of it was needed any more, or it is sent again.
    expect(await executor.map("square", [1, 4])).toEqual([1, 16]);
    await executor.close();
    expect(await cleanCluster(address)).toMatchObject({ results: 2 });
  });
});

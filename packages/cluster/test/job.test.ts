import { expect, test } from "vitest";
import { unpackData } from "kernelbayes/executors";
import { clusterJob, isPayload, type Build } from "../src/job.ts";

const build: Build = { code: "c", engine: { name: "wasm simd128", digest: "d" } };
const how = { build, isMixed: false, nonce: "" };
const key = "a".repeat(64);

test("equal jobs have equal keys, and whatever the result depends on makes another key", () => {
  const light = { input: { seed: 1 }, parts: { table: key } };
  const keyOf = (...args: Parameters<typeof clusterJob>): string => clusterJob(...args).key;
  const known = keyOf("fold", light, how);
  expect(known).toMatch(/^[0-9a-f]{64}$/);
  expect(keyOf("fold", { input: { seed: 1 }, parts: { table: key } }, { ...how, isMixed: true })).toBe(known);
  const others = [
    keyOf("start", light, how),
    keyOf("fold", { ...light, input: { seed: 2 } }, how),
    keyOf("fold", { ...light, parts: { table: "b".repeat(64) } }, how),
    keyOf("fold", { ...light, parts: { problem: key } }, how),
    keyOf("fold", light, { ...how, build: { ...build, code: "other" } }),
    keyOf("fold", light, { ...how, build: { ...build, engine: { name: "wasm simd128", digest: "e" } } }),
    keyOf("fold", light, { ...how, nonce: "1" }),
  ];
  expect(new Set([known, ...others]).size).toBe(others.length + 1);
});

test("short inputs travel in the queue, long ones do not", () => {
  const short = clusterJob("fold", { input: { seed: 1 }, parts: {} }, how);
  expect(short.long).toBeUndefined();
  const { bytes } = short.payload.input as { bytes: string };
  expect(unpackData(Buffer.from(bytes, "base64"))).toEqual({ seed: 1 });
  const long = clusterJob("fold", { input: new Float64Array(10_000), parts: {} }, how);
  expect(long.payload.input).toEqual({ key: long.long?.key });
  expect(JSON.stringify(long.payload).length).toBeLessThan(1000);
});

test("what comes from the queue is a job or refused: no key can be a path", () => {
  const { payload } = clusterJob("fold", { input: 1, parts: { table: key } }, how);
  expect(isPayload(JSON.parse(JSON.stringify(payload)))).toBe(true);
  for (const damaged of [
    undefined,
    [],
    { ...payload, task: 1 },
    { ...payload, parts: { table: "../../etc/passwd" } },
    { ...payload, parts: undefined },
    { ...payload, input: { key: "/etc/passwd" } },
    { ...payload, input: {} },
    { ...payload, build: { code: "c" } },
    { ...payload, isMixed: "yes" },
  ]) {
    expect(isPayload(damaged)).toBe(false);
  }
});

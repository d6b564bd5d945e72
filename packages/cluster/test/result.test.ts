import type { Redis } from "ioredis";
import { packData } from "kernelbayes/executors";
import { beforeEach, expect, test } from "vitest";
import { keysOf } from "../src/keys.ts";
import { letGo, readResult, writeResult } from "../src/result.ts";
import { memoryStore } from "./memoryStore.ts";

const keys = keysOf({ prefix: "tests" });
const build = { code: "c", engine: { name: "reference", digest: "d" } };
const by = { machine: "a", build };
const key = "1".repeat(64);

/** The few commands of Redis that results need. */
function fakeRedis(): Pick<Redis, "set" | "del" | "expire"> & { readonly kept: Map<string, Buffer> } {
  const kept = new Map<string, Buffer>();
  const commands = {
    kept,
    set: async (name: string, bytes: Buffer) => void (kept.has(name) || kept.set(name, bytes)),
    del: async (name: string) => void kept.delete(name),
    expire: async () => 1,
  };
  return commands as never;
}

let place: { redis: Redis; keys: typeof keys; store: ReturnType<typeof memoryStore> };
let kept: Map<string, Buffer>;
beforeEach(() => {
  const redis = fakeRedis();
  ({ kept } = redis);
  place = { redis: redis as unknown as Redis, keys, store: memoryStore() };
});

test("a short result lies in Redis with who made it, and stays for a while when it was taken", async () => {
  await writeResult(place, key, { outcome: packData({ ok: true, output: 9 }), ...by });
  const result = await readResult(place.store, kept.get(keys.result(key))!);
  expect(result).toEqual({ outcome: { ok: true, output: 9 }, blob: undefined, ...by });
  await letGo(place, key, result!.blob);
  expect(kept.size).toBe(1);
  expect(place.store.kept.size).toBe(0);
});

test("a long result goes through the store of large data, and is gone when it was taken", async () => {
  const output = new Float64Array(100_000).fill(7);
  await writeResult(place, key, { outcome: packData({ ok: true, output }), ...by });
  const bytes = kept.get(keys.result(key))!;
  expect(bytes.length).toBeLessThan(1000);
  expect([...place.store.kept.values()].map(({ length }) => length)[0]).toBeGreaterThan(800_000);
  const result = await readResult(place.store, bytes);
  const { outcome } = result! as unknown as { readonly outcome: { readonly output: Float64Array } };
  expect(Buffer.compare(new Uint8Array(outcome.output.buffer), new Uint8Array(output.buffer))).toBe(0);
  await letGo(place, key, result!.blob);
  expect([kept.size, place.store.kept.size]).toEqual([0, 0]);
  // Taken by somebody else meanwhile: the job has to be done again.
  expect(await readResult(place.store, bytes)).toBeUndefined();
});

test("the first result stays", async () => {
  for (const output of [1, 2]) await writeResult(place, key, { outcome: packData({ ok: true, output }), ...by });
  expect(await readResult(place.store, kept.get(keys.result(key))!)).toMatchObject({ outcome: { output: 1 } });
});

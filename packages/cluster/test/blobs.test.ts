import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { blobServer } from "../src/blobs/blobServer.ts";
import { diskCache } from "../src/blobs/diskCache.ts";
import { folderStore } from "../src/blobs/folderStore.ts";
import { httpStore } from "../src/blobs/httpStore.ts";
import { digestOf } from "../src/job.ts";
import { memoryStore } from "./memoryStore.ts";
import { freePort } from "./redisServer.ts";

const folders: string[] = [];
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "blobs-"));
  folders.push(folder);
  return folder;
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const bytes = new TextEncoder().encode("large data");
const key = digestOf([bytes]);
const other = "0".repeat(64);

test("a folder keeps bytes under their digest, written whole or not at all", async () => {
  const folder = join(temporaryFolder(), "shared");
  const store = folderStore(folder);
  expect(await store.get(key)).toBeUndefined();
  expect(await store.touch([key, other], 60)).toEqual([key, other]);
  await Promise.all([1, 2, 3].map(() => store.put(key, [bytes.subarray(0, 4), bytes.subarray(4)], 60)));
  expect(readdirSync(folder)).toEqual([key]);
  expect(new Uint8Array((await store.get(key))!)).toEqual(bytes);
  expect(await store.touch([key, other], 60)).toEqual([other]);
  await store.remove(key);
  await store.remove(key);
  expect(readdirSync(folder)).toEqual([]);
});

describe("the coordinator", () => {
  test("serves bytes to who has its token, takes results, and nothing else", async () => {
    const port = await freePort();
    const server = await blobServer(port, "token", 1000);
    try {
      const store = httpStore({ host: "127.0.0.1", port }, async () => "token");
      await server.store.put(key, [bytes], 60);
      expect(await store.get(key)).toEqual(bytes);
      expect(await store.get(other)).toBeUndefined();
      const result = new TextEncoder().encode("a result");
      const resultKey = digestOf([result]);
      await store.put(resultKey, [result], 60);
      expect(new Uint8Array((await server.store.get(resultKey))!)).toEqual(result);
      expect(await store.touch([key, resultKey, other], 60)).toEqual([other]);
      await store.remove(resultKey);
      expect(await server.store.get(resultKey)).toBeUndefined();

      const stranger = httpStore({ host: "127.0.0.1", port }, async () => "guess");
      await expect(stranger.get(key)).rejects.toMatchObject({ code: "cluster-unreachable" });
      await expect(stranger.put(resultKey, [result], 60)).rejects.toThrow("it answered 401");
      // What is not what its key says, or too long, is not taken.
      await expect(store.put(other, [result], 60)).rejects.toThrow("it answered 400");
      const long = new Uint8Array(1001);
      await expect(store.put(digestOf([long]), [long], 60)).rejects.toThrow(/it answered 413|cannot be used/);
      const ask = (path: string, method = "GET"): Promise<number> =>
        fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: "Bearer token" } }).then(
          ({ status }) => status,
        );
      expect(await ask("/../../etc/passwd")).toBe(404);
      expect(await ask(`/${key}/..`)).toBe(404);
      expect(await ask(`/${key}`, "POST")).toBe(405);
    } finally {
      await server.close();
    }
  });

  test("that is gone, or has no free port, is an error that says so", async () => {
    const port = await freePort();
    const store = httpStore({ host: "127.0.0.1", port }, async () => "token");
    await expect(store.get(key)).rejects.toMatchObject({ name: "EnvironmentError", code: "cluster-unreachable" });
    const server = await blobServer(port, "token", 1000);
    await expect(blobServer(port, "token", 1000)).rejects.toMatchObject({ code: "cluster-unreachable" });
    await server.close();
  });
});

describe("the cache of a machine", () => {
  test("fetches bytes once, whoever asks", async () => {
    const store = memoryStore();
    await store.put(key, [bytes], 60);
    const folder = temporaryFolder();
    const caches = [1, 2].map(() => diskCache(folder, store, 1e6));
    const paths = await Promise.all([...caches, ...caches].map((cache) => cache.fetch(key)));
    expect(paths).toEqual(paths.map(() => join(folder, key)));
    expect(store.gets).toBe(1);
    expect(readdirSync(folder)).toEqual([key]);
    await caches[0].fetch(key);
    expect(store.gets).toBe(1);
    await caches[0].forget(key);
    await caches[1].fetch(key);
    expect(store.gets).toBe(2);
  });

  test("takes nothing that is missing or other than promised, and no name that is no digest", async () => {
    const store = memoryStore();
    store.kept.set(other, bytes);
    const folder = temporaryFolder();
    const cache = diskCache(folder, store, 1e6);
    expect(await cache.fetch(key)).toBeUndefined();
    expect(await cache.fetch(other)).toBeUndefined();
    expect(await cache.fetch("../../etc/passwd")).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("removes what was used longest ago beyond its limit", async () => {
    const store = memoryStore();
    const contents = ["a", "b", "c", "d"].map((letter) => new TextEncoder().encode(letter.repeat(100)));
    const keys = contents.map((content) => digestOf([content]));
    for (const [at, content] of contents.entries()) await store.put(keys[at], [content], 60);
    const folder = temporaryFolder();
    const cache = diskCache(folder, store, 250);
    for (const name of keys.slice(0, 2)) await cache.fetch(name);
    // The first was used last.
    utimesSync(join(folder, keys[1]), new Date(0), new Date(0));
    await cache.fetch(keys[2]);
    expect(new Set(readdirSync(folder))).toEqual(new Set([keys[0], keys[2]]));
  });

  test("takes over the lock of a process that was killed, and waits for one that works", async () => {
    const store = memoryStore();
    await store.put(key, [bytes], 60);
    const folder = temporaryFolder();
    const lock = join(folder, `${key}.lock`);
    writeFileSync(lock, JSON.stringify({ process: 999_999_999, started: "never" }));
    expect(await diskCache(folder, store, 1e6).fetch(key)).toBe(join(folder, key));
    expect(existsSync(lock)).toBe(false);
  });
});

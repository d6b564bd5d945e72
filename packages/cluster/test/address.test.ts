import { expect, test } from "vitest";
import { clusterAddress } from "../src/address.ts";

test("an address names the server, the project and the place of large data", () => {
  expect(clusterAddress("redis://127.0.0.1")).toEqual({
    host: "127.0.0.1",
    port: 6379,
    database: 0,
    username: undefined,
    password: undefined,
    isEncrypted: false,
    prefix: "kernelbayes",
    blobs: { kind: "redis" },
    limit: 512 * 1024 ** 2,
    shown: "redis://127.0.0.1",
  });
  const full = "rediss://worker:s%3Acret@redis.example:6380/2?prefix=spectra&blobs=file:///mnt/shared&limit=64";
  expect(clusterAddress(full)).toMatchObject({
    host: "redis.example",
    port: 6380,
    database: 2,
    username: "worker",
    password: "s:cret",
    isEncrypted: true,
    prefix: "spectra",
    blobs: { kind: "folder", path: "/mnt/shared" },
    limit: 64 * 1024 ** 2,
  });
  expect(clusterAddress("redis://[::1]:7000").host).toBe("::1");
  expect(clusterAddress("redis://a?blobs=http://10.0.0.5:8123").blobs).toEqual({
    kind: "http",
    host: "10.0.0.5",
    port: 8123,
  });
});

test("no message shows the password", () => {
  expect(clusterAddress("redis://:secret@a/1").shown).toBe("redis://:…@a/1");
  for (const text of [
    "http://user:secret@a",
    "redis://:secret@a?prefix=a%20b",
    "redis://:secret@a/x",
    "redis://:secret@a?color=1",
  ]) {
    expect(() => clusterAddress(text)).toThrow(expect.objectContaining({ code: "invalid-cluster" }) as Error);
    try {
      clusterAddress(text);
    } catch (error) {
      expect((error as Error).message).not.toContain("secret");
    }
  }
});

test.each([
  "127.0.0.1:6379",
  "redis://",
  "redis://a?prefix={x}",
  "redis://a?prefix=*",
  "redis://a?blobs=/mnt",
  "redis://a?blobs=file://host/folder",
  "redis://a?blobs=http://a:1/path",
  "redis://a?blobs=https://a:1",
  "redis://a?limit=0",
  "redis://a?limit=many",
  "redis://a/-1",
])("%s is refused", (text) => {
  expect(() => clusterAddress(text)).toThrow(expect.objectContaining({ code: "invalid-cluster" }) as Error);
});

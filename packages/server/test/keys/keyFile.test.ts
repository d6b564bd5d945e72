import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { apiKeys, presentedKey } from "../../src/keys/apiKeys.ts";
import { addKey, readKeys } from "../../src/keys/keyFile.ts";

function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "keys.json");
}

test("a key is found by its hash, and stands nowhere in its file", async () => {
  const path = temporaryPath();
  const [one, other] = [
    await addKey(path, { name: "one" }),
    await addKey(path, { name: "other", requestsPerSecond: 3 }),
  ];
  expect(one).toMatch(/^kb_[\w-]{43}$/);
  const text = readFileSync(path, "utf8");
  for (const key of [one, other]) expect(text).not.toContain(key.slice(3));
  const keys = await apiKeys(path, () => undefined);
  expect(keys.find(other)).toMatchObject({ name: "other", requestsPerSecond: 3 });
  expect(keys.find(one)?.name).toBe("one");
  for (const wrong of ["", "kb_", `${one}x`, one.slice(0, -1), one.toUpperCase()])
    expect(keys.find(wrong)).toBeUndefined();
});

test("a changed file is taken over, a bad one is not", async () => {
  const path = temporaryPath();
  const one = await addKey(path, { name: "one" });
  const lines: string[] = [];
  const keys = await apiKeys(path, (level, message) => lines.push(`${level} ${message}`));
  const other = await addKey(path, { name: "other" });
  expect(keys.find(other)).toBeUndefined();
  await keys.look();
  expect(keys.find(other)?.name).toBe("other");
  writeFileSync(path, "{");
  await keys.look();
  expect(keys.find(one)?.name).toBe("one");
  writeFileSync(path, '{"keys":[]}');
  await keys.look();
  expect(keys.find(one)).toBeUndefined();
  expect(lines).toEqual(["info keys read", "error keys refused; the former ones stay", "info keys read"]);
});

test.each([
  ["{", "not valid JSON"],
  ["{}", "keys"],
  ['{"keys":[{"name":"a","sha256":"abc"}]}', "keys.0.sha256"],
  [`{"keys":[{"name":"a","sha256":"${"0".repeat(64)}","key":"secret"}]}`, "keys.0"],
  [
    `{"keys":[${[1, 2].map(() => `{"name":"a","sha256":"${"0".repeat(64)}"}`).join(",")}]}`,
    'two keys have the name "a"',
  ],
])("%s is no file of keys", async (text, words) => {
  const path = temporaryPath();
  writeFileSync(path, text);
  await expect(readKeys(path)).rejects.toMatchObject({ code: "invalid-keys", message: expect.stringContaining(words) });
});

test("names are given once, limits are whole numbers", async () => {
  const path = temporaryPath();
  await addKey(path, { name: "one" });
  await expect(addKey(path, { name: "one" })).rejects.toMatchObject({ code: "key-exists" });
  await expect(addKey(path, { name: "two", requestsPerSecond: 0.5 })).rejects.toMatchObject({ code: "invalid-key" });
  expect(await readKeys(path)).toHaveLength(1);
  await expect(readKeys(`${path}.no`)).rejects.toMatchObject({ code: "unreadable-file" });
});

test("a key is presented in either of two headers", () => {
  expect(presentedKey({ authorization: "Bearer abc" })).toBe("abc");
  expect(presentedKey({ authorization: "bearer  abc" })).toBe("abc");
  expect(presentedKey({ "x-api-key": "abc" })).toBe("abc");
  for (const headers of [
    {},
    { authorization: "Basic abc" },
    { authorization: "Bearer a b" },
    { "x-api-key": ["a", "b"] },
  ]) {
    expect(presentedKey(headers)).toBeUndefined();
  }
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fileAt, findModels } from "../../src/models/modelFolder.ts";

function folderWith(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  return folder;
}

test("names and versions are those of the paths", async () => {
  const folder = folderWith([
    "iris.json",
    "large.safetensors",
    "risk/2.json",
    "risk/10/model.safetensors",
    "risk/10/notes.txt",
    "risk/9/other.json",
    "README.md",
    ".hidden.json",
    "my model.json",
  ]);
  symlinkSync(join(folder, "iris.json"), join(folder, "linked.json"));
  // Links that lead nowhere and in a circle hide nothing else.
  symlinkSync(join(folder, "gone"), join(folder, "nowhere.json"));
  symlinkSync(join(folder, "circle.json"), join(folder, "circle.json"));
  const { files, passed } = await findModels(folder);
  expect(files.map(({ name, version }) => `${name} ${version}`)).toEqual([
    "iris 1",
    "large 1",
    "linked 1",
    "risk 2",
    "risk 10",
  ]);
  expect(passed).toEqual([{ path: join(folder, "my model.json"), reason: "its name cannot stand in an address" }]);
});

test("of two files for one version the first is taken, and the other is named", async () => {
  const folder = folderWith(["a.json", "a.safetensors"]);
  const { files, passed } = await findModels(folder);
  expect(files.map(({ path }) => path)).toEqual([join(folder, "a.json")]);
  expect(passed[0].path).toBe(join(folder, "a.safetensors"));
});

test("entries beyond a number are passed over, which is said", async () => {
  const folder = folderWith(["a/1.json", "a/2.json", "a/3.json"]);
  const { files, passed } = await findModels(folder, 2);
  expect(files.map(({ version }) => version)).toEqual(["1", "2"]);
  expect(passed).toEqual([{ path: join(folder, "a"), reason: "only the first 2 of its entries are looked at" }]);
});

test("a folder that is gone is an error, since its models are not removed; a file that is gone is none", async () => {
  const folder = folderWith([]);
  await expect(findModels(join(folder, "nothing"))).rejects.toThrow("ENOENT");
  expect(await fileAt("a", "1", join(folder, "nothing.json"))).toBeUndefined();
  expect(await fileAt("a", "1", folder)).toBeUndefined();
});

test("the state of a file changes with its content", async () => {
  const folder = folderWith(["a.json"]);
  const path = join(folder, "a.json");
  const before = await fileAt("a", "1", path);
  expect(await fileAt("a", "1", path)).toEqual(before);
  writeFileSync(path, "another content");
  expect((await fileAt("a", "1", path))!.state).not.toBe(before!.state);
});

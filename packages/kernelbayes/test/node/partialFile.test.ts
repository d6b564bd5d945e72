import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { outputFile } from "../../src/node/outputFile.ts";
import {
  beginPartialFile,
  endPartialFile,
  removePartialFiles,
  removeStalePartialFiles,
} from "../../src/node/partialFile.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kernelbayes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The number of a process that has ended. */
const dead = (): number => spawnSync(process.execPath, ["--version"]).pid;

/** A partial file that this process writes, and its name if another process did. */
function partial(target: string): { path: string; by(process_: number): string } {
  const path = beginPartialFile(join(folder, target));
  writeFileSync(path, "");
  return { path, by: (number) => path.replace(`.${process.pid}-`, `.${number}-`) };
}

test("what killed processes have left for a file is removed when it is written again, and nothing else", async () => {
  const ours = partial("a.csv");
  const other = partial("a.csv.gz");
  const kept = [
    ours.path,
    // Of another file, of another machine, and of a file that somebody gave such a name.
    other.by(dead()),
    ours.by(dead()).replace(/-[0-9a-f]{6}-/, "-000000-"),
    join(folder, "a.csv.partial"),
    join(folder, `a.csv.${dead()}.1.partial`),
  ];
  const stale = [
    ours.by(dead()),
    // A process that has the number now, and began at another time.
    ours.path.replace(/-[0-9a-f]{8}\./, "-00000000."),
  ];
  for (const path of [...kept, ...stale]) writeFileSync(path, "");
  rmSync(other.path);
  await (await outputFile(join(folder, "a.csv"))).write("new");
  expect(readdirSync(folder).toSorted()).toEqual(["a.csv", ...kept.map((path) => basename(path))].toSorted());
  for (const { path } of [ours, other]) endPartialFile(path);
});

test("long names have partial files that are short, of their own, and found again", async () => {
  const names = [`${"long ".repeat(40)}1.csv`, `${"long ".repeat(40)}2.csv`, "ü".repeat(120)];
  const partials = names.map((name) => partial(name));
  for (const { path } of partials) expect(Buffer.byteLength(basename(path))).toBeLessThan(143);
  const left = dead();
  for (const { path, by } of partials) {
    writeFileSync(by(left), "");
    rmSync(path);
    endPartialFile(path);
  }
  expect(readdirSync(folder)).toHaveLength(3);
  for (const [number, name] of names.entries()) {
    await removeStalePartialFiles(join(folder, name));
    expect(readdirSync(folder)).toHaveLength(2 - number);
  }
});

test("the files that this process has begun can be removed at once, those that were ended stay", () => {
  const [begun, ended] = [partial("a"), partial("b")];
  endPartialFile(ended.path);
  removePartialFiles();
  expect(readdirSync(folder)).toEqual([basename(ended.path)]);
  expect(begun.path).not.toBe(ended.path);
});

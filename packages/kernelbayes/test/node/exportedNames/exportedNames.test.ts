import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entryPoints, exportedNames } from "./exportedNames.ts";
import { missingNames, namesOf, readRemovedNames, unmentioned } from "./removedNames.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const removed = readRemovedNames(read("./removed.txt"));
const changelog = read("../../../../../CHANGELOG.md");
const exported = exportedNames();

/** The file with the names of an entry point. */
const fileOf = (entry: string): string => `./${entry.replace("@", "").replaceAll("/", "-")}.txt`;

interface Description {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

test("every entry point of the packages is among those whose names are listed", () => {
  const declared = ["kernelbayes", "report", "experiment", "cluster"].flatMap((folder) => {
    const { name, exports } = JSON.parse(read(`../../../../${folder}/package.json`)) as Description;
    const paths = Object.keys(exports).filter((path) => path !== "./package.json");
    return paths.map((path) => name + path.slice(1));
  });
  expect(Object.keys(entryPoints).toSorted()).toEqual(declared.toSorted());
});

for (const [entry, lines] of exported) {
  test(`${entry} exports the names and types of its list, and what has gone is in removed.txt`, async () => {
    // Before a list is written anew (vitest -u), so that no name is forgotten with it.
    const path = new URL(fileOf(entry), import.meta.url);
    const before = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    expect(missingNames(entry, before, lines, removed)).toEqual([]);
    await expect([`# What ${entry} exports.`, ...lines, ""].join("\n")).toMatchFileSnapshot(fileOf(entry));
  });
}

test("no list names a file", () => {
  for (const lines of exported.values()) {
    for (const line of lines) expect(line).not.toMatch(/import\(|node_modules|\/src\/|\.ts\b/);
  }
});

test("names that were removed are no longer exported, and the changelog has them with their replacements", () => {
  for (const name of removed) {
    expect(exported.has(name.entry)).toBe(true);
    expect(namesOf(exported.get(name.entry) ?? [])).not.toContain(name.name);
    expect(unmentioned(name, changelog)).toEqual([]);
  }
});

import { expect, test } from "vitest";
import { missingNames, namesOf, readRemovedNames, unmentioned } from "./removedNames.ts";

const removed = readRemovedNames("# a comment\n\nkernelbayes old → projection.young\nkernelbayes/node gone → none\n");

test("removed names are read with their entry points and replacements", () => {
  expect(removed).toEqual([
    { entry: "kernelbayes", name: "old", replacement: "projection.young" },
    { entry: "kernelbayes/node", name: "gone", replacement: "none" },
  ]);
  expect(() => readRemovedNames("kernelbayes old")).toThrow("kernelbayes old");
});

test("names stand before generics, kinds and types", () => {
  const lines = [
    "# What it exports.",
    "ByClass<Value>: interface {}",
    "projection.$a: const 1",
    "fit: as in kernelbayes",
    "",
  ];
  expect(namesOf(lines)).toEqual(new Set(["ByClass", "projection.$a", "fit"]));
});

test("a name that has gone is missing unless its own entry point lists it as removed", () => {
  const before = ["old: const 1", "gone: const 2", "kept: const 3"];
  const now = ["kept: const 4", "young: const 5"];
  expect(missingNames("kernelbayes", before, now, removed)).toEqual(["gone"]);
  expect(missingNames("kernelbayes/node", before, now, removed)).toEqual(["old"]);
});

test("the changelog must mention a removed name and what takes its place", () => {
  expect(unmentioned(removed[0], "`old` is now `projection.young`.")).toEqual([]);
  expect(unmentioned(removed[0], "`old` has gone.")).toEqual(["projection.young"]);
  expect(unmentioned(removed[1], "`older` has gone.")).toEqual(["gone"]);
});

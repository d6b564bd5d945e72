import { expect, test } from "vitest";
import { compareProjects, type Counts } from "../../../../tools/compareProjects.mjs";

const counts = (passed: number, failed = 0, skipped = 0): Counts => ({ passed, failed, skipped });
const node = {
  "a/one.test.ts": counts(3),
  "a/two.test.ts": counts(5, 0, 1),
  "a/node.test.ts": counts(7),
  "b/x.test.ts": counts(9),
};

test("equal counts are summed up, with what only Node ran, and files of other packages are left out", () => {
  const chromium = { "a/one.test.ts": counts(3), "a/two.test.ts": counts(5, 0, 1) };
  expect(compareProjects(node, chromium, "a/")).toEqual({
    line: "Chromium: 8 tests, Node: 8 on the same files; Node only: 7 in 1 files",
    differences: [],
  });
});

test.each([
  ["a test is missing", { "a/one.test.ts": counts(2) }, /one.*2 passed.*in Node 3 passed/],
  ["a test failed", { "a/one.test.ts": counts(2, 1) }, /one.*2 passed, 1 failed/],
  ["a test is skipped", { "a/two.test.ts": counts(4, 0, 2) }, /two.*2 skipped.*in Node 5 passed, 0 failed, 1 skipped/],
  ["a file ran there alone", { "a/new.test.ts": counts(1) }, /new.*in Node not run/],
  ["nothing ran", {}, /No test ran in Chromium/],
])("it is a difference when %s", (_, chromium, message) => {
  const { differences } = compareProjects(node, chromium, "a/");
  expect(differences).toHaveLength(1);
  expect(differences[0]).toMatch(message);
});

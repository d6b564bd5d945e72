import { expect, test } from "vitest";
import { waitedShare } from "../src/circumstances.ts";
import { loadText } from "../src/loadText.ts";

test("a time is judged by the share of it in which the process had no processor, however high the load was before", () => {
  const alone = loadText([
    { load: 30, waited: waitedShare(10, 9.9) },
    { load: 1, waited: waitedShare(2, 2.1) },
  ]);
  expect(alone).toMatch(/2 of 2 measurements\.$/);
  expect(alone).not.toContain("**");
  const disturbed = loadText([
    { load: 0, waited: waitedShare(10, 6) },
    { load: 0, waited: 0 },
  ]);
  expect(disturbed).toMatch(/1 of 2 measurements; in the others it waited for up to 40 % of it: \*\*/);
});

test("times of earlier versions are judged by the load of the machine", () => {
  expect(loadText([{ load: 0.5 }])).toMatch(/up to 0\.5 on \d+ processors/);
  expect(loadText([{ load: 1000 }])).toContain("not to be relied on");
});

import { expect, test } from "vitest";
import { rising } from "../../src/optimize/rising.ts";
import { runSync } from "../../src/run/runSync.ts";
import { progress, type Progress, type Work } from "../../src/run/work.ts";

test("what falls in a minimization rises in the reports, and steps without a criterion stay as they are", () => {
  function* falling(): Work<string> {
    yield progress("search", 1, 3, 2);
    yield progress("search", 2, 3);
    yield progress("search", 3, 3, 1);
    return "done";
  }
  const seen: Progress[] = [];
  expect(runSync(rising(falling()), { onProgress: (step) => seen.push(step) })).toBe("done");
  expect(seen.map(({ objective }) => objective)).toEqual([-2, undefined, -1]);
});

import { expect, test } from "vitest";
import { parallel, progress, rising, type Progress, type Work } from "../../src/run/work.ts";
import { runSync } from "../../src/run/run.ts";

test("progress carries an objective only where there is one", () => {
  expect(progress("search", 1, 3)).toEqual({ kind: "progress", stage: "search", step: 1, of: 3 });
  expect(Object.keys(progress("search", 1, 3))).not.toContain("objective");
  expect(progress("search", 1, 3, -2.5).objective).toBe(-2.5);
});

test("parallel yields one request and returns what it is resumed with", () => {
  const work = parallel<number, string>("name", [1, 2]);
  expect(work.next()).toEqual({ done: false, value: { kind: "parallel", task: "name", inputs: [1, 2] } });
  expect(work.next(["a", "b"])).toEqual({ done: true, value: ["a", "b"] });
});

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

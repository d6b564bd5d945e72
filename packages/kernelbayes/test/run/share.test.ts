import { describe, expect, test } from "vitest";
import type { MapOptions } from "../../src/run/executor.ts";
import { run, runSync } from "../../src/run/run.ts";
import { share, stages } from "../../src/run/share.ts";
import { parallel, progress, type OverallProgress, type Work } from "../../src/run/work.ts";
import { asking, forgiving, tasks } from "./works.ts";

function* steps(stage: string, of: number): Work<string> {
  for (let step = 1; step <= of; step++) yield progress(stage, step, of);
  return stage;
}

function fractionsOf(work: Work<unknown>): number[] {
  const seen: OverallProgress[] = [];
  runSync(work, { tasks, onProgress: (step) => seen.push(step) });
  return seen.map(({ fraction }) => Math.round(1000 * fraction) / 1000);
}

describe("a share of the work", () => {
  test("goes from its first fraction to its last, also inside another share", () => {
    function* inner(): Work<string> {
      yield* share(0, 0.5, steps("first", 2));
      return yield* share(0.5, 1, steps("second", 1));
    }
    function* outer(): Work<string> {
      const found = yield* share(0.2, 0.6, inner());
      yield* share(0.6, 1, steps("last", 2));
      return found;
    }
    expect(fractionsOf(outer())).toEqual([0.3, 0.4, 0.6, 0.8, 1]);
    expect(runSync(outer())).toBe("second");
  });

  test("holds for tasks, each of which counts by its weight and as it comes on", () => {
    function* half(): Work<void> {
      // The tasks take eight steps and six.
      yield* share(0, 0.5, parallel("square", [2, 4], undefined, { weights: [3, 1] }));
      yield* share(0.5, 1, steps("rest", 1));
    }
    const seen = fractionsOf(half());
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.slice(0, 2)).toEqual([0.047, 0.094]);
    expect(seen[7]).toBe(0.375);
    expect(seen.at(-2)).toBe(0.5);
    expect(seen.at(-1)).toBe(1);
  });

  test("hands errors of tasks to the work, and is left with it", () => {
    expect(runSync(share(0, 0.5, forgiving()), { tasks })).toBe("bad-row");
    let left = 0;
    expect(() =>
      runSync(
        share(
          0,
          1,
          asking("diverge", [0], () => left++),
        ),
        { tasks },
      ),
    ).toThrow("did not converge");
    expect(left).toBe(1);
    const abandoned = share(
      0,
      1,
      asking("square", [1], () => left++),
    );
    abandoned.next();
    abandoned.return([]);
    expect(left).toBe(2);
  });
});

describe("stages with weights", () => {
  function* three(skips: boolean): Work<void> {
    yield* steps("grid", 2);
    if (!skips) yield* parallel("square", [8, 8]);
    yield* steps("final fit", 1);
  }
  const weights = { grid: 2, square: 5, "final fit": 1 };

  test("follow each other, and end at 1", () => {
    expect(fractionsOf(stages(weights, three(false)))).toEqual([0.125, 0.25, 0.406, 0.563, 0.719, 0.875, 1]);
  });

  test("that are left out count as done when a later one has come", () => {
    expect(fractionsOf(stages(weights, three(true)))).toEqual([0.125, 0.25, 1]);
  });

  test("that are not listed add nothing", () => {
    function* more(): Work<void> {
      yield* steps("grid", 1);
      yield* steps("unknown", 2);
      yield* steps("final fit", 1);
    }
    expect(fractionsOf(stages(weights, more()))).toEqual([0.25, 0.25, 0.25, 1]);
  });
});

test("the fraction of work that announces nothing is that of its first stage, never falls, and is 1 at the end", async () => {
  function* plain(): Work<void> {
    yield* steps("first", 2);
    yield progress("second", 0, 2);
    yield progress("second", 1, 2);
  }
  expect(fractionsOf(plain())).toEqual([0.5, 1, 1, 1]);
  function* unfinished(): Work<void> {
    yield progress("only", 1, 4);
  }
  const seen: OverallProgress[] = [];
  await run(unfinished(), { onProgress: (step) => seen.push(step) });
  expect(seen).toEqual([
    { kind: "progress", stage: "only", step: 1, of: 4, fraction: 0.25 },
    { kind: "progress", stage: "only", step: 1, of: 4, fraction: 1 },
  ]);
});

test("an executor that says nothing about single inputs counts them when they are done", async () => {
  const counting = {
    workers: 1,
    map: async (task: string, inputs: readonly unknown[], { onProgress }: MapOptions = {}) => {
      inputs.forEach((_, at) => onProgress?.(progress(task, at + 1, inputs.length)));
      return [...inputs];
    },
    close: async () => {},
  };
  function* work(): Work<unknown> {
    yield* share(0, 0.8, parallel("square", [1, 2, 3, 4], undefined, { stage: "squares", weights: [9, 1, 1, 1] }));
    return yield* share(0.8, 1, steps("rest", 1));
  }
  const seen: string[] = [];
  await run(work(), {
    executor: counting,
    onProgress: ({ stage, step, of, fraction }) => seen.push(`${stage} ${step}/${of} ${fraction.toFixed(2)}`),
  });
  expect(seen).toEqual([
    "squares 1/4 0.20",
    "squares 2/4 0.40",
    "squares 3/4 0.60",
    "squares 4/4 0.80",
    "rest 1/1 1.00",
  ]);
});

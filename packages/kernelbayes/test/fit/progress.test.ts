import { describe, expect, test } from "vitest";
import { auto } from "../../src/models/auto/auto.ts";
import { crossValidate, fit, fitSync } from "../../src/fit/fit.ts";
import { measure } from "../../src/fit/measure.ts";
import { tasks } from "../../src/fit/tasks.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { gaussianProcess } from "../../src/models/process/gpc.ts";
import { serialExecutor, type Executor } from "../../src/run/executor.ts";
import type { OverallProgress } from "../../src/run/work.ts";
import { clouds, target } from "./samples.ts";

/** The progress of a call, which must never fall and end at 1. */
async function progressOf(call: (onProgress: (step: OverallProgress) => void) => unknown): Promise<OverallProgress[]> {
  const seen: OverallProgress[] = [];
  await call((step) => seen.push(step));
  const fractions = seen.map(({ fraction }) => fraction);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
  return seen;
}

const executors: readonly [string, Executor | undefined][] = [
  ["without an executor", undefined],
  ["with a serial executor", serialExecutor(tasks)],
];

describe.each(executors)("%s", (_, executor) => {
  const shared = executor && { executor };

  test("folds of a measurement of auto come on in many small steps", async () => {
    const seen = await progressOf((onProgress) =>
      measure(auto(), clouds(2), { target, folds: 2, onProgress, ...shared }),
    );
    const within = seen.filter(({ stage, step }) => stage === "fold" && step === 0);
    expect(within.length).toBeGreaterThan(30);
    const largest = seen.reduce(
      (most, { fraction }, at) => Math.max(most, fraction - (seen[at - 1]?.fraction ?? 0)),
      0,
    );
    expect(largest).toBeLessThan(0.25);
  });

  test("two rounds of a measurement are one rise", async () => {
    const seen = await progressOf((onProgress) =>
      measure(linearDiscriminant(), clouds(2), { target, onProgress, ...shared }),
    );
    const half = seen.findIndex(({ fraction }) => fraction > 0.5);
    const endOfFirst = { stage: "fold", step: 10, of: 10, fraction: 0.5 };
    expect(seen.slice(0, half)).toContainEqual(expect.objectContaining(endOfFirst));
    expect(seen.slice(half).every(({ fraction }) => fraction > 0.5)).toBe(true);
  });

  test("the machines of three classes come on", async () => {
    const seen = await progressOf((onProgress) => fit(gaussianProcess(), clouds(3), { target, onProgress, ...shared }));
    expect(seen.filter(({ stage }) => stage === "machine").length).toBeGreaterThan(30);
  });
});

test("an executor of one's own that reports only finished inputs gives fractions of their number", async () => {
  const plain = serialExecutor(tasks);
  const old: Executor = {
    ...plain,
    map: (task, inputs, { onProgress } = {}) => plain.map(task, inputs, { onProgress }),
  };
  const seen = await progressOf((onProgress) =>
    crossValidate(gaussianProcess(), clouds(2), { target, folds: 4, executor: old, onProgress }),
  );
  expect(seen.map(({ fraction }) => fraction)).toEqual([0.25, 0.5, 0.75, 1]);
});

test("fit and fitSync report the same fractions", async () => {
  const options = { target } as const;
  const here = await progressOf((onProgress) => fitSync(auto(), clouds(3), { ...options, onProgress }));
  const there = await progressOf((onProgress) => fit(auto(), clouds(3), { ...options, onProgress }));
  expect(there).toEqual(here);
});

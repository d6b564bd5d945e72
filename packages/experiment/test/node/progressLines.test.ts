import { expect, test } from "vitest";
import type { Experiment } from "../../src/node/experiment.ts";
import { progressLines } from "../../src/node/progressLines.ts";
import type { JobProgress } from "../../src/runJobs.ts";
import { doneJob } from "./samples.ts";

const start: JobProgress<Experiment> = {
  of: 4,
  done: 1,
  resumed: 1,
  failed: 0,
  secondsLeft: undefined,
  outcome: undefined,
};

function told(isTTY: boolean, steps: readonly [number, Partial<JobProgress<Experiment>>][]): string {
  let text = "";
  let now = 0;
  const stream = { isTTY, write: (more: string) => (text += more) };
  const tell = progressLines({ title: "run", stream, clock: () => now });
  for (const [time, step] of steps) {
    now = time;
    tell({ ...start, ...step });
  }
  return text;
}

const outcome = doneJob(3);
const steps: [number, Partial<JobProgress<Experiment>>][] = [
  [0, {}],
  [1, { done: 2, failed: 1, secondsLeft: 2.1, outcome }],
  [10, { done: 3, secondsLeft: 1, outcome }],
  [11, { done: 4, secondsLeft: 0, outcome }],
];

test("on a terminal one line changes, and is left at the end", () => {
  expect(told(true, steps).split("\r\u001b[K")).toEqual([
    "",
    "run: 1 of 4 done, 1 from before",
    "run: 2 of 4 done, 1 from before, 1 failed, about 3 s left, last heart 3 lda",
    "run: 3 of 4 done, 1 from before, about 1 s left, last heart 3 lda",
    "run: 4 of 4 done, 1 from before\n",
  ]);
});

test("elsewhere there is a line at the start, every ten seconds and at the end", () => {
  expect(told(false, steps)).toBe(
    "run: 1 of 4 done, 1 from before\nrun: 3 of 4 done, 1 from before, about 1 s left, last heart 3 lda\nrun: 4 of 4 done, 1 from before\n",
  );
});

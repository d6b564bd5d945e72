import type { OverallProgress } from "kernelbayes/progress";
import { expect, test } from "vitest";
import { progressLine, type ProgressLine } from "../../src/progress/progressLine.ts";

/** A line on a made-up stream, at a made-up time. */
function sample(
  isTTY: boolean,
  columns?: number,
): { line: ProgressLine; printed: string[]; at: (seconds: number) => void } {
  const printed: string[] = [];
  let now = 0;
  const stream = { isTTY, ...(columns !== undefined && { columns }), write: (text: string) => printed.push(text) };
  return { line: progressLine({ stream, clock: () => now }), printed, at: (seconds) => (now = seconds) };
}

const step = (stage: string, number: number, of: number, fraction = number / of): OverallProgress => ({
  kind: "progress",
  stage,
  step: number,
  of,
  fraction,
});

test("on a terminal one line is drawn anew, with the percentage and the time that is left", () => {
  const { line, printed, at } = sample(true);
  line.begin("fitting lssvm");
  at(0.05);
  line.onProgress(step("grid", 1, 10, 0.001));
  at(4);
  line.onProgress(step("grid", 4, 10, 0.25));
  line.end();
  expect(printed).toEqual([
    "\r\u001b[Kfitting lssvm …",
    "\r\u001b[Kfitting lssvm: 25 %, grid 4 of 10, 4 s, about 12 s left",
    "\r\u001b[K",
  ]);
});

test("percentage and time left are those of the whole part, whatever the stage, and the time never exceeds the budget", () => {
  const { line, printed, at } = sample(true);
  line.begin("fitting auto", 20);
  at(5);
  line.onProgress(step("starts", 2, 2, 0.5));
  at(10);
  line.onProgress(step("start", 1, 3, 0.75));
  at(16);
  line.onProgress(step("start", 1, 100, 0.751));
  line.begin("measuring auto");
  at(20);
  line.onProgress(step("fold", 1, 10, 0.1));
  line.end();
  expect(printed.slice(1, -1).filter((text) => text.includes(":"))).toEqual([
    "\r\u001b[Kfitting auto: 50 %, starts 2 of 2, 5 s, about 5 s left",
    expect.stringMatching(/Kfitting auto: 75 %, starts 1 of 3, 10 s, about [34] s left$/),
    "\r\u001b[Kfitting auto: 75 %, starts 1 of 100, 16 s, about 4 s left",
    "\r\u001b[Kmeasuring auto: 10 %, folds 1 of 10, 4 s, about 36 s left",
  ]);
});

test("a line longer than the terminal is cut, so that it can be drawn over", () => {
  const { line, printed } = sample(true, 20);
  line.begin("fitting a model of a long name");
  line.end();
  expect(printed[0]).toBe("\r\u001b[Kfitting a model of…");
});

test("elsewhere there is a plain line at the beginning of a part, and then one every ten seconds", () => {
  const { line, printed, at } = sample(false);
  line.begin("fitting lssvm");
  for (let second = 1; second <= 25; second++) {
    at(second);
    line.onProgress(step("fold", second, 50));
  }
  line.end();
  line.begin("writing the report");
  line.end();
  expect(printed).toEqual([
    "fitting lssvm …\n",
    "fitting lssvm: 20 %, folds 10 of 50, 10 s, about 40 s left\n",
    "fitting lssvm: 40 %, folds 20 of 50, 20 s, about 30 s left\n",
    "writing the report …\n",
  ]);
});

test("silent, nothing is told", () => {
  const printed: string[] = [];
  const line = progressLine({ isSilent: true, stream: { isTTY: true, write: (text) => printed.push(text) } });
  line.begin("fitting");
  line.onProgress(step("grid", 1, 2));
  line.end();
  expect(printed).toEqual([]);
});

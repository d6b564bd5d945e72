import type { Progress } from "kernelbayes";
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

const step = (stage: string, number: number, of: number): Progress => ({ kind: "progress", stage, step: number, of });

test("on a terminal one line is drawn anew, with the time that is left", () => {
  const { line, printed, at } = sample(true);
  line.begin("fitting lssvm");
  at(0.05);
  line.onProgress(step("grid", 1, 10));
  at(4);
  line.onProgress(step("grid", 4, 10));
  line.end();
  expect(printed).toEqual([
    "\r\u001b[Kfitting lssvm …",
    "\r\u001b[Kfitting lssvm: grid 4 of 10, 4 s, about 6 s left",
    "\r\u001b[K",
  ]);
});

test("the time left is that of the present stage, and never more than the budget", () => {
  const { line, printed, at } = sample(true);
  line.begin("fitting auto", 20);
  at(10);
  line.onProgress(step("starts", 1, 2));
  at(12);
  line.onProgress(step("starts", 1, 2));
  at(13);
  line.onProgress(step("start", 1, 3));
  at(16);
  line.onProgress(step("start", 1, 100));
  line.end();
  expect(printed.slice(1, -1)).toEqual([
    "\r\u001b[Kfitting auto: starts 1 of 2, 10 s, about 10 s left",
    "\r\u001b[Kfitting auto: starts 1 of 2, 12 s, about 8 s left",
    "\r\u001b[Kfitting auto: starts 1 of 3, 13 s, about 2 s left",
    "\r\u001b[Kfitting auto: starts 1 of 100, 16 s, about 4 s left",
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
    "fitting lssvm: folds 10 of 50, 10 s, about 40 s left\n",
    "fitting lssvm: folds 20 of 50, 20 s, about 30 s left\n",
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

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deadlines, type Deadline } from "../../src/work/deadlines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what waits is ended after its time, and nothing before", () => {
  const { add } = deadlines(100);
  const ended: string[] = [];
  add(() => ended.push("first"));
  vi.advanceTimersByTime(60);
  add(() => ended.push("second"));
  vi.advanceTimersByTime(39);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(ended).toEqual(["first"]);
  vi.advanceTimersByTime(57);
  expect(ended).toEqual(["first"]);
  vi.advanceTimersByTime(3);
  expect(ended).toEqual(["first", "second"]);
});

test("what does not wait any more is not ended, whatever the order in which it was taken out, and however often", () => {
  const { add, remove } = deadlines(100);
  const ended: number[] = [];
  const all = Array.from({ length: 8 }, (_, number): Deadline => add(() => ended.push(number)));
  for (const number of [3, 7, 0, 3, 7, 5]) remove(all[number]);
  vi.advanceTimersByTime(101);
  expect(ended.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 6]);
  vi.advanceTimersByTime(1000);
  expect(ended).toHaveLength(4);
});

test("an end may end others and begin new ones", () => {
  const { add, remove } = deadlines(100);
  const ended: string[] = [];
  const later: Deadline[] = [];
  add(() => {
    ended.push("first");
    for (const one of later) remove(one);
    add(() => ended.push("new"));
  });
  later.push(add(() => ended.push("taken out")));
  vi.advanceTimersByTime(101);
  expect(ended).toEqual(["first"]);
  vi.advanceTimersByTime(101);
  expect(ended).toEqual(["first", "new"]);
});

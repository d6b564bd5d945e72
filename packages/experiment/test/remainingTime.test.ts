import { expect, test } from "vitest";
import { jobOf } from "../src/job.ts";
import { remainingTime } from "../src/remainingTime.ts";

const quick = [1, 2, 3].map((number) => jobOf({ quick: number }, { task: "t", kind: "quick" }));
const slow = [1, 2].map((number) => jobOf({ slow: number }, { task: "t", kind: "slow", cost: number }));

test("nothing is said before a first job has ended", () => {
  const time = remainingTime(quick, 1);
  expect(time.estimate(0)).toBeUndefined();
  time.begin(quick[0], 0);
  expect(time.estimate(5)).toBeUndefined();
});

test("kinds have their own averages in seconds a unit of cost; jobs of an unknown kind last as long as all do on average", () => {
  const time = remainingTime([...quick, ...slow], 1);
  time.begin(quick[0], 0);
  time.end(quick[0], 2);
  // Two quick jobs and two slow ones, whatever these cost in their unit.
  expect(time.estimate(2)).toBeCloseTo(2 * 2 + 2 * 2, 12);
  time.begin(slow[0], 2);
  time.end(slow[0], 32);
  expect(time.estimate(32)).toBeCloseTo(2 * 2 + 2 * 30, 12);
});

test("costs of different kinds are never compared", () => {
  const large = jobOf({ large: 1 }, { task: "t", kind: "large", cost: 1e12 });
  const time = remainingTime([quick[0], large], 1);
  time.begin(quick[0], 0);
  time.end(quick[0], 3);
  expect(time.estimate(3)).toBeCloseTo(3, 12);
});

test("time already spent on a running job is taken off, down to nothing", () => {
  const time = remainingTime(quick, 1);
  time.begin(quick[0], 0);
  time.end(quick[0], 10);
  time.begin(quick[1], 10);
  expect(time.estimate(14)).toBeCloseTo(10 + 6, 12);
  expect(time.estimate(100)).toBeCloseTo(10, 12);
});

test("workers share what is left, but one cannot be done before its job", () => {
  const time = remainingTime(quick, 2);
  for (const job of quick.slice(0, 2)) time.begin(job, 0);
  for (const job of quick.slice(0, 2)) time.end(job, 10);
  expect(time.estimate(10)).toBeCloseTo(5, 12);
  time.begin(quick[2], 10);
  expect(time.estimate(11)).toBeCloseTo(9, 12);
  time.end(quick[2], 20);
  expect(time.estimate(20)).toBe(0);
});

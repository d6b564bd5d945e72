import { expect, test } from "vitest";
import { timeLeft } from "../../src/run/timeLeft.ts";

test("at an even pace the time left is exact, however often it is asked for", () => {
  for (const pause of [0.1, 1, 7]) {
    const left = timeLeft();
    for (let elapsed = pause; elapsed <= 80; elapsed += pause) {
      const seconds = left(elapsed / 100, elapsed);
      if (elapsed >= 1) expect(seconds).toBeCloseTo(100 - elapsed, 6);
    }
  }
});

test("the first second and work that has not moved say nothing", () => {
  const left = timeLeft();
  expect(left(0.1, 0.5)).toBeUndefined();
  expect(timeLeft()(0, 30)).toBeUndefined();
});

test("a fit that was done after 34 s was given 42 minutes, as the first of its steps had just begun", () => {
  const left = timeLeft();
  expect(left(0.004, 11)).toBeUndefined();
  expect(left(0.5, 14)).toBeLessThan(60);
});

test("work that is done has no time left", () => {
  const left = timeLeft();
  left(0.2, 10);
  expect(left(1, 11)).toBe(0);
});

test("a change of pace is followed: when the second half of the time is over, the estimate is within a third of the truth", () => {
  // Half of the work in 10 s, then ten times as slow: 100 s for the other half.
  const left = timeLeft();
  for (let elapsed = 0.5; elapsed <= 10; elapsed += 0.5) left(0.05 * elapsed, elapsed);
  expect(left(0.5, 10)).toBeCloseTo(10, 6);
  let seconds: number | undefined;
  for (let elapsed = 10.5; elapsed <= 60; elapsed += 0.5) seconds = left(0.5 + 0.005 * (elapsed - 10), elapsed);
  expect(seconds).toBeGreaterThan(50 * 0.67);
  expect(seconds).toBeLessThan(50 * 1.33);
});

test("while nothing moves the estimate grows, and a jump does not bring it to nothing", () => {
  const left = timeLeft();
  for (let elapsed = 1; elapsed <= 20; elapsed++) left(0.01 * elapsed, elapsed);
  const before = left(0.2, 20) ?? NaN;
  const waited = left(0.2, 30) ?? NaN;
  expect(waited).toBeGreaterThan(before);
  expect(left(0.6, 30.1)).toBeGreaterThan(5);
});

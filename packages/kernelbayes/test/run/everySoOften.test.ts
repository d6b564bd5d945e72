import { expect, test } from "vitest";
import { everySoOften } from "../../src/run/everySoOften.ts";

test("the first number is passed on at once, and others a tenth of a second after the last", () => {
  let now = 5;
  const passed: number[] = [];
  const report = everySoOften(
    (value) => passed.push(value),
    () => now,
  );
  for (const [seconds, value] of [
    [5, 0.1],
    [5.05, 0.2],
    [5.11, 0.3],
    [5.2, 0.4],
    [5.22, 0.5],
  ]) {
    now = seconds;
    report(value);
  }
  expect(passed).toEqual([0.1, 0.3, 0.5]);
});

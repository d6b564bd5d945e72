import { expect, test } from "vitest";
import { durationText } from "../src/durationText.ts";

test.each([
  [0.2, "1 s"],
  [99, "99 s"],
  [150, "3 min"],
  [5999, "1 h 40 min"],
  [7260, "2 h 1 min"],
])("%d seconds are %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

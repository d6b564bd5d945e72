import { expect, test } from "vitest";
import { intervalText, rateText, scoreText } from "../src/figureText.ts";

test.each([
  [0, "0.0 %"],
  [1e-6, "< 0.01 %"],
  [0.0057, "0.57 %"],
  [0.04762, "4.76 %"],
  [0.09994, "9.99 %"],
  [0.303, "30.3 %"],
  [0.99999, "> 99.9 %"],
  [1, "100.0 %"],
])("a rate of %d is %s wherever it stands", (share, text) => {
  expect(rateText(share)).toBe(text);
});

test("a score keeps three decimals, or its size where these would be zeros", () => {
  // The last is a calibration error of 0, rounded in its sixteenth digit.
  expect([0.2347, 3.72e-5, 0, -0.01, 6.1e-17].map(scoreText)).toEqual(["0.235", "3.7e-5", "0.000", "-0.010", "0.000"]);
});

test("an interval has the form of its estimate, and none is unknown", () => {
  expect(intervalText({ estimate: 0.05, lower: 0.0057, upper: 0.303 }, rateText)).toBe("0.57 % to 30.3 %");
  expect(intervalText({ estimate: 0.05, lower: Number.NaN, upper: Number.NaN }, rateText)).toBe("unknown");
});

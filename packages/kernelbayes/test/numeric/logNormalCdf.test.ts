import { expect, test } from "vitest";
import { logNormalCdf } from "../../src/numeric/logNormalCdf.ts";
import { referencesOf, worstError } from "./reference.ts";

test("log Φ is within 4 units in the last place from −10¹⁵⁵ to 40", () => {
  expect(worstError(logNormalCdf, referencesOf("logNormalCdf")).error).toBeLessThan(4);
});

test("log Φ has its limits and passes NaN on", () => {
  expect(logNormalCdf(-Infinity)).toBe(-Infinity);
  expect(logNormalCdf(-1e300)).toBe(-Infinity);
  expect(logNormalCdf(Infinity)).toBe(-0);
  expect(logNormalCdf(0)).toBe(-Math.LN2);
  expect(logNormalCdf(-0)).toBe(-Math.LN2);
  expect(logNormalCdf(NaN)).toBeNaN();
});

import { expect, test } from "vitest";
import { erfcx } from "../../src/numeric/erfcx.ts";
import { referencesOf, worstError } from "./reference.ts";

test("erfcx is within 2 units in the last place from −26.6 to the largest double", () => {
  expect(worstError(erfcx, referencesOf("erfcx")).error).toBeLessThan(2);
});

test("erfcx falls everywhere, across the borders of its polynomials too", () => {
  for (let x = -2; x < 8; x += 1 / 64) expect(erfcx(x + 1 / 64)).toBeLessThan(erfcx(x));
});

test("erfcx overflows on the left, vanishes at infinity and passes NaN on", () => {
  expect(erfcx(-27)).toBe(Infinity);
  expect(erfcx(-26.635)).toBe(Infinity);
  expect(erfcx(-26.62)).toBeLessThan(Infinity);
  expect(erfcx(-Infinity)).toBe(Infinity);
  expect(erfcx(Infinity)).toBe(0);
  expect(erfcx(0)).toBe(1);
  expect(erfcx(-0)).toBe(1);
  expect(erfcx(NaN)).toBeNaN();
});

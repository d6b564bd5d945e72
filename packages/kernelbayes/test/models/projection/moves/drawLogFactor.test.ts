import { expect, test } from "vitest";
import { drawLogFactor } from "../../../../src/models/projection/moves/drawLogFactor.ts";
import { stream } from "../../../../src/random/index.ts";

// A walk by slices through the law of the logarithm of a gamma variable of shape 3, whatever the width that was guessed.
test.each([0.3, 1, 8])("slices leave a law as it is, with a width of %f", (width) => {
  const random = stream(41);
  const draws = 20_000;
  let at = Math.log(3);
  let [sum, squares] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    at += drawLogFactor((by) => 3 * (at + by) - Math.exp(at + by), random, width);
    sum += Math.exp(at);
    squares += Math.exp(2 * at);
  }
  // Mean 3 and mean square 12. The bounds are twelve and eleven standard errors of independent draws; those of a walk are worth fewer.
  expect(Math.abs(sum / draws / 3 - 1)).toBeLessThan(0.05);
  expect(Math.abs(squares / draws / 12 - 1)).toBeLessThan(0.1);
});

test("nothing moves where the height is not finite", () => {
  expect(drawLogFactor(() => -Infinity, stream(42), 1)).toBe(0);
  expect(drawLogFactor((by) => (by === 0 ? 0 : -Infinity), stream(43), 1)).toBe(0);
});

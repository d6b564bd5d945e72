import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { logSigmoid } from "../../src/numeric/sigmoid.ts";
import { widthAllowed } from "../../src/calibration/widthAllowed.ts";

const rows = 60;

/** Sixty rows of two classes, each with log odds `logit` for its own class but for `wrong` of them, all with one deviation. */
function share(logit: number, deviation: number, wrong = 0): number {
  const logProbabilities = matrix(rows, 2);
  const classes = Int32Array.from({ length: rows }, (_, i) => i % 2);
  classes.forEach((q, i) => {
    const own = i < wrong ? -logit : logit;
    logProbabilities.data[2 * i + q] = logSigmoid(own);
    logProbabilities.data[2 * i + 1 - q] = logSigmoid(-own);
  });
  return widthAllowed({
    logProbabilities,
    deviations: matrix(rows, 2, new Float64Array(2 * rows).fill(deviation)),
    classes,
    weights: new Float64Array(rows).fill(1),
  });
}

test("deviations that the labels do not contradict stay as they are", () => {
  expect(share(1, 0.5)).toBe(1);
  expect(share(0, 100)).toBe(1);
});

test("log odds that all labels bear out cannot be nearly open: two nats are lost at the share", () => {
  const allowed = share(6, 5);
  expect(allowed).toBeLessThan(0.5);
  const loss = -rows * logSigmoid(6 / Math.sqrt(1 + (Math.PI / 8) * (5 * allowed) ** 2));
  expect(loss + rows * logSigmoid(6)).toBeCloseTo(2, 4);
});

test("labels on the wrong side allow the whole deviation", () => {
  expect(share(6, 5, 6)).toBe(1);
});

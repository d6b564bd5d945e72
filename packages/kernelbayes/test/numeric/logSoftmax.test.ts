import { expect, test } from "vitest";
import { logSumExp } from "../../src/numeric/logarithms.ts";
import { logOfRest, logSoftmaxInPlace } from "../../src/numeric/logSoftmax.ts";

test("scores become log probabilities that sum to one, whatever is added to all of them", () => {
  for (const offset of [0, 1e3, -1e3]) {
    const scores = Float64Array.of(offset, offset + 1, offset - 2);
    logSoftmaxInPlace(scores);
    expect(logSumExp(scores)).toBeCloseTo(0, 12);
    expect(scores[1] - scores[0]).toBeCloseTo(1, 12);
    expect(scores[2] - scores[0]).toBeCloseTo(-2, 12);
  }
});

test("the rest keeps its digits when one class is next to certain", () => {
  const logProbabilities = Float64Array.of(-1e-40, -100, -101);
  const rest = logOfRest(logProbabilities);
  expect(rest[0]).toBeCloseTo(-100 + Math.log1p(Math.exp(-1)), 12);
  expect(rest[1]).toBeCloseTo(0, 12);
  expect([...logProbabilities]).toEqual([-1e-40, -100, -101]);
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { confusionMatrix } from "../../src/evaluate/confusionMatrix.ts";
import { matthews } from "../../src/evaluate/matthews.ts";
import { mostProbable } from "../../src/evaluate/mostProbable.ts";
import { expectClose } from "./expectClose.ts";
import { predictions } from "./predictions.ts";
import { scored } from "./scores.ts";

fc.configureGlobal({ seed: 20 });

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  const confusion = confusionMatrix(mostProbable(probabilities), truth, weights, probabilities.columns);
  expect(matthews(confusion)).toBeCloseTo(expected.matthews, 13);
});

test("is 1 for right decisions, −1 for two classes exchanged, 0 for a constant decision or a constant truth", () => {
  const of = (decided: number[], truth: number[]): number => matthews(confusionMatrix(decided, truth));
  expect(of([0, 1, 2], [0, 1, 2])).toBe(1);
  expect(of([0, 1, 0], [1, 0, 1])).toBe(-1);
  expect(of([1, 1, 1], [0, 1, 1])).toBe(0);
  expect(of([0, 1, 1], [1, 1, 1])).toBe(0);
});

test("does not depend on how the classes are numbered", () => {
  fc.assert(
    fc.property(predictions(3), ({ probabilities, truth, weights }) => {
      const decided = mostProbable(probabilities);
      const renumbered = (list: Int32Array): Int32Array => list.map((one) => (one + 1) % 3);
      expectClose(
        [matthews(confusionMatrix(renumbered(decided), renumbered(truth), weights))],
        [matthews(confusionMatrix(decided, truth, weights))],
        1e-12,
      );
    }),
  );
});

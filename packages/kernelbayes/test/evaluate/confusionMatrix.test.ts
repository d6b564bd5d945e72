import { expect, test } from "vitest";
import { confusionMatrix } from "../../src/evaluate/confusionMatrix.ts";
import { mostProbable } from "../../src/evaluate/mostProbable.ts";
import { expectClose } from "./expectClose.ts";
import { scored } from "./scores.ts";

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  const { data } = confusionMatrix(mostProbable(probabilities), truth, weights, probabilities.columns);
  expectClose(data, expected.confusion.flat(), 1e-13);
});

test("has true classes in its rows and is as large as the class numbers require", () => {
  expect(confusionMatrix([2, 0, 0], [0, 0, 1])).toEqual({
    data: Float64Array.of(1, 0, 1, 1, 0, 0, 0, 0, 0),
    rows: 3,
    columns: 3,
  });
});

test("refuses a class number beyond the size that is asked for", () => {
  expect(() => confusionMatrix([0, 2], [0, 1], undefined, 2)).toThrow(
    expect.objectContaining({ code: "invalid-class", place: { row: 2 } }),
  );
});

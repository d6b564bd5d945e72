import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { mostProbable, probabilityMatrix } from "../../src/evaluate/probabilities.ts";

test("a list of probabilities of class 1 becomes two columns", () => {
  expect(probabilityMatrix([0.25, 1])).toEqual(matrix(2, 2, Float64Array.of(0.75, 0.25, 0, 1)));
});

test.each([
  { what: "a probability above 1", columns: 2, data: [0.5, 0.5, -0.1, 1.1] },
  { what: "a row that does not sum to 1", columns: 2, data: [0.5, 0.5, 0.5, 0.6] },
  { what: "not a number", columns: 2, data: [0.5, 0.5, NaN, 1] },
])("refuses $what and names the row", ({ columns, data }) => {
  expect(() => probabilityMatrix(matrix(2, columns, Float64Array.from(data)))).toThrow(
    expect.objectContaining({ code: "not-a-probability", place: { row: 2 } }),
  );
});

test("refuses a matrix of one column, which would always be right", () => {
  expect(() => probabilityMatrix(matrix(2, 1, Float64Array.of(1, 1)))).toThrow(
    expect.objectContaining({ code: "too-few-classes" }),
  );
});

test("of equally probable classes the lowest number is taken", () => {
  expect([...mostProbable(matrix(2, 3, Float64Array.of(0.2, 0.4, 0.4, 0.1, 0.2, 0.7)))]).toEqual([1, 2]);
  expect([...mostProbable([0.5, 0.6])]).toEqual([0, 1]);
});

import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { classOrder } from "../../src/rows/classOrder.ts";
import { distinctRows } from "../../src/rows/distinctRows.ts";

const X = matrix(7, 1, Float64Array.of(3, 1, 2, 5, 4, 2, 6));
const classes = Int32Array.of(0, 1, 2, 3, 0, 1, 2);

function orderOf(named: Int32Array): Int32Array {
  const problem = {
    X,
    classes: named,
    classCount: 4,
    weights: new Float64Array(7).fill(1),
    columnGroups: [0],
    rowGroups: undefined,
    priors: undefined,
  };
  return classOrder(distinctRows(problem), 4);
}

test("the order of the classes follows their rows, whatever they are called", () => {
  const names = [2, 3, 1, 0];
  const plain = orderOf(classes);
  const renamed = orderOf(classes.map((c) => names[c]));
  expect(Array.from(renamed)).toEqual(Array.from(plain, (c) => names[c]));
});

test("equal inputs of different classes stand in one place", () => {
  // The two rows of value 2 belong to classes 1 and 2; neither comes before the other.
  const swapped = Int32Array.of(0, 2, 1, 3, 0, 2, 1);
  expect(Array.from(orderOf(swapped))).toEqual(Array.from(orderOf(classes), (c) => [0, 2, 1, 3][c]));
});

import { expect, test } from "vitest";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { centerColumns } from "../../src/matrix/centerColumns.ts";
import { doubleCenter } from "../../src/matrix/doubleCenter.ts";
import { transpose } from "../../src/matrix/transpose.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";

test("the doubly centered Gram matrix is the Gram matrix of the centered rows, exactly symmetric", () => {
  const X = randomMatrix(12, 4, 3);
  const actual = doubleCenter(referenceEngine.symmetricProduct(X));
  const expected = referenceEngine.symmetricProduct(centerColumns(X));
  actual.data.forEach((value, index) => expect(value).toBeCloseTo(expected.data[index], 13));
  expect(transpose(actual)).toEqual(actual);
});

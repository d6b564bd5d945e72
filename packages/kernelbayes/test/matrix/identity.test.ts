import { expect, test } from "vitest";
import { identity } from "../../src/matrix/identity.ts";
import { toRows } from "../../src/matrix/toRows.ts";

test("the identity of size 2, and of size 0", () => {
  expect(toRows(identity(2))).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(toRows(identity(0))).toEqual([]);
});

import { describe, expect, test } from "vitest";
import type { InputTensor } from "../../src/requests/inferSchema.ts";
import { tensorCells } from "../../src/requests/tensorCells.ts";
import { thrownProblem } from "../thrownProblem.ts";

const tensor = (change: Partial<InputTensor>): InputTensor => ({
  name: "x",
  shape: [2, 2],
  datatype: "FP64",
  data: [1, 2, 4, 5],
  ...change,
});

describe("the elements of a tensor", () => {
  test("are the same nested and flat, as the protocol's example has them", () => {
    expect(
      tensorCells(
        tensor({
          data: [
            [1, 2],
            [4, 5],
          ],
        }),
      ),
    ).toEqual([1, 2, 4, 5]);
    expect(tensorCells(tensor({}))).toEqual([1, 2, 4, 5]);
  });

  test("nest as deeply as the shape", () => {
    expect(tensorCells(tensor({ shape: [2, 1, 2], data: [[[1, 2]], [[4, 5]]] }))).toEqual([1, 2, 4, 5]);
    for (const data of [
      [[1, 2], [4]],
      [[1, 2], 4, 5],
      [
        [[1], [2]],
        [[4], [5]],
      ],
      [[1, 2, 4, 5]],
    ]) {
      expect(thrownProblem(() => tensorCells(tensor({ data }))).code).toMatch(/^tensor-(shape|element)$/);
    }
  });

  test("are as many as the shape says", () => {
    expect(thrownProblem(() => tensorCells(tensor({ shape: [3] })))).toMatchObject({
      status: 400,
      code: "tensor-shape",
      detail: 'The tensor "x" has 4 elements; its shape [3] asks for 3.',
    });
    expect(tensorCells(tensor({ shape: [0, 2], data: [] }))).toEqual([]);
  });

  test("may be missing", () => {
    expect(tensorCells(tensor({ data: [1, null, 4, 5] }))).toEqual([1, null, 4, 5]);
  });

  test.each([
    ["BOOL", [true, false], [1, "true"]],
    ["UINT8", [0, 255], [-1, 256, 1.5, "1", true]],
    ["INT8", [-128, 127], [-129, 128]],
    ["INT32", [-(2 ** 31)], [2 ** 31]],
    ["INT64", [-5, 2 ** 53], [0.5]],
    ["UINT64", [2 ** 60], [-1]],
    ["FP16", [0.5], ["0.5"]],
    ["FP32", [-1e-3, 7], [false, [1]]],
    ["FP64", [1e300], [{}]],
    ["BYTES", ["", "a"], [1]],
  ] as const)("are of the type %s", (datatype, good, bad) => {
    expect(tensorCells(tensor({ datatype, shape: [good.length], data: [...good] }))).toEqual(good);
    for (const element of bad) {
      const wrong = tensor({ datatype, shape: [3, 1], data: [good[0], element, good[0]] });
      if (Array.isArray(element)) wrong.data = [[good[0]], [element], [good[0]]];
      expect(thrownProblem(() => tensorCells(wrong))).toMatchObject({ code: "tensor-element", row: 2 });
    }
  });
});

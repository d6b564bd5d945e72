import { describe, expect, test } from "vitest";
import { fromRows, selectRows, toRows } from "../../../src/matrix/row.ts";
import { ownRows, shareRows } from "../../../src/models/auto/sharedRows.ts";
import { randomMatrix } from "../../../src/testing/matrices.ts";
import type { Matrix } from "../../../src/engine/matrix.ts";

/** As documents hold it. */
const written = ({ rows, columns, data }: Matrix): object => ({ rows, columns, data: Array.from(data) });
const all = randomMatrix(7, 3, 1);
const some = selectRows(all, [5, 0, 2]);
const others = randomMatrix(2, 3, 2);

/** As read again: lists of numbers, wherever a matrix stands. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (part instanceof Float64Array ? [...part] : part)));

describe("rows of several models", () => {
  const parameters = [
    { kernel: { kind: "l1" }, rows: written(some), machines: [{ coefficients: [1, 2, 3] }], spread: written(all) },
    { machines: [{ parameters: { rows: written(all), sizes: [3, 4] } }, { parameters: { rows: written(others) } }] },
  ];

  test("stand once, the largest matrix first, and come back as they were", () => {
    const shared = shareRows(parameters, 3);
    expect(toRows(shared.rows!)).toEqual(toRows(fromRows([...toRows(all), ...toRows(others)])));
    expect(shared.parameters[0]).toMatchObject({ rows: { shared: [5, 0, 2] }, spread: written(all) });
    expect(shared.parameters[1]).toMatchObject({ machines: [{}, { parameters: { rows: { shared: [7, 8] } } }] });
    const again = shared.parameters.map((each) =>
      ownRows(JSON.parse(JSON.stringify(each)) as typeof each, shared.rows, "p"),
    );
    expect(plain(again)).toEqual(plain(parameters));
  });

  test("that are all of them in their order are named so, and are the same matrix again", () => {
    const twice = [{ rows: written(all) }, { rows: written(all) }];
    const { rows, parameters: light } = shareRows(twice, 3);
    expect(light).toEqual([{ rows: { shared: "all" } }, { rows: { shared: "all" } }]);
    expect(ownRows(light[1], rows, "p")["rows"]).toBe(rows);
  });

  test("of another number of columns, or without anything in common, stay where they are", () => {
    expect(shareRows(parameters, 4)).toEqual({ rows: undefined, parameters });
    const apart = [{ rows: written(some) }, { rows: written(others) }];
    expect(shareRows(apart, 3)).toEqual({ rows: undefined, parameters: apart });
  });

  test("differ where a zero has another sign, which a product of rows would show", () => {
    const zeros = [
      { rows: written(fromRows([[0, 1]])) },
      { rows: written(fromRows([[-0, 1]])) },
      { rows: written(fromRows([[0, 1]])) },
    ];
    const { rows, parameters: light } = shareRows(zeros, 2);
    expect(Array.from(rows!.data)).toEqual([0, 1, -0, 1]);
    expect(light).toEqual([{ rows: { shared: [0] } }, { rows: { shared: [1] } }, { rows: { shared: [0] } }]);
  });
});

describe("a reference", () => {
  const refused =
    (shared: unknown, rows: Matrix | undefined = all): (() => unknown) =>
    () =>
      ownRows({ rows: { shared } }, rows, "members[2]");

  test("to rows that are not there is refused with its place", () => {
    expect(refused([0, 7])).toThrow("members[2]: rows.shared[1] should be a whole number from 0 to 6; found 7.");
    expect(refused("some")).toThrow("members[2]: rows.shared should be a list");
    expect(() => ownRows({ rows: { shared: "all" } }, undefined, "members[2]")).toThrow("a view that has them");
  });

  test("is looked for without end neither in what contains itself nor by running anything", () => {
    const endless: Record<string, unknown> = {
      get rows(): never {
        throw new Error("It was run.");
      },
    };
    endless["inside"] = [endless];
    expect(() => ownRows(endless, all, "p")).not.toThrow();
  });

  test("cannot ask for one row again and again, and with it for any amount of memory", () => {
    expect(refused([1, 1])).toThrow("members[2]: rows.shared should be a list of different rows");
  });
});

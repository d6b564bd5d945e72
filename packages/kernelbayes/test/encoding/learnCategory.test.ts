import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  learnCategory,
  levelNumbers,
  writeLevel,
  isFewValued,
  compareLevels,
} from "../../src/encoding/learnCategory.ts";
import { encodedColumns, type CategoryEncoding } from "../../src/encoding/encoding.ts";
import { thrown } from "../thrown.ts";
import { columnFromCells, type Cell } from "../../src/table/columnFromCells.ts";

const rules = { missing: "impute", unseen: "refuse" } as const;
const learned = (name: string, cells: readonly (string | undefined)[]): CategoryEncoding | undefined =>
  learnCategory(name, cells, new Float64Array(cells.length).fill(1), "one-hot", false);
const color = learned("color", ["red", "blue", "red", "green", "green", "blue"]) as CategoryEncoding;

test("levels do not depend on the order of the rows", () => {
  expect(color).toEqual(learned("color", ["green", "green", "red", "blue", "red", "blue"]));
  expect(color.levels).toEqual(["blue", "green", "red"]);
});

test("one level only is no category, but one level and missing cells are", () => {
  expect(learned("x", ["a", "a"])).toBeUndefined();
  expect(learned("x", [undefined])).toBeUndefined();
  expect(learned("x", ["a", undefined])).toMatchObject({ levels: ["a"], missingLevel: true });
});

describe("rare levels", () => {
  const cells = ["oak", "oak", "elm", "ash", "ash", undefined, "yew", undefined];
  const tree = learned("tree", cells) as CategoryEncoding;

  test("are those of a single row, and two of them share one code beside the others", () => {
    expect(tree).toMatchObject({ levels: ["ash", "oak"], rareLevels: ["elm", "yew"], missingLevel: true });
    expect(Array.from(levelNumbers(tree, ["ash", "oak", "elm", "yew", undefined], rules))).toEqual([0, 1, 2, 2, 3]);
    expect(encodedColumns({ missing: "impute", unseen: "zeros", columns: [tree] }).map(({ name }) => name)).toEqual([
      "tree = ash",
      "tree = oak",
      "tree = (rare levels)",
      "tree = (missing)",
    ]);
  });

  test("are what a level never seen before is taken for, where it is not refused", () => {
    expect(Array.from(levelNumbers(tree, ["fir"], { ...rules, unseen: "zeros" }))).toEqual([2]);
    expect(thrown(() => levelNumbers(tree, ["elm", "fir"], rules))).toMatchObject({
      code: "unseen-level",
      place: { row: 2 },
    });
  });

  test("are not pooled where there is one only, or no other level", () => {
    expect(learned("x", ["a", "a", "b"])).toEqual({
      ...tree,
      name: "x",
      levels: ["a", "b"],
      missingLevel: false,
      rareLevels: undefined,
    });
    expect(learned("x", ["a", "b", "c", undefined])).toMatchObject({ levels: ["a", "b", "c"] });
  });

  test("are counted by weight: a row of weight 2 is as good as two rows", () => {
    const copies = learned("x", ["a", "a", "b", "c", "c", "d"]);
    expect(copies).toMatchObject({ rareLevels: ["b", "d"] });
    expect(learnCategory("x", [..."abcd"], [2, 1, 2, 1], "one-hot", false)).toEqual(copies);
  });
});

describe("levelNumbers", () => {
  test("are places in the list of levels, the last for missing cells", () => {
    const withMissing = learned("x", ["b", undefined, "a"]) as CategoryEncoding;
    expect(Array.from(levelNumbers(withMissing, ["a", "b", undefined], rules))).toEqual([0, 1, 2]);
    expect(Array.from(levelNumbers(color, [undefined], rules))).toEqual([-1]);
  });

  test("refuse a level not seen in training, naming level, row and column", () => {
    const error = thrown(() => levelNumbers(color, ["red", "pink"], rules));
    expect(error).toMatchObject({ code: "unseen-level", place: { row: 2, column: "color" } });
    expect(error.message).toContain('Column "color" has the value "pink" in row 2');
    expect(error.message).toContain('("blue", "green", "red")');
    const many = learned("x", [..."abcdefgh"]) as CategoryEncoding;
    expect(thrown(() => levelNumbers(many, ["z"], rules)).message).toContain('"f", …)');
  });

  test("are −1 for such levels when that is allowed", () => {
    expect(Array.from(levelNumbers(color, ["pink"], { ...rules, unseen: "zeros" }))).toEqual([-1]);
  });

  test("do not take the names of object internals for levels", () => {
    expect(thrown(() => levelNumbers(color, ["constructor"], rules)).code).toBe("unseen-level");
  });
});

describe("one-hot codes", () => {
  const row = (level: number): Float64Array => {
    const codes = new Float64Array(3);
    writeLevel(codes, 0, color, level);
    return codes;
  };
  const squaredDistance = (a: Float64Array, b: Float64Array): number =>
    a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0);

  test("put different levels at squared distance 1", () => {
    expect(squaredDistance(row(0), row(1))).toBeCloseTo(1, 15);
    expect(squaredDistance(row(1), row(2))).toBeCloseTo(1, 15);
    expect(squaredDistance(row(1), row(1))).toBe(0);
  });

  test("put an unseen level at squared distance one half from every level", () => {
    for (const level of [0, 1, 2]) expect(squaredDistance(row(-1), row(level))).toBeCloseTo(0.5, 15);
  });
});

test("hamming codes are the numbers of the levels", () => {
  const codes = new Float64Array(2);
  writeLevel(codes, 0, { ...color, coding: "hamming" }, 2);
  writeLevel(codes, 1, { ...color, coding: "hamming" }, -1);
  expect(Array.from(codes)).toEqual([2, -1]);
});

test.each<[boolean, Cell[]]>([
  [true, [0, 1, 2, 2, null]],
  [true, [1, 2, 3, 4, 5, 6, 7, 8]],
  [false, [0, 1, 1]],
  [false, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [false, [0, 1, 2.5]],
  [false, ["a", "b", "c"]],
  [false, [null]],
  [false, [Infinity, 1, 2]],
])("is %s for %j", (few, cells) => {
  expect(isFewValued(columnFromCells("x", cells))).toBe(few);
});

test("numbers come first and by value, texts by their characters", () => {
  const levels = ["b", "10", "9", "-1", "a", "B", "1e1", "1.0", "1", "inf"];
  expect(levels.toSorted(compareLevels)).toEqual(["-1", "1", "1.0", "9", "10", "1e1", "inf", "B", "a", "b"]);
});

test("the order does not depend on where the levels start", () => {
  const level = fc.oneof(fc.string({ maxLength: 3 }), fc.double().map(String), fc.constantFrom("01", "1", "1.0"));
  fc.assert(
    fc.property(fc.uniqueArray(level, { maxLength: 8 }), (levels) => {
      const sorted = levels.toSorted(compareLevels);
      expect(levels.toReversed().toSorted(compareLevels)).toEqual(sorted);
    }),
    { numRuns: 500, seed: 1 },
  );
});

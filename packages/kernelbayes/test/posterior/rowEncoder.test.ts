import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnProfiles } from "../../src/encoding/columnProfile.ts";
import { encode } from "../../src/encoding/encode.ts";
import { learnEncoding, type EncodingOptions } from "../../src/encoding/learnEncoding.ts";
import { rowEncoder, type EncodedRows } from "../../src/posterior/rowEncoder.ts";
import { rowsToPredict } from "../../src/posterior/rowsToPredict.ts";
import { numbersUpTo } from "../../src/matrix/row.ts";
import type { Cell } from "../../src/table/columnFromCells.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const table = tableFromColumns({
  size: [1, 2.5, 4, 8, null],
  rank: [3, 1, 4, 1, 5],
  color: ["red", "blue", "red", "blue", "NA"],
  tree: ["ash", "oak", "elm", "fir", "oak"],
  code: ["01", "1", "01", "1", "x"],
  grade: [1, 2, 1, 2, 3],
  seen: [7, null, 7, 7, null],
  visit: ["2024-02-29", "2023-01-01", "2022-06-15", "2021-12-31", "2020-02-29"],
});

function encoderOf(options: EncodingOptions): {
  readonly read: ReturnType<typeof rowEncoder>;
  readonly encoding: ReturnType<typeof learnEncoding>["encoding"];
} {
  const { encoding } = learnEncoding(table, { asCategory: ["grade"], rank: ["rank"], ...options });
  const profiles = columnProfiles(encoding, table, numbersUpTo(table.rows), undefined);
  return { read: rowEncoder(encoding, profiles), encoding };
}

/** What reading gives, or what it is refused with. */
function outcomeOf(read: () => EncodedRows): unknown {
  try {
    return read();
  } catch (error) {
    const { message, code, place } = error as { message: string; code?: string; place?: unknown };
    return { message, code, place };
  }
}

const cell = fc.oneof(
  fc.double({ noNaN: false }),
  fc.integer({ min: -3, max: 9 }),
  fc.constantFrom<Cell>(
    null,
    undefined,
    true,
    false,
    3n,
    new Date(0),
    new Date(Number.NaN),
    "",
    " ",
    "NA",
    " ? ",
    "1",
    "01",
    "1.0",
    "2e0",
    " 3",
    "red",
    "blue",
    "ash",
    "yew",
    "x",
    "constructor",
    "2024-02-29",
    "2024-02-29T12:00",
    "1e400",
  ),
  fc.constantFrom([] as unknown as Cell, Symbol("cell") as unknown as Cell, {} as Cell),
);

describe("row objects are encoded as a table of the same cells is, or refused in the same words", () => {
  const names = table.columns.map(({ name }) => name);
  test.each<EncodingOptions>([
    { missing: "impute", unseen: "zeros" },
    { missing: "impute", unseen: "refuse" },
    { missing: "impute", unseen: "zeros", categories: "hamming" },
    { missing: "drop", unseen: "zeros" },
  ])("%o", (options) => {
    const { read, encoding } = encoderOf(options);
    const usual = { size: 1, rank: 3, color: "red", tree: "ash", code: "01", grade: 1, seen: 7, visit: "2024-02-29" };
    // Of one column: which of several faulty columns is refused first is not promised.
    const cells = fc.array(fc.option(cell, { nil: "as usual" as const }), { minLength: 3, maxLength: 3 });
    const refused = { all: 0, none: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...names), cells, fc.constantFrom("refuse", "zeros"), (name, some, unseen) => {
        const records = some.map((changed) => (changed === "as usual" ? usual : { ...usual, [name]: changed }));
        const direct = outcomeOf(() => read(records, unseen));
        expect(direct).toEqual(outcomeOf(() => read(rowsToPredict(encoding, records), unseen)));
        refused["X" in (direct as object) ? "none" : "all"]++;
      }),
      { seed: 5, numRuns: 600 },
    );
    expect(Math.min(refused.all, refused.none)).toBeGreaterThan(40);
  });
});

describe("rows", () => {
  const { read, encoding } = encoderOf({ missing: "impute", unseen: "zeros" });
  const usual = { size: 1, rank: 2, color: "red", tree: "oak", code: "01", grade: 1, seen: 7, visit: "2024-02-29" };

  test("of a table are those that `encode` gives", () => {
    const { X } = read(table, "zeros");
    expect(X).toEqual(encode(encoding, table));
  });

  test("have what is theirs: an inherited property is no cell", () => {
    const { size: _, ...without } = usual;
    const heir = Object.assign(Object.create({ size: 1e50, color: "yew" }) as object, without);
    expect(read([heir, usual], "zeros")).toEqual(read([without, usual], "zeros"));
  });

  test("lacking a column in all rows are refused with the name that is near", () => {
    const { size, ...others } = usual;
    const row = { Size: size, ...others };
    expect(thrown(() => read([row, row], "zeros")).message).toContain('"size". Did you mean "Size"?');
  });

  test("are left alone, and so are the columns of a table", () => {
    const values = Float64Array.of(1, 2, 3);
    const only = { ...encoding, columns: encoding.columns.filter(({ name }) => name === "rank") };
    const before = values.slice();
    const { X } = rowEncoder(only, undefined)(
      { rows: 3, columns: [{ name: "rank", type: "number", values }] },
      "zeros",
    );
    X.data.fill(0);
    expect(values).toEqual(before);
  });
});

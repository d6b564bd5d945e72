import { describe, expect, test } from "vitest";
import { encode } from "../../src/encoding/encode.ts";
import { encodingFromDocument } from "../../src/encoding/encodingFromDocument.ts";
import { learnEncoding, type EncodingOptions } from "../../src/encoding/learnEncoding.ts";
import { marginalRelevance } from "../../src/evaluate/marginalRelevance.ts";
import { selectRows, tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const table = tableFromColumns({
  noise: [3, 1, 2, 3, 1, 2],
  good: [1, 2, 1, 5, 6, 4],
  color: ["red", "blue", "red", "green", "green", "green"],
  poor: [1, 2, 3, 2, 3, 4],
  constant: [7, 7, 7, 7, 7, 7],
  best: [0, 0, 0, 1, 1, 1],
});
const classes = [0, 0, 0, 1, 1, 1];
const kept = (options: EncodingOptions, weights?: readonly number[]): string[] =>
  learnEncoding(table, options, weights, classes).encoding.columns.map(({ name }) => name);

describe("selected columns", () => {
  test("are those of highest marginal relevance, in the order of the table", () => {
    expect(kept({ select: 1 })).toEqual(["best"]);
    expect(kept({ select: 2 })).toEqual(["good", "best"]);
    expect(kept({ select: 3 })).toEqual(["good", "color", "best"]);
    expect(kept({ select: 4 })).toEqual(["good", "color", "poor", "best"]);
  });

  test("tell how many there were, columns that say nothing not counted", () => {
    const { encoding, warnings } = learnEncoding(table, { select: 2 }, undefined, classes);
    expect(encoding.selectedFrom).toBe(5);
    expect(warnings.map(({ code }) => code)).toEqual(["constant-column"]);
    expect(encode(encoding, table).columns).toBe(2);
  });

  test("are all where there are no more, and then nothing was selected", () => {
    expect(learnEncoding(table, { select: 5 }, undefined, classes).encoding).toEqual(learnEncoding(table).encoding);
    expect(learnEncoding(table, { select: 5 }, undefined, classes).encoding.selectedFrom).toBeUndefined();
  });

  test("are encoded as they are without a selection", () => {
    const all = learnEncoding(table).encoding.columns;
    const { columns } = learnEncoding(table, { select: 3 }, undefined, classes).encoding;
    expect(columns).toEqual(all.filter(({ name }) => ["good", "color", "best"].includes(name)));
  });

  test("take a category by its levels, whatever its code", () => {
    const codes = kept({ select: 3, categories: "hamming" });
    expect(codes).toEqual(["good", "color", "best"]);
    const { encoding } = learnEncoding(table, { select: 3, categories: "hamming" }, undefined, classes);
    expect(encode(encoding, table).columns).toBe(3);
    // Numbered by the alphabet, the levels would say next to nothing: blue 0, green 1, red 2.
    const numbers = learnEncoding(table, { categories: "hamming", columns: ["color", "poor"] }).encoding;
    const [asCodes, poor] = marginalRelevance(encode(numbers, table), classes);
    expect(asCodes).toBeLessThan(poor);
  });

  test("count rows by their weights, those of weight 0 not at all", () => {
    const weights = [1, 0, 2, 1, 3, 1];
    const copies = weights.flatMap((weight, row) => new Array<number>(weight).fill(row));
    const repeated = learnEncoding(
      selectRows(table, copies),
      { select: 3 },
      undefined,
      copies.map((row) => classes[row]),
    );
    expect(kept({ select: 3 }, weights)).toEqual(repeated.encoding.columns.map(({ name }) => name));
  });

  test('are learned from complete rows under `missing: "drop"`, and may be imputed', () => {
    const holes = tableFromColumns({ a: [1, 2, null, 4, 5, 60], b: [1, 1, 2, 2, 1, 9], c: [0, 1, 0, 1, 0, 1] });
    const dropped = learnEncoding(holes, { missing: "drop", select: 1 }, undefined, classes);
    const without = [0, 1, 3, 4, 5];
    const rest = learnEncoding(
      selectRows(holes, without),
      { select: 1 },
      undefined,
      without.map((row) => classes[row]),
    );
    expect(dropped.encoding.columns).toEqual(rest.encoding.columns);
    expect(learnEncoding(holes, { missing: "impute", select: 1 }, undefined, classes).encoding.selectedFrom).toBe(3);
  });

  test.each([0, -1, 2.5, Number.NaN, "3", null, {}])("cannot be %j of them", (select) => {
    const error = thrown(() => learnEncoding(table, { select: select as number }, undefined, classes));
    expect(error.code).toBe("invalid-option");
    expect(error.message).toContain("select must be a number of columns");
  });

  test("need the classes of all rows", () => {
    expect(() => learnEncoding(table, { select: 2 })).toThrow(RangeError);
    expect(() => learnEncoding(table, { select: 2 }, undefined, [0, 1])).toThrow(RangeError);
  });
});

describe("the document of an encoding with selected columns", () => {
  const { encoding } = learnEncoding(table, { select: 2 }, undefined, classes);

  test("comes back as it was, and one from before there were selections has none", () => {
    expect(encodingFromDocument(JSON.parse(JSON.stringify(encoding)))).toEqual(encoding);
    const { selectedFrom: _, ...old } = encoding;
    expect(Object.keys(encodingFromDocument(old))).not.toContain("selectedFrom");
  });

  test.each([2, 1, 2.5, "5", null])("is refused with %j columns to select from", (selectedFrom) => {
    const error = thrown(() => encodingFromDocument({ ...encoding, selectedFrom }));
    expect(error.code).toBe("invalid-document");
    expect(error.message).toContain("encoding.selectedFrom should be");
  });
});

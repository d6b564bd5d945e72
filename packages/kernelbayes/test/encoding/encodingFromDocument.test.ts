import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { encode } from "../../src/encoding/encode.ts";
import { encodingFromDocument } from "../../src/encoding/encodingFromDocument.ts";
import { learnEncoding } from "../../src/encoding/learnEncoding.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const table = tableFromColumns({
  age: [-0, 30.1, null, 50],
  tiny: [1e-310, 2e-310, 0, 3e-310],
  rank: [-0, 7, 7, null],
  same: [null, 1, 1, 1],
  color: ["red", null, "\uD800", "__proto__"],
  grade: [1, 2, 3, -0],
});
const { encoding } = learnEncoding(table, { missing: "impute", rank: ["rank"], asCategory: ["grade"] });

describe("encodingFromDocument", () => {
  test("gives back the encoding after a journey through JSON, and the same matrix", () => {
    const json = JSON.stringify(encoding);
    expect(json).not.toMatch(/null|Infinity|NaN/);
    const read = encodingFromDocument(JSON.parse(json));
    expect(read).toEqual(encoding);
    expect(encode(read, table)).toEqual(encode(encoding, table));
    const codes = learnEncoding(table, { columns: ["color"], missing: "impute", categories: "hamming" }).encoding;
    expect(encodingFromDocument(JSON.parse(JSON.stringify(codes)))).toEqual(codes);
  });

  const kinds = Object.fromEntries(encoding.columns.map((column) => [column.kind, column]));
  test.each<[string, unknown]>([
    ["encoding", null],
    ["encoding", []],
    ["encoding.missing", { ...encoding, missing: "ignore" }],
    ["encoding.unseen", { missing: "refuse", columns: [] }],
    ["encoding.columns", { ...encoding, columns: {} }],
    ["encoding.columns", { ...encoding, columns: [] }],
    ["encoding.columns names", { ...encoding, columns: [kinds["number"], kinds["number"]] }],
    ["encoding.columns[0]", { ...encoding, columns: [7] }],
    ["encoding.columns[0].kind", { ...encoding, columns: [{ ...kinds["number"], kind: "constructor" }] }],
    ["encoding.columns[0].name", { ...encoding, columns: [{ ...kinds["presence"], name: 3 }] }],
    ["encoding.columns[0].unit", { ...encoding, columns: [{ ...kinds["number"], unit: 0 }] }],
    ["encoding.columns[0].origin", { ...encoding, columns: [{ ...kinds["number"], origin: "0" }] }],
    ["encoding.columns[0].center", { ...encoding, columns: [{ ...kinds["number"], center: null }] }],
    ["encoding.columns[0].scale", { ...encoding, columns: [{ ...kinds["number"], scale: -1 }] }],
    ["encoding.columns[0].fill", { ...encoding, columns: [{ ...kinds["number"], fill: Infinity }] }],
    ["encoding.columns[0].indicator", { ...encoding, columns: [{ ...kinds["number"], indicator: 1 }] }],
    ["encoding.columns[0].values", { ...encoding, columns: [{ ...kinds["rank"], values: [2, 1] }] }],
    ["encoding.columns[0].values", { ...encoding, columns: [{ ...kinds["rank"], values: [1], counts: [1] }] }],
    ["encoding.columns[0].counts", { ...encoding, columns: [{ ...kinds["rank"], counts: [1, 2, 3] }] }],
    ["encoding.columns[0].counts", { ...encoding, columns: [{ ...kinds["rank"], counts: [3, 2] }] }],
    ["encoding.columns[0].counts[0]", { ...encoding, columns: [{ ...kinds["rank"], counts: [0, 2] }] }],
    ["encoding.columns[0].coding", { ...encoding, columns: [{ ...kinds["category"], coding: "x" }] }],
    ["encoding.columns[0].levels", { ...encoding, columns: [{ ...kinds["category"], levels: ["a", "a"] }] }],
    ["encoding.columns[0].levels", { ...encoding, columns: [{ ...kinds["category"], levels: ["a"] }] }],
    ["encoding.columns[0].rareLevels", { ...encoding, columns: [{ ...kinds["category"], rareLevels: ["a"] }] }],
    [
      "encoding.columns[0].rareLevels",
      { ...encoding, columns: [{ ...kinds["category"], levels: ["red", "blue"], rareLevels: ["red", "x"] }] },
    ],
    ["encoding.columns[0].rareLevels", { ...encoding, columns: [{ ...kinds["category"], rareLevels: ["x", "x"] }] }],
    ["encoding.columns[0].levels[1]", { ...encoding, columns: [{ ...kinds["category"], levels: ["a", 1] }] }],
  ])("refuses a wrong %s", (path, document) => {
    const error = thrown(() => encodingFromDocument(document));
    expect(error.code).toBe("invalid-document");
    expect(error.message.startsWith(`${path} `)).toBe(true);
  });

  test("reads or refuses whatever it is given", () => {
    const part = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("number", "rank", "category", 0, 1, [], {}));
    const column = fc.tuple(
      fc.constantFrom(...encoding.columns),
      fc.dictionary(
        fc.constantFrom(
          "kind",
          "name",
          "unit",
          "scale",
          "center",
          "fill",
          "indicator",
          "values",
          "counts",
          "levels",
          "coding",
          "numeric",
          "missingLevel",
          "rareLevels",
        ),
        part,
        { maxKeys: 2 },
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.array(column).map((columns) => ({
            ...encoding,
            columns: columns.map(([column, changes]) => ({ ...column, ...changes })),
          })),
        ),
        (document) => {
          try {
            encodingFromDocument(document);
          } catch (error) {
            if (!(error instanceof InputError && error.code === "invalid-document")) throw error;
          }
        },
      ),
      { numRuns: 1000, seed: 4 },
    );
  });
});

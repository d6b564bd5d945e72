import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLibsvm, type LibsvmOptions, libsvmRows } from "../../../src/table/text/parseLibsvm.ts";
import { formatOfName, parseTable } from "../../../src/table/formats.ts";
import { columnNames } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { isRead, mutated } from "../mutations.ts";
import { pieceLengths, rowsInPieces, tableInChunks } from "../textInPieces.ts";

const text = "# a file\n+1 1:0.70 3:-2 # note: 2:5\n\n-1\t2:1e3\t \n+1\n3.0 1:nan 3:inf\n";

describe("parseLibsvm", () => {
  test("reads labels as they are written, and numbers, of which those not given are 0", () => {
    expect(parseLibsvm(text)).toEqual({
      rows: 4,
      columns: [
        { name: "label", type: "text", codes: Int32Array.of(0, 1, 0, 2), levels: ["+1", "-1", "3.0"] },
        {
          name: "x1",
          type: "number",
          values: Float64Array.of(0.7, 0, 0, NaN),
          texts: ["0.70", undefined, undefined, undefined],
        },
        {
          name: "x2",
          type: "number",
          values: Float64Array.of(0, 1000, 0, 0),
          texts: [undefined, "1e3", undefined, undefined],
        },
        {
          name: "x3",
          type: "number",
          values: Float64Array.of(-2, 0, 0, Infinity),
          texts: [undefined, undefined, undefined, "inf"],
        },
      ],
    });
  });

  test("has as many columns as are asked for, so that the tables of two files fit each other", () => {
    expect(columnNames(parseLibsvm("1 1:5\n", { features: 3 }))).toEqual(["label", "x1", "x2", "x3"]);
    expect(parseLibsvm("", { features: 2 })).toMatchObject({ rows: 0, columns: [{ name: "label" }, {}, {}] });
    expect(columnNames(parseLibsvm("1\n-1\n"))).toEqual(["label"]);
    expect(columnNames(parseLibsvm("1\n", { features: 0 }))).toEqual(["label"]);
  });

  test("reads the label as a number, and other words as missing, where asked to", () => {
    expect(parseLibsvm("1 1:5\n2 1:-9\n", { types: { label: "number" }, missing: ["-9"] }).columns).toEqual([
      { name: "label", type: "number", values: Float64Array.of(1, 2) },
      { name: "x1", type: "number", values: Float64Array.of(5, NaN) },
    ]);
  });

  test("is known by name to whoever reads tables", () => {
    for (const name of ["a9a.libsvm", "a9a.svm", "a9a.svmlight.gz"]) expect(formatOfName(name)).toBe("libsvm");
    expect(parseTable(text, "libsvm", { features: 7 })).toEqual(parseLibsvm(text, { features: 7 }));
  });

  test.each([
    ["line ends of other systems", text.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\uFEFF${text}`],
    ["bytes", new TextEncoder().encode(text)],
    ["no line end at the end", text.trimEnd()],
  ])("reads the same table from %s", (_, other) => {
    expect(parseLibsvm(other)).toEqual(parseLibsvm(text));
  });

  test.each<[string, string, LibsvmOptions, object, string]>([
    ["an empty text", "", {}, { code: "empty-table" }, "empty"],
    ["a text of comments", "# nothing\n\n", {}, { code: "empty-table" }, "empty"],
    [
      "a row without label",
      "1 1:5\n1:5 2:6\n",
      {},
      { code: "malformed-libsvm", place: { line: 2, row: 2 } },
      'its label; found "1:5"',
    ],
    ["a word without a colon", "1 5\n", {}, { code: "malformed-libsvm" }, 'pairs such as 3:0.5; found "5"'],
    ["an index without a value", "1 2: 5\n", {}, { code: "malformed-libsvm" }, 'found "2:"'],
    ["a value without an index", "1 :5\n", {}, { code: "malformed-libsvm" }, 'found ":5"'],
    ["an index that is no number", "1 a:5\n", {}, { code: "malformed-libsvm" }, 'found "a:5"'],
    ["a negative index", "1 -1:5\n", {}, { code: "malformed-libsvm" }, 'found "-1:5"'],
    ["indices from 0", "1 0:5 1:6\n", {}, { code: "malformed-libsvm" }, "indices count from 1"],
    ["an index twice", "1 2:5 2:6\n", {}, { code: "malformed-libsvm" }, "2 comes behind 2"],
    ["indices in disorder", "1 3:5 2:6\n", {}, { code: "malformed-libsvm" }, "2 comes behind 3"],
    ["groups", "1 qid:3 1:5\n", {}, { code: "unsupported-libsvm", place: { line: 1 } }, "qid"],
    [
      "more than was asked for",
      "1 4:5\n",
      { features: 3 },
      { code: "too-many-features" },
      "index 4 is beyond `features: 3`",
    ],
    ["an absurd index", "1 100001:5\n", {}, { code: "too-sparse", place: { line: 1 } }, "more than 100000 columns"],
    ["an index beyond all numbers", `1 ${"9".repeat(400)}:5\n`, {}, { code: "too-sparse" }, "more than 100000 columns"],
    [
      "a value that is no number",
      "1 1:5\n1 1:five\n",
      {},
      { code: "not-a-number", place: { line: 2, row: 2, column: "x1" } },
      '"five"',
    ],
    ["half a feature", "1\n", { features: 0.5 }, { code: "invalid-option" }, "got 0.5"],
    ["too many features", "1\n", { features: 1e9 }, { code: "invalid-option" }, "from 0 to 999999"],
  ])("refuses %s", (_, input, options, expected, words) => {
    const error = thrown(() => parseLibsvm(input, options));
    expect(error).toMatchObject(expected);
    expect(error.message).toContain(words);
  });

  test("refuses rows whose table would be far larger than the text, without building it", () => {
    expect(thrown(() => parseLibsvm("1 100000:1\n".repeat(3000))).code).toBe("too-large");
  });
});

describe("whatever the text", () => {
  const pieces = [
    "1 ",
    "1:2 ",
    " 3:4",
    "9:0.5",
    "qid:1",
    ":",
    "#",
    "\n",
    "\r",
    "\t",
    "-",
    "nan",
    "1e400",
    "9999:1",
    "é",
  ];
  const options = fc.record<LibsvmOptions>({ features: fc.integer({ min: -1, max: 12 }) }, { requiredKeys: [] });

  test("made of pieces of LIBSVM text, it is a table or an InputError", () => {
    const any = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, fc.string({ maxLength: 3 })), {
      maxLength: 12,
    });
    let read = 0;
    fc.assert(
      fc.property(any, options, (parts, options) => {
        if (isRead(() => parseLibsvm(parts.join(""), options))) read++;
      }),
      { numRuns: 1000, seed: 42 },
    );
    expect(read).toBeGreaterThan(50);
  });

  test("a damaged file, it is a table or an InputError", () => {
    let read = 0;
    fc.assert(
      fc.property(mutated(text, pieces), (text) => {
        if (isRead(() => parseLibsvm(text))) read++;
      }),
      { numRuns: 1000, seed: 43 },
    );
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(900);
  });

  test("made of any bytes, it is a table or an InputError", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void isRead(() => parseLibsvm(bytes))),
      { numRuns: 1000, seed: 44 },
    );
  });

  test.each([
    ["one long word", "x".repeat(2e6)],
    ["many blanks", `1${" ".repeat(2e6)}1:2`],
    ["many colons", `1 ${":".repeat(1e6)}`],
    ["many pairs", `1 ${Array.from({ length: 2e4 }, (_, i) => `${i + 1}:1`).join(" ")}`],
    ["many short lines", "1\n".repeat(5e5)],
  ])("%s takes time in proportion to its length", (_, text) => {
    // Quadratic work on texts of this length would exceed the time limit of a test.
    isRead(() => parseLibsvm(text));
  });
});

const inPieces = "# a file\n+1 1:0.70 3:-2 # note: 2:5\n\n-1\t2:1e3\t \n+1\n3.0 1:nan 5:inf\né 4:01\n";

test("the rows do not depend on how the text is cut into pieces", () => {
  const whole = rowsInPieces(libsvmRows, inPieces, [inPieces.length]);
  expect(whole).toHaveLength(5);
  fc.assert(
    fc.property(fc.constantFrom("\n", "\r\n", "\r"), pieceLengths, (end, lengths) => {
      expect(rowsInPieces(libsvmRows, inPieces.replaceAll("\n", end), lengths)).toEqual(whole);
    }),
    { numRuns: 1000, seed: 61 },
  );
});

test("chunks together are the whole table, also if the number of features only shows at the end", async () => {
  const whole = parseLibsvm(inPieces);
  await fc.assert(
    fc.asyncProperty(pieceLengths, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (lengths, size, isKnown) => {
      // A text that cannot be opened twice needs to be told how many features there are.
      const options = isKnown ? { features: 5 } : {};
      const { table, chunks } = await tableInChunks(libsvmRows, inPieces, lengths, size, !isKnown, options);
      expect(table).toEqual(whole);
      expect(chunks).toBe(Math.ceil(5 / size));
    }),
    { numRuns: 1000, seed: 62 },
  );
});

test("a feature that comes too late in a text that cannot be opened twice is told", async () => {
  await expect(tableInChunks(libsvmRows, inPieces, [10], 1, false)).rejects.toMatchObject({
    code: "new-column",
    place: { line: 6, row: 4, column: "x4" },
  });
});

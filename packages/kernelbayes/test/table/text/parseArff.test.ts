import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asText } from "../../../src/table/column.ts";
import { parseArff, arffRows } from "../../../src/table/text/parseArff.ts";
import { formatOfName, parseTable } from "../../../src/table/formats.ts";
import { columnNamed } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { isRead, mutated } from "../mutations.ts";
import { pieceLengths, rowsInPieces, tableInChunks } from "../textInPieces.ts";

const trees = `% Trees of a park
@RELATION 'trees of the park'

@attribute length NUMERIC
@Attribute 'leaf width' real   % in cm
@ATTRIBUTE age integer
@attribute note string
@attribute day date "yyyy-MM-dd"
@attribute kind {ash, 'silver birch', "?"}

@DATA
5.1, 2.0, 01, 'it''s', 2024-01-01, ash
% one more
?,3,7,"a, b\\n\\"c\\"",?,'silver birch'   % behind a row
1e3,\t-4.5 ,?,?,2024-02-29,?
-.5\t2\t3\tplain words\t2024-02-29\t'?'
`.replace("'it''s'", String.raw`'it\'s'`);

describe("parseArff", () => {
  test("reads every type of attribute, comments, quotation marks and missing values", () => {
    const table = parseArff(trees);
    expect(table.rows).toBe(4);
    expect(table.columns).toEqual([
      {
        name: "length",
        type: "number",
        values: Float64Array.of(5.1, NaN, 1000, -0.5),
        texts: [undefined, undefined, "1e3", "-.5"],
      },
      {
        name: "leaf width",
        type: "number",
        values: Float64Array.of(2, 3, -4.5, 2),
        texts: ["2.0", undefined, undefined, undefined],
      },
      {
        name: "age",
        type: "number",
        values: Float64Array.of(1, 7, NaN, 3),
        texts: ["01", undefined, undefined, undefined],
      },
      { name: "note", type: "text", codes: Int32Array.of(0, 1, -1, 2), levels: ["it's", 'a, b\n"c"', "plain words"] },
      { name: "day", type: "date", codes: Int32Array.of(0, -1, 1, 1), levels: ["2024-01-01", "2024-02-29"] },
      { name: "kind", type: "text", codes: Int32Array.of(0, 1, -1, 2), levels: ["ash", "silver birch", "?"] },
    ]);
  });

  test("keeps texts that are numbers, or mean something missing elsewhere, as the header declares them", () => {
    const text = "@relation r\n@attribute code string\n@attribute grade {1, 2}\n@data\n01, 1\nNA, 2\nnull, 1\n";
    const { columns } = parseArff(text);
    expect(columns).toEqual([
      { name: "code", type: "text", codes: Int32Array.of(0, 1, 2), levels: ["01", "NA", "null"] },
      { name: "grade", type: "text", codes: Int32Array.of(0, 1, 0), levels: ["1", "2"] },
    ]);
    const other = parseArff(text, { types: { grade: "number" }, missing: ["NA"] });
    expect(columnNamed(other, "grade")).toMatchObject({ type: "number" });
    expect(asText(columnNamed(other, "code"))).toEqual(["01", undefined, "null"]);
  });

  test("reads sparse rows: what is absent is 0, or the first value of a nominal attribute", () => {
    const text = `@relation r
@attribute a numeric
@attribute b {no, yes, 'a } b'}
@attribute c numeric
@data
{}
{0 1.5, 1 yes}
{ 1 'a } b' , 2 ? } % a comment
{2 0}
7, no, 8
`;
    expect(parseArff(text).columns).toEqual([
      { name: "a", type: "number", values: Float64Array.of(0, 1.5, 0, 0, 7) },
      { name: "b", type: "text", codes: Int32Array.of(0, 1, 2, 0, 0), levels: ["no", "yes", "a } b"] },
      { name: "c", type: "number", values: Float64Array.of(0, 0, NaN, 0, 8) },
    ]);
  });

  test.each([
    ["line ends of other systems", trees.replaceAll("\n", "\r\n")],
    ["line ends of old systems", trees.replaceAll("\n", "\r")],
    ["a byte order mark", `\uFEFF${trees}`],
    ["bytes", new TextEncoder().encode(trees)],
    ["no line end at the end", trees.trimEnd()],
    ["no relation", trees.replace(/@RELATION.*/, "")],
  ])("reads the same table from %s", (_, text) => {
    expect(parseArff(text)).toEqual(parseArff(trees));
  });

  test("reads a header without rows as a table of no rows, with its types", () => {
    expect(parseArff("@relation r\n@attribute a real\n@attribute b {x}\n@attribute c date\n@data\n")).toEqual({
      rows: 0,
      columns: [
        { name: "a", type: "number", values: new Float64Array(0) },
        { name: "b", type: "text", codes: new Int32Array(0), levels: [] },
        { name: "c", type: "date", codes: new Int32Array(0), levels: [] },
      ],
    });
  });

  test("is known by name to whoever reads tables", () => {
    expect(formatOfName("trees.ARFF.gz")).toBe("arff");
    expect(parseTable(trees, "arff")).toEqual(parseArff(trees));
  });

  const header = "@relation r\n@attribute a numeric\n@attribute b {x, y}\n@attribute c string\n@data\n";
  test.each<[string, string, object, string]>([
    ["an empty text", "", { code: "malformed-arff" }, "no line @data"],
    ["a header alone", "@relation r\n@attribute a real\n", { code: "malformed-arff" }, "no line @data"],
    [
      "delimited text",
      "a,b\n1,2\n",
      { code: "malformed-arff", place: { line: 1 } },
      '@relation, @attribute and @data; found "a,b"',
    ],
    ["an unknown declaration", "@relation r\n@inputs a\n", { code: "malformed-arff", place: { line: 2 } }, "@inputs"],
    [
      "data without attributes",
      "@relation r\n@data\n1\n",
      { code: "malformed-arff", place: { line: 2 } },
      "before any",
    ],
    [
      "data on the line of @data",
      "@relation r\n@attribute a real\n@data 1\n",
      { code: "malformed-arff" },
      'behind @data; found "1"',
    ],
    [
      "an attribute twice",
      "@relation r\n@attribute a real\n@attribute a real\n@data\n",
      { code: "duplicate-column", place: { line: 3, column: "a" } },
      'a second attribute is named "a"',
    ],
    [
      "a short row",
      `${header}\n1,x\n`,
      { code: "ragged-row", place: { line: 7, row: 1 } },
      "2 values, but there are 3 attributes",
    ],
    ["a long row", `${header}1,x,z,4,5\n`, { code: "ragged-row" }, "has 5 values"],
    ["a row divided by blanks", `${header}1 x z\n`, { code: "ragged-row" }, "has 1 value,"],
    [
      "an empty value",
      `${header}1,,z\n`,
      { code: "malformed-arff", place: { line: 6 } },
      '"b" has no value; a missing one is written ?',
    ],
    ["a comma at the end", `${header}1,x,\n`, { code: "malformed-arff" }, '"c" has no value'],
    [
      "a value that was not declared",
      `${header}1,x,u\n2,z,u\n`,
      { code: "undeclared-value", place: { line: 7, row: 2, column: "b" } },
      '"z" is not among the declared values of attribute "b": "x", "y"',
    ],
    [
      "a text among numbers",
      `${header}1,x,u\nten,y,u\n`,
      { code: "not-a-number", place: { line: 7, row: 2, column: "a" } },
      '"ten" is not a number',
    ],
    [
      "a date of another kind",
      "@attribute d date\n@data\n1.2.2024\n",
      { code: "not-a-date", place: { line: 3 } },
      '"1.2.2024" is not a date',
    ],
    ["something behind a quoted value", `${header}1,'x'y,z\n`, { code: "malformed-arff" }, "a comma should follow"],
    [
      "an open quotation mark",
      `${header}1,x,'z\n`,
      { code: "unterminated-quote", place: { line: 6, character: 5 } },
      "never closed",
    ],
    [
      "a weight",
      `${header}1,x,z,{5}\n`,
      { code: "unsupported-arff", place: { line: 6, row: 1 } },
      "`weights` of the fit",
    ],
    ["a weight of a sparse row", `${header}{2 z}, {5}\n`, { code: "unsupported-arff" }, "a weight in braces"],
    [
      "a sparse row without a text",
      `${header}{0 1}\n`,
      { code: "unsupported-arff", place: { line: 6, column: "c" } },
      "which is no text",
    ],
    ["a sparse row never ended", `${header}{0 1, 2 z\n`, { code: "malformed-arff" }, "must end in }"],
    [
      "a sparse row beyond the attributes",
      `${header}{3 1}\n`,
      { code: "malformed-arff" },
      'a number from 0 to 2 here (attributes count from 0, ascending); found "3"',
    ],
    ["a sparse row in disorder", `${header}{2 z, 0 1}\n`, { code: "malformed-arff" }, "the closing } here"],
    [
      "a sparse row with an attribute twice",
      `${header}{0 1, 0 1}\n`,
      { code: "malformed-arff" },
      "a number from 1 to 2",
    ],
    ["a sparse row of names", `${header}{a 1}\n`, { code: "malformed-arff" }, 'found "a"'],
    ["a sparse row without a value", `${header}{0 , 2 z}\n`, { code: "malformed-arff" }, '"a" has no value'],
    ["a NUL character", `${header}1,x,\0\n`, { code: "binary-input" }, "NUL"],
  ])("refuses %s", (_, text, expected, words) => {
    const error = thrown(() => parseArff(text));
    expect(error).toMatchObject(expected);
    expect(error.message).toContain(words);
  });

  test("refuses sparse rows whose table would be far larger than the text, without building it", () => {
    const nominal = Array.from({ length: 5000 }, (_, j) => `@attribute a${j} {x}\n`).join("");
    const error = thrown(() => parseArff(`${nominal}@data\n${"{}\n".repeat(1e5)}`));
    expect(error).toMatchObject({ code: "too-sparse", place: { line: 5000 + 1 + 2001 } });
    const numeric = Array.from({ length: 5000 }, (_, j) => `@attribute a${j} real\n`).join("");
    expect(thrown(() => parseArff(`${numeric}@data\n${"{}\n".repeat(1e5)}`)).code).toBe("too-large");
  });
});

describe("whatever the text", () => {
  const pieces = [
    "@data\n",
    "@attribute b {x,'y z'}\n",
    "@attribute a real\n",
    "'",
    '"',
    "\\",
    "{",
    "}",
    ",",
    "?",
    "%",
    "\t",
    "\n",
    "\r",
    "é",
    "{0 1}",
    "1e400",
  ];

  test("made of pieces of ARFF, it is a table or an InputError", () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 20 });
    const withHeader = text.map((parts) => `@attribute q real\n@attribute r {a,b}\n@data\n${parts.join("")}`);
    let read = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          text.map((parts) => parts.join("")),
          withHeader,
        ),
        (text) => {
          if (isRead(() => parseArff(text))) read++;
        },
      ),
      { numRuns: 2000, seed: 32 },
    );
    expect(read).toBeGreaterThan(20);
  });

  test("a damaged file, it is a table or an InputError", () => {
    let read = 0;
    fc.assert(
      fc.property(mutated(trees, pieces), (text) => {
        if (isRead(() => parseArff(text))) read++;
      }),
      { numRuns: 1000, seed: 33 },
    );
    expect(read).toBeGreaterThan(50);
    expect(read).toBeLessThan(950);
  });

  test("made of any bytes, it is a table or an InputError", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void isRead(() => parseArff(bytes))),
      { numRuns: 1000, seed: 34 },
    );
  });

  test.each([
    ["one long value", `@attribute a string\n@data\n${"x".repeat(2e6)}`],
    ["a long open quotation", `@attribute a string\n@data\n'${String.raw`\'`.repeat(5e5)}`],
    ["many blanks", `@attribute a string\n@data\n${" ".repeat(1e6)}x${" ".repeat(1e6)}`],
    ["many percent signs", `@attribute a string\n@data\nx${"%".repeat(1e6)}`],
    ["many values", `@attribute a {${Array.from({ length: 2e5 }, (_, i) => i).join(",")}}\n@data\n7\n`],
    ["many attributes", `${Array.from({ length: 1e5 }, (_, i) => `@attribute a${i} real\n`).join("")}@data\n1\n`],
    ["many commas", `@attribute a string\n@data\n${"x,".repeat(1e6)}`],
    ["many short lines", `@attribute a string\n@data\n${"x\n".repeat(3e5)}`],
  ])("%s takes time in proportion to its length", (_, text) => {
    // Quadratic work on texts of this length would exceed the time limit of a test.
    isRead(() => parseArff(text));
  });
});

const text = `% Trees of a park, é included
@RELATION trees
@attribute length NUMERIC
@attribute 'leaf width' real % in cm
@attribute note string
@attribute kind {ash, 'silver birch'}
@DATA
5.1, 2.0, 'it\\'s', ash
% one more
?,3,"a, b\\n\\"c\\"",'silver birch'
{0 7, 2 é}
1e3,\t01 ,?,?
-.5\t2\tplain words\tash
`;

test("the rows do not depend on how the text is cut into pieces", () => {
  const whole = rowsInPieces(arffRows, text, [text.length]);
  expect(whole).toHaveLength(5);
  fc.assert(
    fc.property(fc.constantFrom("\n", "\r\n", "\r"), pieceLengths, (end, lengths) => {
      expect(rowsInPieces(arffRows, text.replaceAll("\n", end), lengths)).toEqual(whole);
    }),
    { numRuns: 1000, seed: 51 },
  );
});

test("chunks together are the whole table, whether or not the text can be opened twice", async () => {
  const whole = parseArff(text);
  await fc.assert(
    fc.asyncProperty(pieceLengths, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (lengths, size, canReopen) => {
      const { table, chunks } = await tableInChunks(arffRows, text, lengths, size, canReopen);
      expect(table).toEqual(whole);
      expect(chunks).toBe(Math.ceil(5 / size));
    }),
    { numRuns: 1000, seed: 52 },
  );
});

test("a value that does not fit is told with the row of the whole table, in whichever chunk it is", async () => {
  const wrong = text.replace("-.5", "half");
  await expect(tableInChunks(arffRows, wrong, [10], 2, true)).rejects.toMatchObject({
    code: "not-a-number",
    place: { line: 13, row: 5, column: "length" },
  });
});

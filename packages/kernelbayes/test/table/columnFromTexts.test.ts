import { describe, expect, test } from "vitest";
import { asText, type Column } from "../../src/table/column.ts";
import { columnFromTexts, defaultMissing, textsOf, type CellOptions } from "../../src/table/columnFromTexts.ts";
import { thrown } from "../thrown.ts";

const column = (texts: string[], options: CellOptions = {}): Column =>
  columnFromTexts("x", textsOf(texts), options, (row) => ({ line: row + 2 }));

describe("the type of a column", () => {
  test.each([
    ["number", ["1", "-2.5", "+3", ".5", "6.", "1e-3", "Inf", "-infinity"]],
    ["number", ["0012", "1.50"]],
    ["number", ["", "NA"]],
    ["number", []],
    ["text", ["1", "2", "3,5"]],
    ["text", ["1,000"]],
    ["text", ["0x1f"]],
    ["text", ["1 2"]],
    ["text", ["yes", "no"]],
    ["text", ["true", "false"]],
    ["text", ["€5"]],
    ["text", ["--1"]],
    ["text", ["1e"]],
    ["text", ["+"]],
    ["date", ["2024-02-29", "", "1999-12-31"]],
    ["date", ["2024-02-29T12:00:00Z", "2024-02-29 12:00", "2024-02-29T12:00:00.123+01:00"]],
    ["text", ["2024-13-01"]],
    ["text", ["2024-02-29", "tomorrow"]],
    ["text", ["29.02.2024"]],
  ])("is %s for %j", (type, texts) => {
    expect(column(texts).type).toBe(type);
  });

  test("can be declared against the cells", () => {
    expect(column(["01", "02", "01"], { types: { x: "text" } })).toEqual({
      name: "x",
      type: "text",
      codes: Int32Array.of(0, 1, 0),
      levels: ["01", "02"],
    });
    expect(column(["2024-01-01"], { types: { x: "text" } }).type).toBe("text");
    expect(column(["1", "2"], { types: { x: "number" } }).type).toBe("number");
  });

  test("may be declared by a function of the name", () => {
    expect(column(["01", "02"], { types: (name) => (name === "x" ? "text" : undefined) }).type).toBe("text");
    expect(column(["01", "02"], { types: () => undefined }).type).toBe("number");
  });

  test("when declared as number, refuses a cell that is none with its line", () => {
    const error = thrown(() => column(["1", "NA", "two"], { types: { x: "number" } }));
    expect(error).toMatchObject({ code: "not-a-number", place: { line: 4, column: "x" } });
    expect(error.message).toMatch(/^Line 4, column "x": "two" is not a number/);
  });

  test("when declared as number, reads decimal commas and percent signs that all cells agree about", () => {
    const declared = { types: { x: "number" as const } };
    expect(column(["1,5", "2", "1,234", "NA"], declared)).toMatchObject({
      values: Float64Array.of(1.5, 2, 1.234, NaN),
    });
    expect(column(["50%", "12.5%"], declared)).toMatchObject({ values: Float64Array.of(0.5, 0.125) });
    expect(asText(column(["1,5", "2"], declared))).toEqual(["1,5", "2"]);
  });

  test("when declared as number, asks what a comma means that may separate thousands", () => {
    const declared = { types: { x: "number" as const } };
    const error = thrown(() => column(["2", "1,234"], declared));
    expect(error).toMatchObject({ code: "not-a-number", place: { line: 3 } });
    expect(error.message).toContain('`decimal: ","`');
    expect(() => column(["1.5", "1,5"], declared)).toThrow("not a number");
    expect(() => column(["1,5", "2"], { ...declared, decimal: "." })).toThrow("not a number");
  });

  test("cannot be declared as anything but number or text", () => {
    const types = { x: "boolean" } as unknown as Record<string, "text">;
    expect(thrown(() => column(["1"], { types })).code).toBe("invalid-option");
  });
});

describe("missing cells", () => {
  test("are the empty ones, those of blanks and the usual words, with or without blanks around", () => {
    const cells = ["1", "", "  ", ...defaultMissing, " NA "];
    const values = [1, ...new Array<number>(cells.length - 1).fill(NaN)];
    expect(column(cells)).toEqual({ name: "x", type: "number", values: Float64Array.from(values) });
    expect(asText(column([...cells, "word"]))).toEqual(["1", ...new Array(cells.length - 1).fill(undefined), "word"]);
  });

  test("can be given other words, and then the usual ones are texts", () => {
    expect(asText(column(["NA", "none", ""], { missing: ["none"] }))).toEqual(["NA", undefined, undefined]);
  });

  test("can be numbers", () => {
    expect(column(["1", "-999", "-999.0", "0"], { missing: ["-999"] })).toEqual({
      name: "x",
      type: "number",
      values: Float64Array.of(1, NaN, -999, 0),
      texts: [undefined, undefined, "-999.0", undefined],
    });
  });
});

describe("decimal commas", () => {
  test("are read when asked for, and then points are no numbers", () => {
    const read = column(["1,5", "-2", "3e1", "NA"], { decimal: "," });
    expect(read).toMatchObject({ type: "number", values: Float64Array.of(1.5, -2, 30, NaN) });
    expect(asText(read)).toEqual(["1,5", "-2", "3e1", undefined]);
    expect(column(["1.500", "2"], { decimal: "," }).type).toBe("text");
    expect(column(["1,5"]).type).toBe("text");
  });
});

describe("the written form of numbers", () => {
  test("is not kept where the number tells it", () => {
    const cells = ["1", "-0.25", "0.1", "1e-7", "1e+21", "0.30000000000000004", "12345678901234567000"];
    expect(column(cells)).toEqual({ name: "x", type: "number", values: Float64Array.from(cells, Number) });
  });

  test("is kept where it does not, also in numbers of very many digits", () => {
    const cells = [
      "007",
      "1.0",
      "1e3",
      "+1",
      " 2",
      ".5",
      "-0",
      "0.0000001",
      "9007199254740993",
      "0.10000000000000000555",
    ];
    expect(asText(column(cells))).toEqual(cells);
  });

  test("of thousands of long numbers is kept if it differs among the first of them", () => {
    const cells = Array.from({ length: 20_000 }, (_, i) => `0.1000000000000000000${i}`);
    expect(asText(column(cells)).at(-1)).toBe(cells.at(-1));
  });
});

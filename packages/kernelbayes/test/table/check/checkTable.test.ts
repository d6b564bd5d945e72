import { describe, expect, test } from "vitest";
import { learnEncoding } from "../../../src/encoding/index.ts";
import { checkTable, findingText, type Finding } from "../../../src/entries/check.ts";
import { iris, ripley } from "../../../src/data/index.ts";
import { parseCsv, tableFromColumns, type Cell, type Table } from "../../../src/table/index.ts";

const n = 60;
const of = <T>(make: (row: number) => T): T[] => Array.from({ length: n }, (_, row) => make(row));

/** Numbers in [0, 1) without an order, the same at every run. */
function noise(seed: number): number[] {
  let state = seed;
  return of(() => (state = (state * 48271) % 2147483647) / 2147483647);
}

const [x, y, z] = [noise(11), noise(23), noise(37)];
const label = noise(51).map((value) => (value < 0.5 ? "yes" : "no"));

/** A table that is fine, with further columns. */
function tableWith(columns: Readonly<Record<string, readonly Cell[]>> = {}): Table {
  return tableFromColumns({ x, y, z, label, ...columns });
}

function found(columns: Readonly<Record<string, readonly Cell[]>>, options = {}): readonly Finding[] {
  return checkTable(tableWith(columns), { target: "label", ...options }).findings;
}

const summary = (findings: readonly Finding[]): unknown =>
  findings.map(({ code, column, action }) => [code, column, action]);

test("a table that is fine has no findings", () => {
  expect(checkTable(tableWith(), { target: "label" }).findings).toEqual([]);
  expect(checkTable(iris(), { target: "species" }).findings).toEqual([]);
  const table = ripley();
  expect(checkTable(table, { target: table.columns.at(-1)!.name }).findings).toEqual([]);
});

test("the table is returned as it is where nothing could be read anew", () => {
  const table = tableWith();
  expect(checkTable(table, { target: "label" }).table).toEqual(table);
});

describe("numbers that are texts", () => {
  const decimals = x.map((value) => value.toFixed(2).replace(".", ","));

  test("decimal commas are read where every cell agrees, and the finding says so", () => {
    const { findings, table } = checkTable(tableWith({ a: decimals }), { target: "label" });
    expect(summary(findings)).toEqual([["decimal-comma", "a", "repaired"]]);
    expect(findings[0]).toMatchObject({ count: n, rows: [1, 2, 3, 4, 5], example: decimals[0] });
    const column = table.columns.find(({ name }) => name === "a")!;
    expect(column).toMatchObject({ type: "number" });
    expect(column.type === "number" && column.values[3]).toBe(Number(x[3].toFixed(2)));
    expect(findingText(findings[0])).toContain('`types: { a: "text" }` keeps the texts');
  });

  test("a column of weights is read, too, and nothing is said of columns that a fit does not use", () => {
    const weighted = checkTable(tableWith({ a: decimals, b: decimals }), {
      target: "label",
      weights: "a",
      exclude: ["b"],
    });
    expect(summary(weighted.findings)).toEqual([["decimal-comma", "a", "repaired"]]);
    expect(weighted.table.columns.map(({ type }) => type)).toEqual([
      "number",
      "number",
      "number",
      "text",
      "number",
      "number",
    ]);
  });

  test("a column that the caller declared to be of texts is left alone", () => {
    expect(found({ a: decimals }, { declared: ["a"] }).map(({ code }) => code)).not.toContain("decimal-comma");
  });

  test("a comma in doubt is a decimal sign only if another column leaves no doubt", () => {
    const doubtful = noise(91).map((value) => (1 + 8 * value).toFixed(3).replace(".", ","));
    expect(summary(found({ b: doubtful }))).toEqual([["ambiguous-comma", "b", "left-out"]]);
    expect(summary(found({ a: decimals, b: doubtful }))).toEqual([
      ["decimal-comma", "a", "repaired"],
      ["decimal-comma", "b", "repaired"],
    ]);
  });

  test("points and commas in one column are reported, not guessed", () => {
    const findings = found({ a: x.map((value, row) => (row === 7 ? "0,5" : value.toFixed(4))) });
    expect(findings[0]).toMatchObject({
      code: "decimal-comma",
      column: "a",
      action: "left-out",
      rows: [8],
      example: "0,5",
    });
  });

  test("a note on a column of texts among numbers says what a fit makes of it: it said category of columns that were left out", () => {
    const bounded = (digits: number): string[] => x.map((value) => (value < 0.15 ? "<0.15" : value.toFixed(digits)));
    for (const [digits, action, what] of [
      [1, "none", "Until then the column is a category."],
      [6, "left-out", "Until then the column is left out of a fit, as one of mostly unique texts."],
    ] as const) {
      const table = tableWith({ a: bounded(digits) });
      const [finding] = checkTable(table, { target: "label" }).findings;
      expect(finding).toMatchObject({ code: "bound", action });
      expect(findingText(finding).endsWith(what)).toBe(true);
      const { encoding } = learnEncoding(table, { exclude: ["label"] });
      expect(encoding.columns.some(({ name }) => name === "a")).toBe(action === "none");
    }
    const named = checkTable(tableWith({ a: bounded(6) }), { target: "label", columns: ["a"] }).findings;
    expect(named[0]).toMatchObject({ code: "bound", action: "none" });
  });

  test("percent signs are read as shares", () => {
    const { findings, table } = checkTable(tableWith({ a: x.map((value) => `${(100 * value).toFixed(1)}%`) }), {
      target: "label",
    });
    expect(summary(findings)).toEqual([["percent", "a", "repaired"]]);
    const column = table.columns.at(-1)!;
    expect(column.type === "number" && column.values[0]).toBeCloseTo(x[0], 2);
  });

  test.each([
    ["n.d.", "placeholder"],
    ["<0.05", "bound"],
    ["1,234.5", "thousands"],
    ["12 kg", "unit"],
    ["high", "text-among-numbers"],
  ])("%s among numbers is found with its row, as %s", (text, code) => {
    const findings = found({ a: x.map((value, row) => (row === 4 || row === 9 ? text : value.toFixed(5))) });
    expect(findings[0]).toMatchObject({ code, column: "a", count: 2, rows: [5, 10], example: text });
  });

  test("the option that mends a placeholder mends the column", () => {
    const cells = x.map((value, row) => (row === 4 ? "n.d." : value.toFixed(5)));
    const table = tableFromColumns({ a: cells, x, y, label }, { missing: ["n.d."] });
    expect(checkTable(table, { target: "label" }).findings).toEqual([]);
  });

  test("categories with a digit are categories", () => {
    const columns = {
      doors: of((row) => ["2", "3", "4", "5more"][row % 4]),
      persons: of((row) => ["2", "4", "more"][row % 3]),
      code: of((row) => `A${row % 12}`),
      age: of((row) => ["10-19", "20-29", "30-39"][(row % 7) % 3]),
    };
    expect(found(columns)).toEqual([]);
  });

  test("a few numbers beside a dash are a scale with a missing value", () => {
    expect(summary(found({ a: of((row) => ["1", "2", "3", "4", "-"][row % 5]) }))).toEqual([
      ["placeholder", "a", "none"],
    ]);
  });
});

test("numbers such as -999 are found if they lie far from all others", () => {
  const findings = found({ a: x.map((value, row) => (row % 20 === 3 ? -999 : value)) });
  expect(findings[0]).toMatchObject({ code: "sentinel", column: "a", count: 3, rows: [4, 24, 44], example: "-999" });
  expect(findingText(findings[0])).toContain("`missing: ");
  expect(found({ a: x.map((value, row) => (row % 20 === 3 ? -999 : Math.round(3000 * value - 1500))) })).toEqual([]);
});

describe("dates", () => {
  test("a date with points becomes a date that remembers how it was written, of which a fit makes features", () => {
    const days = of((row) => `${String(1 + (row % 28)).padStart(2, "0")}.0${1 + (row % 9)}.2021`);
    const { findings, table } = checkTable(tableWith({ when: days }), { target: "label" });
    expect(summary(findings)).toEqual([["date-column", "when", "repaired"]]);
    expect(findingText(findings[0])).toContain("elapsed time");
    expect(table.columns.at(-1)).toMatchObject({ type: "date", order: "dmy" });
    expect(table.columns.at(-1)).toMatchObject({ levels: expect.arrayContaining(["2021-01-01"]) });
  });

  test("times of the day are kept", () => {
    const { table } = checkTable(tableWith({ when: of((row) => `${13 + (row % 9)}.01.2021 ${1 + (row % 9)}:30 pm`) }));
    expect(table.columns.at(-1)).toMatchObject({ levels: expect.arrayContaining(["2021-01-13T13:30:00"]) });
  });

  test("a date in ISO 8601 stays as it is and is reported; as a category it is not", () => {
    const when = of((row) => `2021-01-${10 + (row % 20)}`);
    expect(summary(checkTable(tableWith({ when })).findings)).toEqual([["date-column", "when", "none"]]);
    expect(checkTable(tableWith({ when }), { asCategory: ["when"] }).findings).toEqual([]);
  });

  test("rows of different dates do not contradict each other", () => {
    const rows = { x: of(() => 1), when: of((row) => `20${10 + (row % 80)}-01-01`), label: of((row) => "ab"[row % 2]) };
    const codes = checkTable(tableFromColumns(rows), { target: "label" }).findings.map(({ code }) => code);
    expect(codes).not.toContain("contradicting-rows");
  });

  test("a date whose order is in doubt is left out, unless it was asked for", () => {
    const { leaveOut } = checkTable(tableWith({ when: of((row) => `0${1 + (row % 9)}/0${1 + (row % 7)}/2021`) }), {
      target: "label",
    });
    expect(leaveOut).toEqual(["when"]);
  });
});

describe("identifiers", () => {
  test.each([
    ["consecutive numbers in any order", of((row) => ((row * 7) % n) + 1)],
    ["increasing numbers", of((row) => 1000 + 3 * row + (row % 2))],
    ["decreasing numbers", of((row) => 9000 - 5 * row)],
  ])("%s are left out of a fit unless they are named", (_, a) => {
    expect(checkTable(tableWith({ a }), { target: "label" })).toMatchObject({
      findings: [{ code: "numeric-identifier", column: "a", action: "left-out" }],
      leaveOut: ["a"],
    });
    expect(checkTable(tableWith({ a }), { target: "label", columns: ["a", "x"] })).toMatchObject({
      findings: [{ code: "numeric-identifier", column: "a", action: "none" }],
      leaveOut: [],
    });
    expect(checkTable(tableWith({ a }), { target: "label", asCategory: ["a"] }).leaveOut).toEqual([]);
  });

  test("different whole numbers without order are one only by their name", () => {
    const numbers = of((row) => 1000 + ((row * 7919) % 8009));
    expect(found({ platelets: numbers })).toEqual([]);
    expect(found({ patient_id: numbers }).map(({ code }) => code)).toEqual(["numeric-identifier"]);
  });

  test("texts that differ in every row, or in most", () => {
    expect(summary(found({ name: of((row) => `n${row}`) }))).toEqual([["identifier-column", "name", "left-out"]]);
    expect(summary(found({ name: of((row) => `n${row % 50}`) }))).toEqual([["many-levels", "name", "left-out"]]);
  });
});

describe("leaks", () => {
  test("a column whose threshold is the label comes first", () => {
    const weight = noise(77).map((value) => Math.round(4000 * value));
    const low = weight.map((value) => (value < 2000 ? "low" : "normal"));
    const table = tableFromColumns({ x, y, z, id: of((row) => row), weight, low });
    expect(summary(checkTable(table, { target: "low" }).findings)).toEqual([
      ["leak", "weight", "none"],
      ["numeric-identifier", "id", "left-out"],
    ]);
  });

  test("a column that recodes the label, with one row in error in a hundred", () => {
    const table = tableWith({ code: label.map((one) => (one === "yes" ? "A" : "B")) });
    expect(checkTable(table, { target: "label" }).findings.map(({ code }) => code)).toEqual(["leak"]);
    const worse = tableWith({ code: label.map((one, row) => ((one === "yes") === row % 20 > 0 ? "A" : "B")) });
    expect(checkTable(worse, { target: "label" }).findings).toEqual([]);
  });

  test("classes that many columns separate are easy, not leaked", () => {
    const shift = label.map((one) => (one === "yes" ? 10 : 0));
    const columns = {
      a: x.map((v, i) => v + shift[i]),
      b: y.map((v, i) => v - shift[i]),
      c: z.map((v, i) => v + shift[i]),
    };
    expect(found(columns)).toEqual([]);
  });
});

describe("labels", () => {
  const labelled = (labels: readonly Cell[]): readonly Finding[] =>
    checkTable(tableFromColumns({ x, y, z, label: labels }, { types: { label: "text" } }), { target: "label" })
      .findings;

  test("that differ by case or blanks", () => {
    const labels = of((row) => (row === 5 ? "OK" : row === 8 ? "ok " : label[row] === "yes" ? "ok" : "bad"));
    expect(labelled(labels)).toMatchObject([{ code: "label-spelling", column: "label", count: 2, rows: [6, 9] }]);
  });

  test("that are measurements", () => {
    expect(labelled(x.map((value) => value.toFixed(2)))[0]).toMatchObject({ code: "continuous-target" });
    expect(labelled(noise(5).map((value) => String(20 + Math.round(60 * value))))[0]).toMatchObject({
      code: "continuous-target",
    });
  });

  test("that are codes of classes are classes", () => {
    expect(labelled(of((row) => String((row * 7) % 10)))).toEqual([]);
    expect(labelled(of((row) => String(3 + ((row * 7) % 6))))).toEqual([]);
  });
});

describe("rows that contradict each other", () => {
  const twice = (values: readonly Cell[]): Cell[] => [...values, values[2]];

  test("are found where rows are like no other", () => {
    const other = label[2] === "yes" ? "no" : "yes";
    const table = tableFromColumns({ x: twice(x), y: twice(y), z: twice(z), label: [...label, other] });
    expect(checkTable(table, { target: "label" }).findings).toMatchObject([
      { code: "contradicting-rows", count: 2, rows: [3, n + 1] },
    ]);
    const same = tableFromColumns({ x: twice(x), y: twice(y), z: twice(z), label: [...label, label[2]] });
    expect(checkTable(same, { target: "label" }).findings).toEqual([]);
  });

  test("are to be expected in a table of few categories", () => {
    const table = tableFromColumns({ a: of((r) => r % 2), b: of((r) => r % 3), c: of((r) => r % 5), label });
    expect(checkTable(table, { target: "label" }).findings).toEqual([]);
  });
});

test("columns with one value, with nearly one, and without any", () => {
  const findings = found({
    one: of(() => "a"),
    nearly: of((row) => (row === 30 ? 1 : 0)),
    empty: of(() => ""),
    rare: of((row) => (row % 12 === 0 ? 1 : 0)),
  });
  expect(summary(findings)).toEqual([
    ["constant-column", "one", "left-out"],
    ["nearly-constant", "nearly", "none"],
    ["constant-column", "empty", "left-out"],
  ]);
  expect(findings[1]).toMatchObject({ count: 1, rows: [31], example: "0" });
});

describe("columns that are functions of others", () => {
  test("copies, other units, rounded ones and recodings", () => {
    const minutes = noise(91).map((value) => Number((100 + 80 * value).toFixed(1)));
    const findings = found({
      copy: x,
      minutes,
      charge: minutes.map((value) => Number((0.17 * value).toFixed(2))),
      opposite: y.map((value) => 5 - 2 * value),
      sex: of((row) => (z[row] < 0.5 ? "f" : "m")),
      sexCode: of((row) => (z[row] < 0.5 ? 2 : 1)),
    });
    expect(findings.map(({ code, column, other }) => [code, column, other])).toEqual([
      ["function-of-another", "copy", "x"],
      ["function-of-another", "charge", "minutes"],
      ["function-of-another", "opposite", "y"],
      ["function-of-another", "sexCode", "sex"],
    ]);
  });

  test("columns that are close, but differ by more than rounding, are not", () => {
    const top = noise(91).map((value) => Math.round(1e6 * value));
    expect(found({ top, bottom: top.map((value, row) => value + Math.round(100 * y[row])) })).toEqual([]);
  });
});

test("a European table that came from a spreadsheet is read as the same table with points", () => {
  const rows = of((row) => [
    x[row].toFixed(2),
    (100 * y[row]).toFixed(1),
    String(Math.round(1e3 * z[row])),
    label[row],
  ]);
  const text = (point: string, delimiter: string): string =>
    ["a", "b", "c", "label"].join(delimiter) +
    rows.map((cells) => `\n${cells.map((cell) => cell.replace(".", point)).join(delimiter)}`).join("");
  const european = checkTable(parseCsv(`\ufeff${text(",", ";")}`), { target: "label" });
  const plain = parseCsv(text(".", ","));
  const values = (table: Table): unknown =>
    table.columns.map((column) => (column.type === "number" ? column.values : column.levels));
  expect(values(european.table)).toEqual(values(plain));
  expect(european.findings.map(({ code, column }) => [code, column])).toEqual([
    ["decimal-comma", "a"],
    ["decimal-comma", "b"],
  ]);
});

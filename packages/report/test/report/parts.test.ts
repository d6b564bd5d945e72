import { expect, test } from "vitest";
import { markup, raw } from "../../src/report/markup.ts";
import { htmlTable } from "../../src/report/htmlTable.ts";
import { someRows } from "../../src/report/someRows.ts";
import { counted, fixedText, groupedDigits, listed, numberText, percentText } from "../../src/report/words.ts";

test("parts of a template are escaped unless they are markup, lists are joined, undefined leaves nothing", () => {
  const written = markup`<p title="${'"a" & b'}">${["<b>", markup`<i>${1}</i>`]}${undefined}${raw("<hr>")}</p>`;
  expect(written.html).toBe('<p title="&quot;a&quot; &amp; b">&lt;b&gt;<i>1</i><hr></p>');
});

test("a table has a caption, headings for columns and lines, and numbers to the right", () => {
  const written = htmlTable("A < B", [{ title: "Name" }, { title: "Rows", isNumber: true }], [["x", "3"]]).html;
  expect(written).toContain("<caption>A &lt; B</caption>");
  expect(written).toContain('<th scope="col" >Name</th><th scope="col" class="number">Rows</th>');
  expect(written).toContain('<th scope="row" >x</th><td class="number">3</td>');
});

test("numbers are written for readers", () => {
  const percents = (shares: readonly number[]): string[] =>
    shares.map((share) => percentText(share).replaceAll("\u00a0", " "));
  expect(percents([0, 0.0321, 0.5, 0.9951, 1])).toEqual(["0 %", "3.2 %", "50 %", "99.5 %", "100 %"]);
  expect(percents([1e-5, 0.99999])).toEqual(["< 0.1 %", "> 99.9 %"]);
  expect([0, -12.3456, 1e-5, 2.5e7, Infinity, Number.NaN].map(numberText)).toEqual([
    "0",
    "−12.35",
    "1.00e−5",
    "2.50e+7",
    "∞",
    "–",
  ]);
  expect([-0.5, -0.0001, 1.23456].map((value) => fixedText(value))).toEqual(["−0.500", "0.000", "1.235"]);
  expect(counted(1, "row")).toBe("1 row");
  expect(counted(12_345, "class", "classes")).toBe("12\u202f345 classes");
  expect(groupedDigits(2.5)).toBe("2.5");
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
  expect(listed(["a", "b", "c", "d"], 2)).toBe("a, b and 2 more");
});

test("some rows are taken evenly from each class, a rare one included, and all where they are few", () => {
  const classes = Array.from({ length: 1000 }, (_, row) => (row === 500 ? 2 : row % 2));
  const chosen = someRows(classes, 100);
  expect(chosen).toContain(500);
  for (const q of [0, 1]) {
    const count = chosen.filter((row) => classes[row] === q).length;
    expect(count).toBeGreaterThanOrEqual(49);
    expect(count).toBeLessThanOrEqual(51);
  }
  expect(someRows([0, 1, 0], 5)).toEqual([0, 1, 2]);
});

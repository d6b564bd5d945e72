import { expect, test } from "vitest";
import { tableOf } from "kernelbayes/table";
import { namesOutside, outsideColumn } from "../../src/predict/outsideColumn.ts";
import { summaryLines } from "../../src/predict/summary.ts";
import { tally } from "../../src/predict/tally.ts";

const columns = [["mass"], ["mass", "a|b"], ['"', "mass"], []];

test("the names in a cell are read again, whatever they hold", () => {
  const { codes, levels } = outsideColumn({ columns, distance: undefined });
  expect(Array.from(codes, (code) => (code < 0 ? [] : namesOutside(levels[code])))).toEqual(columns);
});

test("rows outside are counted once, columns once for each row, and a column that most rows miss asks for its unit", () => {
  const counts = tally();
  counts.add(tableOf([outsideColumn({ columns, distance: undefined })]));
  expect(counts.unlike).toBe(3);
  expect(Object.fromEntries(counts.outside)).toEqual({ mass: 3, "a|b": 1, '"': 1 });
  const lines = summaryLines({ counts, seconds: 1 });
  expect(lines[1]).toMatch(/^3 rows are unlike the training rows.*mass 3, a\|b 1/);
  expect(lines[2]).toContain(
    'Most rows lie outside what the training rows hold in "mass": does it have the same unit, or the same spelling, as in training?',
  );
});

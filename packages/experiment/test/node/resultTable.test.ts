import { readFileSync } from "node:fs";
import { formatParquet, parseParquet, tableOf } from "kernelbayes/table";
import { expect, test } from "vitest";
import { rowOf } from "../../src/node/experiment.ts";
import { formatResults, parseResults, timeless } from "../../src/node/resultTable.ts";
import { doneJob, failedJob } from "./samples.ts";

const rows = [rowOf(doneJob(1), "c0de"), rowOf(failedJob(2), "c0de")];

test("rows are read again as they were written, whatever their texts hold", () => {
  const odd = {
    ...rows[0],
    error: 'a "quoted"\nline, 名前 \u0000 NA',
    options: "null",
    dataset: "NaN",
    seed: -(2 ** 53),
  };
  expect(parseResults(formatResults([...rows, odd]))).toEqual([...rows, odd]);
});

test("columns that are empty in every row keep their types", () => {
  expect(parseResults(formatResults(rows.slice(0, 1)))).toEqual(rows.slice(0, 1));
  expect(parseResults(formatResults(rows.slice(1)))).toEqual(rows.slice(1));
});

test("a file from before forecasts were kept is read, and one that lacks another column is refused", () => {
  const without = (name: string): Uint8Array =>
    formatParquet(tableOf(parseParquet(formatResults(rows)).columns.filter((column) => column.name !== name)));
  expect(parseResults(without("forecasts"))).toEqual(rows);
  expect(() => parseResults(without("brier"))).toThrow(/brier/);
});

test("without its times a row is equal to that of another run, and only without them", () => {
  const later = { ...rows[0], seconds: 99 };
  expect(timeless(later)).toEqual(timeless(rows[0]));
  expect(timeless({ ...later, errorRate: 0.5 })).not.toEqual(timeless(rows[0]));
});

test("the page about experiments describes every column", () => {
  const page = readFileSync(new URL("../../../../docs/experiments.md", import.meta.url), "utf8");
  for (const name of Object.keys(rows[0])) expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, "m"));
});

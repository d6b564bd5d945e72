import { iris, linearDiscriminant, type Column, type Table } from "kernelbayes";
import { serialExecutor } from "kernelbayes/executors";
import { tableOf } from "kernelbayes/table";
import { expect, test } from "vitest";
import { measureModels, type MeasuredModel } from "../../src/compare/measureModels.ts";

/** iris with a cell that is missing. */
function withHole(): Table {
  const { columns } = iris();
  const [first, ...others] = columns as readonly [Column & { type: "number" }, ...Column[]];
  return tableOf([{ ...first, values: first.values.with(120, NaN) }, ...others]);
}

test("a failure is worded for the command line, with its place and without the number of its only split", async () => {
  const rows = Int32Array.from({ length: 150 }, (_, row) => row);
  const splits = [0, 1].map((side) => ({
    train: rows.filter((row) => row % 2 === side),
    test: rows.filter((row) => row % 2 !== side),
  }));
  const [measured]: MeasuredModel[] = await measureModels(
    [{ title: "lda", model: linearDiscriminant(), encoding: {} }],
    {
      table: withHole(),
      options: { target: "species" },
      splits,
      executor: serialExecutor({}),
      signal: new AbortController().signal,
      onProgress: () => {},
    },
  );
  expect(measured.failed).toBe(2);
  expect(measured.failures.length).toBeGreaterThan(0);
  for (const failure of measured.failures) {
    expect(failure).toMatch(/^Column "sepal length"/);
    expect(failure).toContain("row 121");
    expect(failure).toContain("--missing");
  }
});

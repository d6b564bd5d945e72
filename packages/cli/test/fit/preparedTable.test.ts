import { fit, iris, linearDiscriminant, tableFromColumns } from "kernelbayes";
import { expect, test } from "vitest";
import { preparedTable } from "../../src/fit/preparedTable.ts";

test("a fit of what was prepared learns nothing a second time", async () => {
  const options = { target: "species", seed: 3, missing: "impute" } as const;
  const { training, table } = preparedTable(iris(), { options, id: undefined });
  const posterior = await fit(linearDiscriminant(), training);
  expect(posterior.encoding).toBe(training.encoding);
  expect(posterior.toDocument()).toEqual((await fit(linearDiscriminant(), table, options)).toDocument());
});

test("a cell that cannot be learned from is named by its row in the file, not among the rows that are left", () => {
  const table = tableFromColumns({
    species: ["a", undefined, "b", "a", "b", "a"],
    width: [1, 2, 3, undefined, 5, 7],
  });
  const options = { target: "species", seed: 1, missing: "refuse" } as const;
  expect(() => preparedTable(table, { options, id: undefined })).toThrow(
    expect.objectContaining({ code: "missing-values", place: expect.objectContaining({ row: 4 }) as object }),
  );
});

test("a label of measurements is refused unless its type is declared: a fit to 96 of them was announced as under a second", () => {
  const table = tableFromColumns({
    width: Array.from({ length: 120 }, (_, row) => (row * 7) % 31),
    price: Array.from({ length: 120 }, (_, row) => `${10 + (row % 96)}.5`),
  });
  const options = { target: "price", seed: 1, missing: "impute" } as const;
  expect(() => preparedTable(table, { options, id: undefined })).toThrow(
    expect.objectContaining({ code: "continuous-target", place: { column: "price" } }),
  );
  const { findings, training } = preparedTable(table, { options, id: undefined }, ["price"]);
  expect(training.names).toHaveLength(96);
  expect(findings[0]).toMatchObject({ code: "continuous-target" });
});

test("half stars of a rating are many numbers with many rows each, and are fitted with a note", () => {
  const table = tableFromColumns({
    width: Array.from({ length: 300 }, (_, row) => (row * 7) % 31),
    stars: Array.from({ length: 300 }, (_, row) => String(0.5 * ((row * 5) % 11))),
  });
  const options = { target: "stars", seed: 1, missing: "impute" } as const;
  const { findings } = preparedTable(table, { options, id: undefined });
  expect(findings[0]).toMatchObject({ code: "continuous-target" });
});

test("a table whose only column counts the rows was refused with no word on why its column was left out", () => {
  const table = tableFromColumns({
    a: Array.from({ length: 40 }, (_, row) => row),
    y: Array.from({ length: 40 }, (_, row) => (row === 20 ? "rare" : "usual")),
  });
  const prepare = (columns?: readonly string[]): unknown =>
    preparedTable(table, { options: { target: "y", seed: 1, ...(columns && { columns }) }, id: undefined });
  expect(() => prepare()).toThrow(/no column to learn from.*"a" looks like an identifier.*columns/);
  expect(() => prepare(["a"])).not.toThrow();
});

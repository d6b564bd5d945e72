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

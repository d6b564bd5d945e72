import { expect, test } from "vitest";
import { fitSync } from "../../src/fit/fit.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { neededColumns } from "../../src/posterior/neededColumns.ts";
import { tableFromColumns } from "../../src/table/table.ts";

const table = tableFromColumns({
  size: [1, 2, 3, 4, 5, 6],
  color: ["red", "blue", "red", "blue", "red", "blue"],
  kind: ["a", "a", "a", "b", "b", "b"],
});
const posterior = fitSync(linearDiscriminant({ shrinkage: 0.5 }), table, { target: "kind" });

test("the columns that a model needs have their kind, their levels and what the training rows hold", () => {
  const [size, color, ...others] = neededColumns(posterior);
  expect(others).toEqual([]);
  expect(size).toMatchObject({ name: "size", kind: "number", training: { missing: 0 } });
  expect((size.training as { quantiles: number[] }).quantiles).toHaveLength(11);
  expect(color).toEqual({
    name: "color",
    kind: "category",
    levels: ["blue", "red"],
    training: { counts: [3, 3], missing: 0 },
  });
});

test("a model of an earlier version does not know its training rows", () => {
  expect(neededColumns({ encoding: posterior.encoding })[0]).toEqual({ name: "size", kind: "number" });
});

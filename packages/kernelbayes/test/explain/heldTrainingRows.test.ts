import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { shapleyValuesSync } from "../../src/explain/shapleyValues.ts";
import { heldTrainingTable } from "../../src/explain/heldTrainingTable.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { models } from "../../src/models/index.ts";
import { row } from "../../src/matrix/row.ts";
import type { Table } from "../../src/table/table.ts";
import type { Posterior } from "../../src/posterior/posterior.ts";
import { thrown } from "../thrown.ts";
import { encoded, fitted, rowsAt, sample } from "./samples.ts";

const table = sample(40, 2);
const rows = rowsAt(table, 0, 1, 17);

/** The same posterior from its smallest document. */
function saved(posterior: Posterior): Posterior {
  return loadPosterior(JSON.parse(JSON.stringify(posterior.toDocument({ intervals: false }))));
}

describe("the training rows that a posterior holds as a background", () => {
  test.for([
    ["a kernel machine", models.krr.create(), {}],
    ["a combination", models.auto.create(), { orders: 2 }],
  ] as const)("of %s are those of the training table", ([, model, options]) => {
    const posterior = fitted(model, table);
    // All of them, since they may be in another order.
    const every = { ...options, backgroundRows: table.rows };
    const given = shapleyValuesSync(posterior, rows, { ...every, background: table });
    const held = shapleyValuesSync(saved(posterior), rows, { ...every, background: "training" });
    expect(held.backgroundRows).toBe(table.rows);
    held.outputs.forEach(({ contributions }, c) =>
      contributions.data.forEach((value, at) => expect(value).toBeCloseTo(given.outputs[c].contributions.data[at], 9)),
    );
  });

  test.for([
    ["which has none", models.lda.create()],
    ["which has support vectors alone", models.svc.create()],
  ] as const)("are refused for a model %s", ([, model]) => {
    const error = thrown(() => shapleyValuesSync(fitted(model, table), rows, { background: "training" }));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "no-training-rows" });
  });
});

test("as a table they have the cells of the training table", () => {
  const posterior = saved(fitted(models.krr.create(), table));
  const held = heldTrainingTable(posterior)!;
  expect(held.columns.map(({ name }) => name)).toEqual(["a", "b", "idle", "kind", "c"]);
  // Rows may be in another order.
  const keys = (of: Table): string[] => {
    const X = encoded(posterior, of);
    return Array.from({ length: X.rows }, (_, i) =>
      row(X, i)
        .map((cell) => Number(cell.toFixed(9)))
        .join(),
    ).toSorted();
  };
  expect(keys(held)).toEqual(keys(table));
  expect(heldTrainingTable(fitted(models.lda.create(), table))).toBeUndefined();
});

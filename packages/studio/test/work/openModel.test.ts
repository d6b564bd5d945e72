import { fitSync, iris, leastSquaresSupportVector, selectRows, type Table } from "kernelbayes";
import { ripley } from "kernelbayes/data";
import { encodeDocument } from "kernelbayes/models";
import { expect, test } from "vitest";
import { emptyDraft } from "../../src/data/draft.ts";
import { effectOf } from "../../src/work/effectOf.ts";
import { openFit } from "../../src/work/openFit.ts";
import { openModel } from "../../src/work/openModel.ts";

const flowers = iris();
const posterior = fitSync(leastSquaresSupportVector(), flowers, {
  target: "species",
  exclude: ["petal width"],
  seed: 5,
});
const file = {
  id: 1,
  name: "model.json",
  bytes: new Uint8Array(encodeDocument(posterior.toDocument())),
  draft: emptyDraft,
};
const opened = (table: Table | undefined) => openModel({ ...file, table });

test("a model opens on the table that it was fitted to, with the roles that it was fitted with", () => {
  const { open, record } = opened(flowers);
  expect(record).toMatchObject({ origin: "file", hasTable: true, target: "species", rows: 150, columns: 3 });
  expect(record.draft.roles).toMatchObject({ species: "label", "petal width": "out", "petal length": "feature" });
  expect(open.posterior.predict(flowers).probabilities.data).toEqual(posterior.predict(flowers).probabilities.data);
  expect(openFit(flowers, record).fittable?.options.exclude).toEqual(["petal width"]);
});

test("a model opens by itself without its table, and beside one that it was not fitted to", () => {
  const reversed = selectRows(
    flowers,
    Array.from({ length: 150 }, (_, row) => 149 - row),
  );
  const shuffled = selectRows(
    flowers,
    Array.from({ length: 150 }, (_, row) => 50 * Math.floor(row / 50) + (row % 7)),
  );
  for (const table of [undefined, ripley(), reversed, shuffled]) {
    const { open, record } = opened(table);
    expect([record.hasTable, open.fittable]).toEqual([false, undefined]);
    expect(openFit(table, record).posterior.classes).toEqual(posterior.classes);
  }
});

test("the effect of a column has a probability of each class for each of its values", () => {
  const { open } = opened(flowers);
  const { classes, texts, mean, lower, upper } = effectOf(open, "petal length");
  expect(classes).toEqual(["setosa", "versicolor", "virginica"]);
  expect(mean.length).toBe(3 * texts.length);
  for (let at = 0; at < texts.length; at++) {
    expect(mean[3 * at] + mean[3 * at + 1] + mean[3 * at + 2]).toBeCloseTo(1, 10);
  }
  mean.forEach((p, at) => expect(lower![at] <= p && p <= upper![at]).toBe(true));
  // Short petals are those of setosa.
  expect(mean[0]).toBeGreaterThan(0.5);
  expect(mean.at(-3)).toBeLessThan(0.3);
});

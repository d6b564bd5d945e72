import {
  fitSync,
  leastSquaresSupportVector,
  linearDiscriminant,
  loadPosterior,
  type PosteriorDocument,
} from "kernelbayes";
import { relevance } from "kernelbayes/data";
import { expect, test } from "vitest";
import { columnRelevance } from "../../src/charts/columnRelevance.ts";

const table = relevance({ rows: 60, seed: 1 });
const machine = fitSync(leastSquaresSupportVector(), table, { target: "class" });

/** A posterior that says of itself that it has another kernel. */
function withKernel(kernel: unknown): typeof machine {
  const document = machine.toDocument() as { readonly parameters: Record<string, unknown> } & PosteriorDocument;
  return { ...machine, toDocument: () => ({ ...document, parameters: { ...document.parameters, kernel } }) };
}

test("the weights of a kernel are those of its columns, scaled to mean 1", () => {
  const gaussian = withKernel({ kind: "gaussian", lengthScale: [10, 1], relevance: "each" });
  expect(columnRelevance(gaussian)).toEqual([
    { name: "x1", weight: expect.closeTo(2 / 101, 12) },
    { name: "x2", weight: expect.closeTo(200 / 101, 12) },
  ]);
  const composite = withKernel({ kind: "composite", relevance: [0.5, 1.5], groups: [0, 1] });
  expect(columnRelevance(composite)?.map(({ weight }) => weight)).toEqual([0.5, 1.5]);
});

test("a column that is switched off has weight 0", () => {
  const composite = withKernel({ kind: "composite", relevance: [0, 3], groups: [0, 1] });
  expect(columnRelevance(composite)?.map(({ weight }) => weight)).toEqual([0, 2]);
});

test("a posterior that was saved and loaded has the same weights", () => {
  const found = columnRelevance(loadPosterior(JSON.stringify(machine.toDocument())));
  expect(found?.map(({ name }) => name)).toEqual(["x1", "x2"]);
  expect(found).toEqual(columnRelevance(machine));
});

test("models without one set of weights have none to show", () => {
  expect(columnRelevance(fitSync(linearDiscriminant(), table, { target: "class" }))).toBeUndefined();
  expect(columnRelevance(withKernel({ kind: "gaussian", lengthScale: 2 }))).toBeUndefined();
  const each = { kind: "gaussian", lengthScale: [1, 2], relevance: "each" };
  expect(columnRelevance(withKernel({ kind: "sum", terms: [each, each] }))).toBeUndefined();
});

import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { searchSoftmaxKernel } from "../../../../src/models/process/softmax/kernelSearch.ts";
import { softmaxLaplace } from "../../../../src/models/process/softmax/laplace.ts";
import { someRows } from "../../../../src/models/process/softmax/someRows.ts";
import { softmaxSearch } from "../../../../src/models/process/softmax/startSearch.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { runSync } from "../../../../src/run/runSync.ts";
import { smallProblem } from "./problem.ts";

const engine = selectEngine();
const { X, rows: labelled, kernel } = smallProblem(60, 3);
const rows = { ...labelled, X, squaredDistance: 4 };

test("the search ends where no slope is left, at an evidence above that of all its neighbours", () => {
  const found = runSync(searchSoftmaxKernel(engine, [kernel, kernel.withValues([1, 3, 1])], rows, 7));
  expect(found.gradientNorm).toBeLessThan(1e-8);
  expect(found.rowsUsed).toBe(60);
  expect(found.optima.every(({ converged }) => converged)).toBe(true);
  const values = found.kernel.parameters.map(({ value }) => value);
  const evidenceAt = (at: readonly number[]): number =>
    softmaxLaplace(engine, kernel.withValues(at).matrix(engine, X), rows).logEvidence;
  const best = evidenceAt(values);
  for (const j of values.keys()) {
    for (const factor of [0.9, 1.1]) {
      if (found.atBounds.includes(found.kernel.parameters[j].name)) continue;
      expect(evidenceAt(values.map((value, k) => (k === j ? factor * value : value)))).toBeLessThan(best);
    }
  }
});

test("a kernel without free parameters is kept as it is", () => {
  const fixed = gaussian({ lengthScale: 1.5, fixed: ["lengthScale"] });
  const found = runSync(searchSoftmaxKernel(engine, [fixed], rows, 7));
  expect(found.kernel).toBe(fixed);
  const { logEvidence } = softmaxLaplace(engine, fixed.matrix(engine, X), rows);
  expect(Math.abs((found.optima[0].logEvidence ?? 0) - logEvidence)).toBeLessThan(1e-5);
});

test("the objective of a search is minus the log evidence, and its value alone is the same", () => {
  const { objective, value, start } = softmaxSearch(engine, kernel, rows, 1e-12);
  const { logEvidence } = softmaxLaplace(engine, kernel.matrix(engine, X), rows);
  expect(Math.abs(objective(start).value + logEvidence)).toBeLessThan(1e-9);
  expect(Math.abs(value(start) + logEvidence)).toBeLessThan(1e-9);
});

test("a part of the rows has eight rows of each class where there are so many, and depends on the seed alone", () => {
  const classes = labelled.classes.map((_, i) => (i < 5 ? 2 : i % 2));
  const part = someRows({ ...rows, classes }, 30, 3);
  expect(part.X.rows).toBe(30);
  expect(part.classes.filter((c) => c === 2)).toHaveLength(5);
  for (const c of [0, 1]) expect(part.classes.filter((each) => each === c).length).toBeGreaterThanOrEqual(8);
  expect(someRows({ ...rows, classes }, 30, 3)).toEqual(part);
  expect(someRows(rows, 60, 3)).toBe(rows);
});

import { describe, expect, test } from "vitest";
import {
  searchLeastSquares,
  type RowLimits,
  type SearchRows,
} from "../../../../src/models/leastSquares/evidence/searchLeastSquares.ts";
import { evaluateEvidence } from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import type { StartRequest } from "../../../../src/search/searchStart.ts";
import { medianSquaredDistance, withWidth } from "../../../../src/search/searchBounds.ts";
import { gaussian, matern, type Kernel } from "../../../../src/kernels/index.ts";
import { runSync } from "../../../../src/run/run.ts";
import type { ParallelRequest, Progress } from "../../../../src/run/work.ts";
import { engine, sample } from "../../fisher/samples.ts";

const { X, labels } = sample(70, 2, 4);
const squaredDistance = medianSquaredDistance(engine, X) ?? NaN;
const rows: SearchRows = {
  X,
  classes: Int32Array.from(labels),
  weights: new Float64Array(70).fill(1),
  squaredDistance,
  flat: [],
};
const kernels = [0.1, 1, 10].map((start) => withWidth(gaussian(), start / squaredDistance) as Kernel);

function search(limits?: RowLimits, seed = 1): ReturnType<typeof runSearch> {
  return runSearch(kernels, limits, seed);
}

function runSearch(starts: readonly Kernel[], limits?: RowLimits, seed = 1) {
  const steps: Progress[] = [];
  const result = runSync(searchLeastSquares(engine, starts, rows, seed, limits), {
    onProgress: (step) => steps.push(step),
  });
  return { ...result, steps };
}

describe("the search for a kernel", () => {
  test("ends where the gradient vanishes, and no worse than any start", () => {
    const { kernel, ratio, optima, gradientNorm, atBounds, rowsUsed } = search();
    const { objective, kernelSlopes, ratioSlope } = evaluateEvidence(engine, kernel, ratio, rows);
    expect(atBounds).toEqual([]);
    expect(gradientNorm).toBeLessThan(1e-8);
    expect(Math.abs(kernelSlopes[0])).toBeLessThan(1e-8);
    expect(Math.abs(ratioSlope)).toBeLessThan(1e-8);
    expect(optima).toHaveLength(3);
    for (const each of optima) expect(each.objective ?? NaN).toBeLessThanOrEqual(objective + 1e-9);
    expect(rowsUsed).toBe(70);
  });

  test("ends at the same place when its starts look at some of the rows only", () => {
    const whole = search();
    for (const seed of [1, 2]) {
      const { kernel, ratio } = search({ rowsOfStarts: 30 }, seed);
      expect(kernel.parameters[0].value).toBeCloseTo(whole.kernel.parameters[0].value, 6);
      expect(ratio).toBeCloseTo(whole.ratio, 5);
    }
  });

  test("looks at the share of each class in the rows that it may, and at 20 rows at least, chosen by the seed", () => {
    const [first, again, other] = [1, 1, 2].map((seed) => search({ mostRows: 40 }, seed));
    const sizes = [0, 1].map((q) => rows.classes.filter((of) => of === q).length);
    const shares = sizes.map((size) => Math.max(20, Math.ceil((40 * size) / rows.classes.length)));
    expect(first.rowsUsed).toBe(shares[0] + shares[1]);
    expect(again.ratio).toBe(first.ratio);
    expect(other.ratio).not.toBe(first.ratio);
  });

  test("looks from its starts at 20 rows of a rare class beside the share of the other in 128, or at all it has", () => {
    const { X: inputs } = sample(1000, 2, 5);
    const weights = Float64Array.from({ length: 1000 }, (_, i) => 1 + (i % 7));
    for (const [rare, kept, others] of [
      [6, 6, 128],
      [30, 20, 125],
    ]) {
      const classes = Int32Array.from({ length: 1000 }, (_, i) => (i < rare ? 1 : 0));
      const work = searchLeastSquares(engine, kernels, { ...rows, X: inputs, classes, weights }, 1);
      const { value } = work.next();
      const [{ rows: sampled }] = (value as ParallelRequest).inputs as readonly StartRequest<SearchRows>[];
      expect(sampled.X.rows).toBe(kept + others);
      expect(sampled.classes.filter((q) => q === 1)).toHaveLength(kept);
      // Every row of the sample is one of the rows, with its own class and weight.
      sampled.classes.forEach((q, i) => {
        const row = Array.from(weights.keys()).find((k) => inputs.data[2 * k] === sampled.X.data[2 * i]) ?? NaN;
        expect([q, sampled.weights[i]]).toEqual([classes[row], weights[row]]);
      });
    }
  });

  test("reports a criterion that rises", () => {
    const objectives = search().steps.flatMap(({ stage, objective }) =>
      stage === "all rows" || stage === "final fit" ? [objective ?? NaN] : [],
    );
    expect(objectives.length).toBeGreaterThan(1);
    objectives.slice(1).forEach((value, i) => expect(value).toBeGreaterThanOrEqual(objectives[i] - 1e-9));
  });

  test("takes any kernel with free parameters, and keeps those that are fixed", () => {
    const { kernel } = runSearch([matern({ lengthScale: 0.7, fixed: ["lengthScale"] })]);
    expect(kernel.parameters[0].value).toBe(0.7);
  });
});

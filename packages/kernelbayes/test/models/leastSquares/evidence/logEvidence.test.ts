import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import {
  effectiveParameters,
  kernelWeights,
  logEvidence,
  precisionSlopes,
} from "../../../../src/models/leastSquares/evidence/logEvidence.ts";
import { evidencePosterior } from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { doubleCenter } from "../../../../src/matrix/centerColumns.ts";
import { ard, copied, differencesInLogs, engine, sample, smooth } from "../../fisher/samples.ts";
import { relativeDifference } from "../problems.ts";
import { naive, posteriorOf, precisions, prepared } from "./problems.ts";
import type { Precisions } from "../../../../src/models/leastSquares/evidence/evidenceSpectrum.ts";

const rows = sample(14, 2);
const plain = { ...rows, weights: rows.weights.map(() => 1) };
const fractional = { ...rows, weights: rows.weights.map((w, i) => w * (0.3 + 0.1 * i)) };

test("the evidence is that of the formula written out", () => {
  for (const zeta of [1e-3, 1, 1e3]) {
    const at = { ...precisions, noisePrecision: zeta };
    expect(logEvidence(posteriorOf(plain, smooth(), at))).toBeCloseTo(naive(plain, smooth(), at).logEvidence, 9);
  }
});

test("a row of weight w counts as w copies in the evidence, its slopes and the effective parameters", () => {
  for (const kernel of [smooth(), smooth(1.3, 1.1, 0), ard(2)]) {
    const all = [rows, copied(rows)].map((sample) => {
      const { onRows } = prepared(sample, kernel);
      const posterior = posteriorOf(sample, kernel);
      const effective = effectiveParameters(posterior);
      const slopes = precisionSlopes(posterior, effective);
      const { W, ownSlopes } = kernelWeights(posterior);
      return [
        logEvidence(posterior),
        effective,
        slopes.functionPrecision,
        slopes.noisePrecision,
        ...onRows.contract(W, ownSlopes),
      ];
    });
    expect(relativeDifference(all[0], all[1])).toBeLessThan(1e-11);
  }
});

test.each([
  ["plain", plain],
  ["copies", rows],
  ["fractional weights", fractional],
])("the slopes in both precisions and in the kernel are those of differences, %s", (_, sample) => {
  const kernel = ard(2);
  const valueAt = (at: Precisions): number => logEvidence(posteriorOf(sample, kernel, at));
  const { onRows } = prepared(sample, kernel);
  const posterior = posteriorOf(sample, kernel);
  const slopes = precisionSlopes(posterior, effectiveParameters(posterior));
  const step = 1e-5;
  for (const name of ["functionPrecision", "noisePrecision"] as const) {
    const moved = (by: number): number => valueAt({ ...precisions, [name]: precisions[name] * Math.exp(by) });
    expect(slopes[name]).toBeCloseTo((moved(step) - moved(-step)) / (2 * step), 7);
  }
  const { W, ownSlopes } = kernelWeights(posterior);
  const expected = differencesInLogs(kernel, (moved) => logEvidence(posteriorOf(sample, moved)));
  expect(relativeDifference(onRows.contract(W, ownSlopes), expected)).toBeLessThan(1e-7);
});

test("the effective parameters are 1 + Σ λ/(λ + 1/ϱ) over the centered kernel matrix", () => {
  const ratio = precisions.noisePrecision / precisions.functionPrecision;
  const values = engine.eigenvaluesSymmetric(doubleCenter(smooth().matrix(engine, plain.X)));
  const expected = values.reduce((sum, value) => sum + value / (value + 1 / ratio), 1);
  expect(effectiveParameters(posteriorOf(plain, smooth()))).toBeCloseTo(expected, 10);
});

test("multiplying the kernel and μ by the same number, and adding a constant to kernel or targets, changes nothing", () => {
  const value = logEvidence(posteriorOf(rows, smooth(1.3, 1.1, 0.05)));
  const scaled = { ...precisions, functionPrecision: 10 * precisions.functionPrecision };
  expect(logEvidence(posteriorOf(rows, smooth(13, 1.1, 0.5), scaled))).toBeCloseTo(value, 10);
  const { problem } = prepared(rows, smooth(1.3, 1.1, 0.05));
  const K = matrix(
    problem.K.rows,
    problem.K.columns,
    problem.K.data.map((entry) => entry + 2),
  );
  const targets = problem.targets.map((target) => target + 3);
  expect(logEvidence(evidencePosterior(engine, { ...problem, K, targets }, precisions))).toBeCloseTo(value, 10);
});

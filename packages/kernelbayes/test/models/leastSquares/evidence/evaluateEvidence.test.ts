import { describe, expect, test } from "vitest";
import {
  evaluateEvidence,
  evidenceProblem,
  noisePrior,
  objectiveOf,
  posteriorAtRatio,
  targetsOf,
  evidencePosterior,
} from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { logEvidence } from "../../../../src/models/leastSquares/evidence/logEvidence.ts";
import type { LabelledRows } from "../../../../src/rows/labelledRows.ts";
import { profileRatio, evidenceSpectrum } from "../../../../src/models/leastSquares/evidence/evidenceSpectrum.ts";
import { logPrecisionPrior } from "../../../../src/search/precisionPrior.ts";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { gaussian, type Kernel } from "../../../../src/kernels/index.ts";
import { ard, copied, differencesInLogs, engine, sample, smooth, type Sample } from "../../fisher/samples.ts";

const some = sample(20, 2);
const ratio = 2.3;

function labelled({ X, labels, weights }: Sample): LabelledRows {
  return { X, classes: Int32Array.from(labels), weights: Float64Array.from(weights) };
}

function valueAt(kernel: Kernel, at: number, rows: LabelledRows): number {
  return objectiveOf(posteriorAtRatio(engine, evidenceProblem(engine, kernel, rows), at));
}

describe.each([
  ["weights 1", { ...some, weights: some.weights.map(() => 1) }],
  ["copies", some],
  ["any weights", { ...some, weights: some.weights.map((w, i) => w * (0.4 + 0.05 * i)) }],
])("the objective with %s", (_, weighted) => {
  const rows = labelled(weighted);

  test.each([
    ["one length scale", gaussian({ lengthScale: 1.2 })],
    ["a length scale a column", gaussian({ lengthScale: [0.8, 2.1] })],
    ["a nugget", smooth()],
    ["all parts of the composite kernel", ard(2)],
  ])("has the slopes that central differences show, %s", (_, kernel) => {
    const { objective, kernelSlopes, ratioSlope } = evaluateEvidence(engine, kernel, ratio, rows);
    expect(objective).toBeCloseTo(valueAt(kernel, ratio, rows), 10);
    const expected = differencesInLogs(kernel, (moved) => valueAt(moved, ratio, rows));
    expected.forEach((slope, j) => expect(kernelSlopes[j]).toBeCloseTo(slope, 6));
    const step = 1e-5;
    const rise = valueAt(kernel, ratio * Math.exp(step), rows) - valueAt(kernel, ratio * Math.exp(-step), rows);
    expect(ratioSlope).toBeCloseTo(rise / (2 * step), 6);
  });

  test("is the largest over all common scales of the precisions", () => {
    const problem = evidenceProblem(engine, smooth(), rows);
    const { noisePrecision } = posteriorAtRatio(engine, problem, ratio);
    const valueOfScale = (zeta: number): number =>
      logEvidence(evidencePosterior(engine, problem, { noisePrecision: zeta, functionPrecision: zeta / ratio })) +
      logPrecisionPrior(zeta, noisePrior);
    const best = valueOfScale(noisePrecision);
    for (const factor of [0.5, 0.9, 0.999, 1.001, 1.1, 2]) {
      expect(valueOfScale(factor * noisePrecision)).toBeLessThan(best);
    }
  });

  test("is what the spectrum says of the best ratio", () => {
    const problem = evidenceProblem(engine, smooth(), rows);
    const form = kernelForm(engine, problem.K, "function", { weights: rows.weights, bias: "free" });
    const spectrum = evidenceSpectrum(form, responseOf(engine, form, problem.targets), problem.own);
    const profile = profileRatio(spectrum, noisePrior);
    const posterior = posteriorAtRatio(engine, problem, profile.ratio);
    expect(posterior.noisePrecision).toBeCloseTo(profile.noisePrecision, 8);
    expect(logEvidence(posterior)).toBeCloseTo(profile.logEvidence, 8);
    expect(Math.abs(evaluateEvidence(engine, smooth(), profile.ratio, rows).ratioSlope)).toBeLessThan(1e-5);
  });
});

test("a row of weight w is worth w rows", () => {
  for (const kernel of [gaussian(), smooth()]) {
    const [byWeight, byCopies] = [some, copied(some)].map((rows) =>
      evaluateEvidence(engine, kernel, ratio, labelled(rows)),
    );
    expect(byWeight.objective).toBeCloseTo(byCopies.objective, 9);
    byCopies.kernelSlopes.forEach((slope, j) => expect(byWeight.kernelSlopes[j]).toBeCloseTo(slope, 8));
    expect(byWeight.ratioSlope).toBeCloseTo(byCopies.ratioSlope, 8);
  }
});

test("copies that agree drive the noise to nothing without a prior, and to a finite variance with it", () => {
  const { X, labels } = sample(20, 2);
  const rows = labelled({ ...some, X, weights: labels.map(() => 3) });
  // A kernel so narrow that it explains every label.
  const problem = evidenceProblem(engine, gaussian({ lengthScale: 0.05 }), rows);
  const form = kernelForm(engine, problem.K, "function", { weights: rows.weights, bias: "free" });
  const spectrum = evidenceSpectrum(form, responseOf(engine, form, problem.targets));
  expect(profileRatio(spectrum).bound).toBe("upper");
  const held = profileRatio(spectrum, noisePrior);
  expect(held.bound).toBeUndefined();
  // 40 copies agree with a first one: ζ ≈ 40 for the prior's one unit.
  expect(held.noisePrecision).toBeGreaterThan(20);
  expect(held.noisePrecision).toBeLessThan(60);
});

test("class 1 has the target 1 and class 0 the target −1", () => {
  expect(Array.from(targetsOf(Int32Array.of(0, 1, 1)))).toEqual([-1, 1, 1]);
});

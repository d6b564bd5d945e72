import { expect, test } from "vitest";
import { logEvidence, effectiveParameters } from "../../../../src/models/leastSquares/evidence/logEvidence.ts";
import { evidencePosterior } from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { evidenceSpectrum, figuresAt } from "../../../../src/models/leastSquares/evidence/evidenceSpectrum.ts";
import { columnsForm, kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { selectColumns } from "../../../../src/matrix/row.ts";
import { engine, sample, smooth } from "../../fisher/samples.ts";
import { prepared } from "./problems.ts";

const rows = sample(14, 2);

test("the spectrum gives the figures of the factorization at every ratio, at the best scale for it", () => {
  for (const nugget of [0, 0.05]) {
    const { problem } = prepared(rows, smooth(1.3, 1.1, nugget));
    const form = kernelForm(engine, problem.K, "function", { weights: problem.weights, bias: "free" });
    const spectrum = evidenceSpectrum(form, responseOf(engine, form, problem.targets), problem.own);
    for (const ratio of [1e-3, 1, 1e3]) {
      const figures = figuresAt(spectrum, ratio);
      const { noisePrecision } = figures;
      const at = (factor: number): ReturnType<typeof evidencePosterior> =>
        evidencePosterior(engine, problem, {
          functionPrecision: (factor * noisePrecision) / ratio,
          noisePrecision: factor * noisePrecision,
        });
      const posterior = at(1);
      for (const name of ["total", "quadratic", "residualSquares", "logDeterminant"] as const) {
        expect(figures[name]).toBeCloseTo(posterior[name], 9);
      }
      expect(figures.effective).toBeCloseTo(effectiveParameters(posterior), 9);
      expect(logEvidence(figures)).toBeGreaterThan(logEvidence(at(1.02)));
      expect(logEvidence(figures)).toBeGreaterThan(logEvidence(at(0.98)));
    }
  }
});

test("few features have the evidence of the kernel that they span", () => {
  const { problem } = prepared(rows, smooth(1.3, 1.1, 0));
  const { targets, weights } = problem;
  const features = selectColumns(problem.K, [0, 3, 7, 9]);
  const form = columnsForm(engine, features, { weights, bias: "free" });
  const ofFeatures = evidenceSpectrum(form, responseOf(engine, form, targets));
  for (const ratio of [0.1, 10]) {
    const figures = figuresAt(ofFeatures, ratio);
    const { noisePrecision } = figures;
    const K = engine.symmetricProduct(features);
    const posterior = evidencePosterior(
      engine,
      { K, targets, weights },
      { functionPrecision: noisePrecision / ratio, noisePrecision },
    );
    expect(logEvidence(figures)).toBeCloseTo(logEvidence(posterior), 9);
    expect(figures.effective).toBeCloseTo(effectiveParameters(posterior), 9);
    expect(figures.residualSquares).toBeCloseTo(posterior.residualSquares, 9);
  }
});

test("targets that are all the same, and forms without a free bias, are refused", () => {
  const { problem } = prepared(rows, smooth());
  const { weights } = problem;
  // Centered features: nothing is left of equal targets.
  const form = columnsForm(engine, selectColumns(problem.K, [0, 1]), { weights, bias: "free" });
  const equal = evidenceSpectrum(form, responseOf(engine, form, new Float64Array(weights.length)));
  expect(() => figuresAt(equal, 1)).toThrow("do not vary");
  const fixed = kernelForm(engine, problem.K, "function", { weights, bias: "none" });
  expect(() => evidenceSpectrum(fixed, responseOf(engine, fixed, problem.targets))).toThrow("free bias");
});

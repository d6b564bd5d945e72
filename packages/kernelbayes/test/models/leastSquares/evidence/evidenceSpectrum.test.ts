import { expect, test, describe } from "vitest";
import {
  logEvidence,
  effectiveParameters,
  precisionSlopes,
} from "../../../../src/models/leastSquares/evidence/logEvidence.ts";
import { evidencePosterior } from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import {
  evidenceSpectrum,
  figuresAt,
  profileRatio,
  type RatioProfile,
  type EvidenceProblem,
} from "../../../../src/models/leastSquares/evidence/evidenceSpectrum.ts";
import { columnsForm, kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { selectColumns } from "../../../../src/matrix/row.ts";
import { engine, sample, smooth, copied } from "../../fisher/samples.ts";
import { prepared } from "./problems.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { scaleMatrix } from "../../../../src/matrix/addMatrices.ts";

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

describe("the profile of the ratio", () => {
  const rows = sample(40, 2);
  const plain = { ...rows, weights: rows.weights.map(() => 1) };

  function spectrumOf({ K, targets, weights, own }: EvidenceProblem): ReturnType<typeof evidenceSpectrum> {
    const form = kernelForm(engine, K, "function", { weights, bias: "free" });
    return evidenceSpectrum(form, responseOf(engine, form, targets), own);
  }

  function profileOf(problem: EvidenceProblem): RatioProfile {
    return profileRatio(spectrumOf(problem));
  }

  test("both slopes vanish at the profile's precisions, and no other ratio is better", () => {
    const { problem } = prepared(rows, smooth());
    const profile = profileOf(problem);
    expect(profile.bound).toBeUndefined();
    const posterior = evidencePosterior(engine, problem, profile);
    expect(logEvidence(posterior)).toBeCloseTo(profile.logEvidence, 8);
    expect(effectiveParameters(posterior)).toBeCloseTo(profile.effective, 8);
    const slopes = precisionSlopes(posterior, profile.effective);
    expect(Math.abs(slopes.functionPrecision)).toBeLessThan(1e-5);
    expect(Math.abs(slopes.noisePrecision)).toBeLessThan(1e-5);
    for (let log = -12; log <= 12; log += 0.1) {
      expect(logEvidence(figuresAt(spectrumOf(problem), Math.exp(log)))).toBeLessThanOrEqual(
        profile.logEvidence + 1e-9,
      );
    }
  });

  test("weights lead to the precisions of copies", () => {
    const weighted = profileOf(prepared(rows, smooth()).problem);
    const twins = profileOf(prepared(copied(rows), smooth()).problem);
    expect(weighted.logEvidence).toBeCloseTo(twins.logEvidence, 8);
    expect(Math.log(weighted.ratio)).toBeCloseTo(Math.log(twins.ratio), 5);
  });

  test("the unit of the kernel does not matter", () => {
    const { problem } = prepared(plain, smooth(1.3, 1.1, 0));
    const one = profileOf(problem);
    expect(one.bound).toBeUndefined();
    const other = profileOf({ ...problem, K: scaleMatrix(problem.K, 1e5) });
    expect(Math.log(other.functionPrecision / one.functionPrecision)).toBeCloseTo(Math.log(1e5), 5);
    expect(Math.log(other.noisePrecision)).toBeCloseTo(Math.log(one.noisePrecision), 5);
    expect(other.logEvidence).toBeCloseTo(one.logEvidence, 8);
  });

  test("a kernel that explains the targets without noise, or not at all, ends at a bound and says which", () => {
    const { problem } = prepared(plain, smooth(1.3, 1.1, 0));
    const { targets } = problem;
    const n = targets.length;
    const K = identity(n);
    // k = y yᵀ: the targets are one of its features.
    targets.forEach((y, i) => targets.forEach((z, j) => (K.data[i * n + j] = y * z)));
    expect(profileOf({ ...problem, K }).bound).toBe("upper");
    // A feature that is orthogonal to the targets and the constant.
    const positive = Array.from(targets)
      .flatMap((y, i) => (y > 0 ? [i] : []))
      .slice(0, 2);
    const feature = targets.map((_, i) => (i === positive[0] ? 1 : i === positive[1] ? -1 : 0));
    feature.forEach((y, i) => feature.forEach((z, j) => (K.data[i * n + j] = y * z)));
    const { bound, effective } = profileOf({ ...problem, K });
    expect(bound).toBe("lower");
    expect(effective).toBeCloseTo(1, 4);
  });

  test("copies that agree with each other speak against noise: without a nugget the evidence rises to the upper bound", () => {
    expect(profileOf(prepared(plain, smooth(1.3, 1.1, 0)).problem).bound).toBeUndefined();
    expect(profileOf(prepared(rows, smooth(1.3, 1.1, 0)).problem).bound).toBe("upper");
    expect(profileOf(prepared(copied(rows), smooth(1.3, 1.1, 0)).problem).bound).toBe("upper");
  });
});

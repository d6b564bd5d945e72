import { expect, test, describe } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import {
  effectiveParameters,
  kernelWeights,
  logEvidence,
  precisionSlopes,
  profileRatio,
  type RatioProfile,
} from "../../../../src/models/leastSquares/evidence/logEvidence.ts";
import { evidencePosterior } from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import {
  type Precisions,
  evidenceSpectrum,
  figuresAt,
  type EvidenceProblem,
} from "../../../../src/models/leastSquares/evidence/evidenceSpectrum.ts";
import { doubleCenter } from "../../../../src/matrix/doubleCenter.ts";
import { ard, copied, differencesInLogs, engine, sample, smooth } from "../../fisher/samples.ts";
import { relativeDifference } from "../problems.ts";
import { naive, posteriorOf, precisions, prepared } from "./problems.ts";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { identity } from "../../../../src/matrix/identity.ts";
import { scaleMatrix } from "../../../../src/matrix/scaleMatrix.ts";

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

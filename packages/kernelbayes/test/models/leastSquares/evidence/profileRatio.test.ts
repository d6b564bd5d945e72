import { expect, test } from "vitest";
import {
  effectiveParameters,
  logEvidence,
  precisionSlopes,
} from "../../../../src/models/leastSquares/evidence/logEvidence.ts";
import { evidencePosterior } from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { profileRatio, type RatioProfile } from "../../../../src/models/leastSquares/evidence/profileRatio.ts";
import { evidenceSpectrum, figuresAt } from "../../../../src/models/leastSquares/evidence/evidenceSpectrum.ts";
import type { EvidenceProblem } from "../../../../src/models/leastSquares/evidence/evidenceProblem.ts";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { scaleMatrix } from "../../../../src/matrix/addMatrices.ts";
import { copied, engine, sample, smooth } from "../../fisher/samples.ts";
import { prepared } from "./problems.ts";

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
    expect(logEvidence(figuresAt(spectrumOf(problem), Math.exp(log)))).toBeLessThanOrEqual(profile.logEvidence + 1e-9);
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

import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import {
  codeEvidence,
  noiseVarianceAt,
  regularizationByEvidence,
  chooseRegularization,
  leftOutOutputs,
  type CodedMachines,
} from "../../../../src/models/leastSquares/penalized/codeEvidence.ts";
import {
  codeResponse,
  discriminantCode,
  penalizedForm,
  type PenaltyMatrix,
} from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { fromRows, toRows } from "../../../../src/matrix/index.ts";
import { thrown } from "../../../thrown.ts";
import { combination, formOf, identityRows, logDeterminantOf, times, transposed } from "../../naive.ts";
import { applied, engine, inverseOf, relative, sample, smooth } from "../../fisher/samples.ts";
import { penaltyRows, rowsOf, twice } from "./support.ts";
import { curveProblem, searchCurve } from "../../../../src/calibration/searchCurve.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";

const n = 13;
const given = sample(n, 2);
const { X } = given;
// Labels that the first column tells, but for two of them.
const labels = given.labels.map((_, i) => (X.data[2 * i] > 0.3 !== (i === 4 || i === 9) ? 1 : 0));
const contrasts = fisherContrasts(labels);
const K = smooth().matrix(engine, X);
const penalties: readonly (readonly [string, PenaltyMatrix])[] = [
  ["identity", "identity"],
  ["kernel", "kernel"],
  ["given", fromRows(penaltyRows(n))],
];
// Helmert's basis of the complement of 1.
const basis = transposed(
  Array.from({ length: n - 1 }, (_, k) =>
    Array.from({ length: n }, (_, i) => (i <= k ? 1 : i === k + 1 ? -(k + 1) : 0) / Math.sqrt((k + 1) * (k + 2))),
  ),
);

describe.each(penalties)("with A = %s", (_, penalty) => {
  const penalized = penalizedForm(engine, { K }, penalty);
  const response = codeResponse(engine, penalized, contrasts);
  const rows = toRows(K);
  const G = times(times(transposed(basis), times(times(rows, inverseOf(rowsOf(penalty, K))), rows)), basis);
  const z = applied(transposed(basis), discriminantCode(contrasts));

  test("the evidence is the normal density of the code on the complement of the constant", () => {
    for (const [r, sigma2] of [
      [1e-2, 0.3],
      [0.8, 0.1],
      [60, 2],
    ]) {
      const C = combination(sigma2, identityRows(n - 1), sigma2 / r, G);
      const expected = -0.5 * ((n - 1) * Math.log(2 * Math.PI) + logDeterminantOf(C) + formOf(C, z));
      expect(relative(codeEvidence(penalized, response, r, sigma2), expected)).toBeLessThan(1e-10);
      const scaled = formOf(combination(1, identityRows(n - 1), 1 / r, G), z) / (n - 1);
      expect(relative(noiseVarianceAt(penalized, response, r), scaled)).toBeLessThan(1e-10);
    }
  });

  test("σ̂² has the greatest evidence at its r, and the r found the greatest of all", () => {
    const found = regularizationByEvidence(penalized, [response]);
    const {
      regularization: r,
      noiseVariances: [noiseVariance],
    } = found;
    expect(found.evidence).toBeCloseTo(codeEvidence(penalized, response, r, noiseVariance), 12);
    for (const factor of [0.9, 1.1]) {
      expect(codeEvidence(penalized, response, r, factor * noiseVariance)).toBeLessThan(found.evidence);
      const near = noiseVarianceAt(penalized, response, factor * r);
      expect(codeEvidence(penalized, response, factor * r, near)).toBeLessThan(found.evidence);
    }
    for (let log = -12; log <= 12; log++) {
      const other = Math.exp(log);
      const profile = codeEvidence(penalized, response, other, noiseVarianceAt(penalized, response, other));
      expect(profile).toBeLessThanOrEqual(found.evidence);
    }
    expect(found.isAtBound).toBe(false);
  });
});

describe.each(["identity", "kernel"] as const)("a row of weight w is w copies of it, with A = %s", (penalty) => {
  const pair = (noise: number) => {
    const { weighted, copies } = twice({ ...given, labels }, smooth(1.3, 1.1, noise));
    return [weighted, copies].map(({ prior, contrasts: at }) => {
      const penalized = penalizedForm(engine, prior, penalty, at.weights);
      const response = codeResponse(engine, penalized, at);
      return { at: codeEvidence(penalized, response, 0.7, 0.2), best: regularizationByEvidence(penalized, [response]) };
    });
  };

  test("with a nugget, for every r and for the best", () => {
    const [a, b] = pair(0.3);
    expect(relative(a.at, b.at)).toBeLessThan(1e-11);
    expect(relative(a.best.evidence, b.best.evidence)).toBeLessThan(1e-10);
    // A maximum that is known by its values alone is placed to the square root of their digits.
    expect(relative(a.best.regularization, b.best.regularization)).toBeLessThan(1e-4);
    expect(a.best.isAtBound).toBe(b.best.isAtBound);
  });

  test("without one for every r, while the best is none: copies that agree entirely speak for no noise", () => {
    const [a, b] = pair(0);
    expect(relative(a.at, b.at)).toBeLessThan(1e-11);
    for (const { best } of [a, b]) {
      expect(best.isAtBound).toBe(true);
      expect(best.noiseVariances[0]).toBeLessThan(1e-3);
    }
  });
});

test("labels that have nothing to do with the rows leave nothing but noise, which is said", () => {
  // Each of two far groups has both labels equally often: the kernel explains nothing.
  const far = fromRows([[0], [0], [0], [0], [9], [9], [9], [9]]);
  const penalized = penalizedForm(engine, { K: smooth(1, 1, 0).matrix(engine, far) }, "kernel");
  const mixed = codeResponse(engine, penalized, fisherContrasts([0, 1, 0, 1, 1, 0, 1, 0]));
  expect(regularizationByEvidence(penalized, [mixed]).isAtBound).toBe(true);
});

test("a noise variance that is not positive is refused", () => {
  const penalized = penalizedForm(engine, { K }, "kernel");
  const response = codeResponse(engine, penalized, contrasts);
  expect(thrown(() => codeEvidence(penalized, response, 1, 0)).code).toBe("invalid-option");
  expect(thrown(() => noiseVarianceAt(penalized, response, 0)).code).toBe("invalid-option");
});

describe("the choice of the regularization", () => {
  const { X, labels } = sample(40, 2);
  const weights = new Float64Array(40).fill(1);
  const K = smooth().matrix(engine, X);
  const three = labels.map((_, i) => i % 3);

  function machinesOf(penalty: "identity" | "kernel", classes: readonly number[]) {
    const penalized = penalizedForm(engine, { K }, penalty);
    const sides = classes.map((c) => three.map((q) => (q === c ? 1 : 0)));
    const machines: CodedMachines = {
      responses: sides.map((side) => codeResponse(engine, penalized, fisherContrasts(side))),
      curves: sides.map((side) =>
        curveProblem(
          Float64Array.from(side, (one) => (one === 1 ? 1 : -1)),
          weights,
        ),
      ),
      groups: undefined,
    };
    return { penalized, machines };
  }

  describe.each(["identity", "kernel"] as const)("with A = %s", (penalty) => {
    const { penalized, machines } = machinesOf(penalty, [0, 1, 2]);

    test("the r found by leave-one-out has the least log loss of all, but for the prior", () => {
      const found = chooseRegularization(engine, penalized, machines, { given: undefined, criterion: "leave-one-out" });
      for (let log = -15; log <= 6; log++) {
        const other = chooseRegularization(engine, penalized, machines, {
          given: Math.exp(log),
          criterion: "leave-one-out",
        });
        expect(other.criterion).toBeGreaterThan(found.criterion - 8);
        expect(other.regularization).toBeCloseTo(Math.exp(log), 12);
      }
      const [outputs] = leftOutOutputs(engine, penalized, machines, [Math.log(found.regularization)]);
      const loss = outputs.reduce((sum, values, m) => sum + searchCurve(machines.curves[m], values).loss, 0);
      const given = chooseRegularization(engine, penalized, machines, {
        given: found.regularization,
        criterion: "leave-one-out",
      });
      expect(relative(given.criterion, 40 * loss)).toBeLessThan(1e-9);
    });

    test("by evidence it is the r of the greatest sum of evidences", () => {
      const { regularization, evidence } = regularizationByEvidence(penalized, machines.responses);
      expect(
        chooseRegularization(engine, penalized, machines, { given: undefined, criterion: "evidence" }),
      ).toMatchObject({
        regularization,
        criterion: -evidence,
      });
      const given = chooseRegularization(engine, penalized, machines, { given: regularization, criterion: "evidence" });
      expect(relative(given.criterion, -evidence)).toBeLessThan(1e-9);
    });

    test("groups of single rows are rows", () => {
      const groups = labels.map((_, i) => Int32Array.of(i));
      const [alone] = leftOutOutputs(engine, penalized, machines, [-1.2]);
      const [grouped] = leftOutOutputs(engine, penalized, { ...machines, groups }, [-1.2]);
      alone.forEach((values, m) => expectClose(grouped[m], values, 1e-9));
    });
  });
});

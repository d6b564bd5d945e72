import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import {
  chooseRegularization,
  leftOutOutputs,
  type CodedMachines,
} from "../../../../src/models/leastSquares/penalized/chooseCodeRegularization.ts";
import { regularizationByEvidence } from "../../../../src/models/leastSquares/penalized/codeEvidence.ts";
import { codeResponse } from "../../../../src/models/leastSquares/penalized/penalizedDiscriminant.ts";
import { penalizedForm } from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { curveProblem, searchCurve } from "../../../../src/calibration/searchCurve.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { engine, relative, sample, smooth } from "../../fisher/samples.ts";

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

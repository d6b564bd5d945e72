import { describe, expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { coupledLeaveOneOut, machineRows } from "../../../src/models/coupled/coupledModel.ts";
import type { Coupling } from "../../../src/models/coupled/posterior.ts";
import { oneVersusRest } from "../../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../../src/models/coupled/pairwise.ts";
import type { LeaveOneOut, NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { fitTo, gaussianRows, problemOf } from "../problems.ts";
import { textbookLinear, textbookQuadratic } from "../textbook.ts";

const data = gaussianRows({ sizes: [9, 7, 8], columns: 2, widening: 0 });

describe.each([
  ["one versus rest", oneVersusRest],
  ["pairwise", pairwise],
])("%s", (_, couple) => {
  test.each([
    ["linear", textbookLinear],
    ["quadratic", textbookQuadratic],
  ])("of the %s discriminant has exact scores: those of fits without each row", (__, create) => {
    const weights = data.classes.map((___, i) => (i % 4 === 0 ? 0.5 : 1));
    const found = fitTo(couple(create()), problemOf(data, { weights })).leaveOneOut;
    expect([found?.method, found?.omitted]).toEqual(["exact", []]);
    const rows = toRows(found?.logProbabilities ?? fromRows([]));
    for (let i = 0; i < data.X.length; i += 3) {
      const kept = [...data.classes.keys()].filter((row) => row !== i);
      const rest = { X: kept.map((row) => data.X[row]), classes: kept.map((row) => data.classes[row]) };
      const problem = problemOf(rest, { weights: kept.map((row) => weights[row]) });
      const refit = fitTo(couple(create()), problem).predict(fromRows([data.X[i]]), 0.9).logProbabilities;
      rows[i].forEach((log, c) => expect(log).toBeCloseTo(refit.data[c], 7));
    }
  });

  test("leaves groups out whole", () => {
    const groups = data.classes.map((___, i) => i % 6);
    expect(fitTo(couple(textbookLinear()), problemOf(data, { groups })).leaveOneOut?.method).toBe("folds");
  });
});

test("a machine learns from the rows of its classes", () => {
  const classes = Int32Array.of(0, 1, 2, 1);
  expect(Array.from(machineRows(classes, { positive: 1, negative: 2 }))).toEqual([1, 2, 3]);
  expect(Array.from(machineRows(classes, { positive: 1, negative: undefined }))).toEqual([0, 1, 2, 3]);
});

describe("figures of the machines", () => {
  const problem = problemOf({ X: [[0], [1], [2]], classes: [0, 1, 1] });
  const half = [Math.log(0.5), Math.log(0.5)];
  /** One against rest of two classes, each probability as the machines report it. */
  const coupling: Coupling = {
    name: "one-versus-rest",
    machines: (classes) => Array.from({ length: classes }, (_, positive) => ({ positive, negative: undefined })),
    machineCount: (classes) => classes,
    couple: (_, probabilities) => probabilities,
    perClass: (widths) => widths,
  };
  const machine = (leaveOneOut: LeaveOneOut | undefined): NumericPosterior => ({
    leaveOneOut,
    evidence: undefined,
    warnings: [],
    predict: () => {
      throw new Error("Every row has a score of its own.");
    },
    probabilities: () => {
      throw new Error("Every row has a score of its own.");
    },
    parameters: () => ({}),
  });
  const held = (method: LeaveOneOut["method"], omitted: number[] = []): LeaveOneOut => ({
    method,
    logProbabilities: fromRows([half, half, half]),
    omitted,
  });
  const together = (...parts: (LeaveOneOut | undefined)[]): LeaveOneOut | undefined =>
    coupledLeaveOneOut(
      {
        coupling,
        engine: selectEngine(),
        posteriors: parts.map(machine),
        sizes: Float64Array.of(1, 2),
      },
      problem,
    );

  test("the least exact method is named", () => {
    expect(together(held("exact"), held("exact"))?.method).toBe("exact");
    expect(together(held("exact"), held("approximate"))?.method).toBe("approximate");
    expect(together(held("folds"), held("approximate"))?.method).toBe("folds");
  });

  test("a row that one machine cannot do without has no score", () => {
    const found = together(held("exact", [2]), held("exact", [0]));
    expect(found?.omitted).toEqual([0, 2]);
    expect(toRows(found?.logProbabilities ?? fromRows([]))).toEqual([[0, 0], half, [0, 0]]);
  });

  test("without scores of one machine there are none", () => {
    expect(together(held("exact"), undefined)).toBeUndefined();
  });
});

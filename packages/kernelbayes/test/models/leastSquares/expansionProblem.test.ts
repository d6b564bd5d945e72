import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { firstRows, fisherTargets } from "../../../src/models/leastSquares/expansionProblem.ts";
import { columnsForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { identity } from "../../../src/matrix/diagonal.ts";
import { selectColumns } from "../../../src/matrix/row.ts";
import { directSolution, engine, recodedOutputs, rowsOf } from "./problems.ts";

const problem = {
  X: matrix(4, 2, Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8)),
  signs: [Float64Array.of(1, -1, 1, -1)],
  targets: [Float64Array.of(2, -3, 2, -3)],
  weights: Float64Array.of(1, 2, 3, 4),
  groups: [Int32Array.of(3, 0), Int32Array.of(1), Int32Array.of(2)],
};

test("a problem of the first rows has their values, and of each group the rows that are left", () => {
  expect(firstRows(problem, 2)).toEqual({
    X: matrix(2, 2, Float64Array.of(1, 2, 3, 4)),
    signs: [Float64Array.of(1, -1)],
    targets: [Float64Array.of(2, -3)],
    weights: Float64Array.of(1, 2),
    groups: [Int32Array.of(0), Int32Array.of(1)],
  });
});

test("a problem of no more rows is itself", () => {
  expect(firstRows(problem, 4)).toBe(problem);
});

test("rows are taken by their place alone: of a rare class there is no least number", () => {
  const signs = Float64Array.from({ length: 100 }, (_, i) => (i < 95 ? -1 : 1));
  const unbalanced = { X: matrix(100, 1), signs: [signs], weights: new Float64Array(100).fill(1), groups: undefined };
  const rareRows = (rows: number): number =>
    firstRows({ ...unbalanced, targets: undefined }, rows).signs[0].filter((sign) => sign === 1).length;
  expect([90, 95, 97].map(rareRows)).toEqual([0, 0, 2]);
});

test("Fisher's targets sum to zero over the weights", () => {
  const { signs, weights } = rowsOf(15, { weighted: true });
  const targets = fisherTargets(signs, weights);
  expect(Math.abs(targets.reduce((sum, target, i) => sum + weights[i] * target, 0))).toBeLessThan(1e-12);
});

test("outputs with targets counted anew are those of n fits that count anew", () => {
  const { K, signs, weights } = rowsOf(15, { weighted: true });
  const columns = selectColumns(K, [2, 3, 10]);
  const form = columnsForm(engine, columns, { weights, bias: "free" });
  recodedOutputs(form, signs, Math.log(0.2)).forEach((output, i) => {
    const left = weights.map((weight, j) => (j === i ? weight - Math.min(1, weight) : weight));
    const targets = fisherTargets(signs, left);
    const { alpha, bias } = directSolution({
      columns,
      penalty: identity(3),
      targets,
      weights: left,
      bias: "free",
      mu: 0.2,
    });
    expect(output).toBeCloseTo(
      alpha.reduce((sum, value, j) => sum + value * columns.data[i * 3 + j], bias),
      9,
    );
  });
});

test("the only row of a class has no output with targets counted anew", () => {
  const { K, weights } = rowsOf(6);
  const form = columnsForm(engine, K, { weights, bias: "none" });
  const outputs = recodedOutputs(form, [1, -1, -1, -1, -1, -1], 0);
  expect(Array.from(outputs, Number.isNaN)).toEqual([true, false, false, false, false, false]);
});

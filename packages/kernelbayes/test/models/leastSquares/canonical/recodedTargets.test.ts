import { expect, test } from "vitest";
import { columnsForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { fisherTargets, recodedOutputs } from "../../../../src/models/leastSquares/canonical/recodedTargets.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { selectColumns } from "../../../../src/matrix/row.ts";
import { directSolution, engine, rowsOf } from "../problems.ts";

test("Fisher's targets sum to zero over the weights", () => {
  const { signs, weights } = rowsOf(15, { weighted: true });
  const targets = fisherTargets(signs, weights);
  expect(Math.abs(targets.reduce((sum, target, i) => sum + weights[i] * target, 0))).toBeLessThan(1e-12);
});

test("outputs with targets counted anew are those of n fits that count anew", () => {
  const { K, signs, weights } = rowsOf(15, { weighted: true });
  const columns = selectColumns(K, [2, 3, 10]);
  const form = columnsForm(engine, columns, { weights, bias: "free" });
  recodedOutputs(engine, form, signs, Math.log(0.2)).forEach((output, i) => {
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
  const outputs = recodedOutputs(engine, form, [1, -1, -1, -1, -1, -1], 0);
  expect(Array.from(outputs, Number.isNaN)).toEqual([true, false, false, false, false, false]);
});
